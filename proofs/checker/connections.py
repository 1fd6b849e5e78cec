"""Proofs in Hex by virtual connections: rows that join two ends whatever the opponent does."""
from checker.rules import Invalid, demand


class Connections:
    """Rows of a proof in Hex: two ends, the stones and the empty cells that join them."""

    def __init__(self, claim, reader):
        self.board, self.me, self.rows, self.reader = claim.board, claim.result, [], reader
        self.size = len(self.board.cells)
        kind = reader.byte()
        while kind != 3:
            if kind > 2:
                raise Invalid("form", "there is no such row")
            parts = [reader.number() for _ in range(reader.at_most(self.size + 2) * (2 if kind == 2 else 1))]
            if not parts:
                raise Invalid("form", "a row is empty")
            ends, stones, carrier = (self.path, self.series, self.either)[kind](parts)
            demand("apart", not stones & carrier, "a stone lies in a carrier")
            self.rows.append((ends, stones, carrier))
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
        demand("empty", not carrier & ~free, "the last row needs other empty cells")

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
        ends, stones, carrier = self.row(parts[0])
        for part in parts[1:]:
            to, more, room = self.row(part)
            common = [end for end in ends & to if end < self.size]
            demand("meet", common and ends != to, "rows of a series do not meet in a stone")
            demand("overlap", not carrier & room, "carriers of a series overlap")
            ends, stones, carrier = self.joined(ends, to), stones | more, carrier | room
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
        demand("common", not common, "all moves fail to one cell")
        return all_ends, stones, carrier
