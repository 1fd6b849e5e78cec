"""Boards and rules of Havannah, Hex and Y, by flood fill, for check.py, which states the conventions.

Sets of cells are integers with a bit for each cell: (x, y) has bit y * wide + x, where a row is one bit wider than
the board, so that stepping over its end falls on no cell. Positions are pairs of such sets, White's stones first.
"""

WHITE, BLACK, DRAW = 0, 1, 2
LEFT_OUT = set()  # Rules that are not applied: only to show, in tests, that none can be spared.


class Invalid(Exception):
    """Why a certificate is not accepted, and by which rule."""

    def __init__(self, rule, why):
        super().__init__(why)
        self.rule = rule


def applies(rule):
    return rule not in LEFT_OUT


def demand(rule, holds, why):
    """A rule of the game or of proofs."""
    if not holds and applies(rule):
        raise Invalid(rule, why)


def bits(cells):
    """The cells of a set, one by one, in ascending order."""
    while cells:
        yield cells & -cells
        cells &= cells - 1


def count(cells):
    return bin(cells).count("1")


def put(position, cell, colour):
    """A position with one stone more."""
    return (position[0] | cell, position[1]) if colour == WHITE else (position[0], position[1] | cell)


class Board:
    def __init__(self, game, sides):
        self.game = ("Havannah", "Hex", "Y")[game]
        self.hex, self.rings = game == 1, game == 0
        if not all((2 if self.rings else 1) <= side <= 32 for side in sides):
            raise Invalid("form", "there is no board with these sides")
        # A triangle is the lower left half of a rhombus of n columns and rows.
        p, q, r = sides if self.rings else (sides[0], 1, sides[-1])
        inside = (lambda x, y: -r < x - y < p, lambda x, y: True, lambda x, y: x <= y)[game]
        self.places = [(x, y) for y in range(q + r - 1) for x in range(p + q - 1) if inside(x, y)]
        self.wide = p + q
        self.steps = (1, self.wide, self.wide + (-1 if self.hex else 1))
        self.cells = [1 << y * self.wide + x for x, y in self.places]
        self.number = {bit: i for i, bit in enumerate(self.cells)}
        self.all = sum(self.cells)
        self.inner = sum(bit for bit in self.cells if count(self.spread(bit)) == 7)
        lines = [lambda x, y: y == 0, lambda x, y: x - y == p - 1, lambda x, y: x == p + q - 2,
                 lambda x, y: y == q + r - 2, lambda x, y: y - x == r - 1, lambda x, y: x == 0]
        on = [self.where(line) for line in lines]
        self.corners = sum(bit for bit in self.cells if sum(bool(bit & line) for line in on) == 2)
        self.edges = [line & ~self.corners for line in on]
        self.sides = ((on[5], on[2]), (on[0], on[3]))
        if self.game == "Y":
            self.corners, self.edges = 0, [self.where(lambda x, y: x == y), on[3], on[5]]
        self.symmetries = self.find_symmetries()
        self.alone = [sum(bit for bit in self.cells if self.joins(bit, colour)) for colour in (WHITE, BLACK)]
        self.known = ({}, {})

    def where(self, holds):
        return sum(bit for bit, (x, y) in zip(self.cells, self.places) if holds(x, y))

    def spread(self, cells):
        """The cells and their neighbours."""
        a, b, c = self.steps
        return (cells | cells << a | cells >> a | cells << b | cells >> b | cells << c | cells >> c) & self.all

    def flood(self, start, within):
        """All cells that hang together with the start."""
        reached, start = 0, start & within
        while start != reached:
            reached, start = start, self.spread(start) & within
        return reached

    def wins(self, chain, colour):
        """Does this chain win?"""
        return self.joins(chain, colour) or self.surrounds(chain)

    def joins(self, chain, colour):
        """Crossing, bridge, fork or Y: does the chain touch two sides, two corners or three edges?"""
        if self.hex:
            left, right = self.sides[colour]
            return bool(chain & left and chain & right)
        corners = chain & self.corners
        return corners & corners - 1 != 0 or len([1 for edge in self.edges if chain & edge]) >= 3

    def surrounds(self, chain):
        """A ring: is there a cell, whatever stands there, whose neighbours all are cut off from the outside?"""
        if not self.rings or count(chain) < 6:
            return False
        outside = self.flood(self.all & ~self.inner & ~chain, self.all & ~chain)
        return bool(self.inner & ~self.spread(outside))

    def has_won(self, stones, colour):
        while stones:
            chain = self.flood(stones & -stones, stones)
            if self.wins(chain, colour):
                return True
            stones &= ~chain
        return False

    def wins_at(self, own, cell, colour):
        """Would a stone on this empty cell win, for a colour that has not won yet?"""
        chain = self.flood(cell, own | cell)
        # A new ring has a loop through the new stone, and so two of its neighbours.
        return self.joins(chain, colour) or count(self.spread(cell) & own) > 1 and self.surrounds(chain)

    def targets(self, position, colour):
        """The empty cells on which a colour that has not won yet would win at once."""
        own = position[colour]
        if own not in self.known[colour]:
            if len(self.known[colour]) > 300000:
                self.known[colour].clear()
            self.known[colour][own] = self.find_targets(own, colour)
        return self.known[colour][own] & ~position[1 - colour]

    def find_targets(self, own, colour):
        chains, rest, found = [], own, 0
        while rest:
            chain = self.flood(rest & -rest, own)
            chains.append((chain, self.spread(chain)))
            rest &= ~chain
        for cell in bits((self.spread(own) | self.alone[colour]) & ~own):
            joined = cell
            for chain, reach in chains:
                joined |= chain if reach & cell else 0
            # A new ring has a loop through the new stone, and so two of its neighbours.
            loop = count(self.spread(cell) & own) > 1
            if self.joins(joined, colour) or loop and self.surrounds(joined):
                found |= cell
        return found

    def find_symmetries(self):
        """Linear maps that permute the steps to neighbours, shifted back, if the board falls onto itself."""
        third = (-1, 1) if self.hex else (1, 1)
        steps = {(1, 0), (0, 1), third, (-1, 0), (0, -1), (-third[0], -third[1])}
        grid, found = {place: i for i, place in enumerate(self.places)}, set()
        for a, c in steps:
            for b, d in steps:
                turned = {(a * x + b * y, c * x + d * y) for x, y in steps}
                moved = [(a * x + b * y, c * x + d * y) for x, y in self.places]
                left, top = min(x for x, _ in moved), min(y for _, y in moved)
                images = tuple(grid.get((x - left, y - top)) for x, y in moved)
                if turned == steps and None not in images and self.keeps_sides(images):
                    found.add(images)
        return sorted(found)

    def keeps_sides(self, images):
        pairs = self.sides if self.hex and applies("sides") else ()
        return all({self.carried(side, images) for side in pair} == set(pair) for pair in pairs)

    def carried(self, cells, images):
        return sum(self.cells[images[self.number[bit]]] for bit in bits(cells))

    def carried_back(self, cells, images):
        return sum(self.cells[i] for i, image in enumerate(images) if cells & self.cells[image])

    def name(self, cell):
        x, y = self.places[self.number[cell]]
        return "cell %d (x %d, y %d)" % (self.number[cell], x, y)
