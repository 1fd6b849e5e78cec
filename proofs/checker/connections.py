"""Proofs in Hex by virtual connections: rows that join two ends whatever the opponent does."""
from checker.rules import Invalid, bits, demand


class Connections:
    """Rows of a proof in Hex: two ends, the stones and the empty cells that join them."""

    def __init__(self, claim, reader):
        self.board, self.me, self.rows, self.reader = claim.board, claim.result, [], reader
        self.size = len(self.board.cells)
        kind = reader.byte()
        kinds = (self.path, self.series, self.either, None, self.given, self.dead, self.captured)
        while kind != 3:
            if kind >= len(kinds):
                raise Invalid("form", "there is no such row")
            parts = [reader.number() for _ in range(reader.at_most(self.size + 2) * (2 if kind == 2 else 1))]
            if not parts:
                raise Invalid("form", "a row is empty")
            ends, stones, carrier = kinds[kind](parts)
            self.rows.append((ends, stones, carrier & ~stones))
            kind = reader.byte()
        self.last(claim)

    def last(self, claim):
        own, free = claim.position[self.me], self.board.all & ~claim.position[0] & ~claim.position[1]
        if claim.turn == self.me:
            number = self.reader.take(1 if self.size <= 256 else 2)
            first = self.board.cells[number] if number < self.size else 0
            demand("first", first & free, "the first move is not legal")
            own, free = own | first, free & ~first
        if not self.rows:
            raise Invalid("form", "there is no row")
        ends, stones, carrier = self.rows[-1]
        demand("join", ends == {self.size, self.size + 1}, "the last row does not join the two sides")
        demand("stand", not stones & ~own, "the last row needs other stones")
        demand("empty", not carrier & ~free & ~own, "the last row needs other empty cells")

    def row(self, back):
        if not 0 < back <= len(self.rows):
            raise Invalid("form", "it refers to a row that does not exist")
        return self.rows[-back]

    def point(self, number):
        """A point of a path as the cells beside which or on which it lies."""
        if number >= self.size + 2:
            raise Invalid("form", "there is no such point")
        return self.board.cells[number] if number < self.size else 0

    def path(self, points):
        cells = [self.point(point) for point in points]
        sides = [point - self.size for point in points if point >= self.size]
        inner = all(point < self.size for point in points[1:-1])
        if len(points) < 2 or points[0] == points[-1] or not inner:
            raise Invalid("form", "a path leaves the board")
        for (a, b), (first, second) in zip(zip(points, points[1:]), zip(cells, cells[1:])):
            if a >= self.size or b >= self.size:
                side = self.board.sides[self.me][max(a, b) - self.size]
                touch = (first | second) & side
            else:
                touch = a != b and self.board.spread(first) & second
            demand("path", touch, "a path has a gap")
        return {points[0], points[-1]}, sum(set(cells)), 0

    def series(self, parts):
        stones = 0
        for part in parts:
            stones |= self.row(part)[1]
        ends, _, carrier = self.row(parts[0])
        carrier &= ~stones
        for part in parts[1:]:
            to, _, room = self.row(part)
            room &= ~stones
            common = [end for end in ends & to if end < self.size]
            demand("meet", common and ends != to, "rows of a series do not meet in a stone")
            demand("overlap", not carrier & room, "carriers of a series overlap")
            ends, carrier = self.joined(ends, to), carrier | room
        return ends, stones, carrier

    def joined(self, ends, to):
        """The ends of two rows together; if they do not meet, the last of each."""
        return ends ^ to if len(ends ^ to) == 2 else {max(ends), max(to)}

    def either(self, parts):
        all_ends, stones, carrier, common = None, 0, 0, self.board.all
        for number, back in zip(parts[::2], parts[1::2]):
            ends, more, room = self.row(back)
            move = self.board.cells[number] if number < self.size else 0
            demand("move", move and number not in ends and not move & room, "a move is an end or in its carrier")
            demand("ends", all_ends in (None, ends), "moves join different ends")
            all_ends, common = ends, common & (room | move)
            stones, carrier = stones | more & ~move, carrier | room | move
        demand("common", not common & ~stones, "all moves fail to one cell")
        return all_ends, stones, carrier

    def changed(self, parts):
        """The row that is changed and the cells that are named."""
        if any(number >= self.size for number in parts[1:]):
            raise Invalid("form", "there is no such cell")
        return self.row(parts[0]), [self.board.cells[number] for number in parts[1:]]

    def given(self, parts):
        (ends, stones, carrier), cells = self.changed(parts)
        return ends, stones | sum(set(cells)), carrier

    def dead(self, parts):
        (ends, stones, carrier), cells = self.changed(parts)
        self.whole(ends)
        for cell in cells:
            demand("dead", cell & stones, "a cell that is called dead is not needed")
            stones &= ~cell
            demand("dead", self.is_dead(cell, stones, carrier), "a cell is not dead")
        return ends, stones, carrier

    def captured(self, parts):
        (ends, stones, carrier), cells = self.changed(parts)
        self.whole(ends)
        if len(cells) % 2:
            raise Invalid("form", "a captured cell has no other")
        for one, two in zip(cells[::2], cells[1::2]):
            demand("pair", one != two and not (one | two) & carrier, "captured cells are the same or in the carrier")
            rest = stones & ~one & ~two
            for cell, other in ((one, two), (two, one)):
                holds = not cell & stones or self.is_dead(cell, rest | other, carrier)
                demand("captured", holds, "a captured cell is not dead")
            stones, carrier = rest, carrier | one | two
        return ends, stones, carrier

    def whole(self, ends):
        demand("whole", ends == {self.size, self.size + 1}, "a row with dead or captured cells joins other ends")

    def is_dead(self, cell, own, empty):
        """Does the cell change nothing, whoever gets the empty ones, if the opponent owns all others?"""
        other = self.board.all & ~own & ~empty & ~cell
        return self.spared(cell, own, empty, self.me) or self.spared(cell, other, empty, 1 - self.me)

    def spared(self, cell, own, empty, colour):
        """Are any two neighbours of a cell neighbours or at the same side, in the graph of one colour's chains?"""
        sides = self.board.sides[colour]
        ends = [self.board.flood(side, own) for side in sides]

        def near(cell):
            touched = self.board.spread(cell) & own
            at = [bool(cell & side or touched & end) for side, end in zip(sides, ends)]
            chains = self.board.flood(touched & ~ends[0] & ~ends[1], own)
            return self.board.spread(cell | chains) & empty & ~cell, at

        cells, at = near(cell)
        if all(at):
            return False
        around = [(one, *near(one)) for one in bits(cells)]
        for one, its, reached in around:
            if any(needed and not there for needed, there in zip(at, reached)):
                return False
            for other, _, there in around:
                if one != other and not its & other and not any(a and b for a, b in zip(reached, there)):
                    return False
        return True
