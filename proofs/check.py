#!/usr/bin/env python3
"""Checks certificates of Havannah and Hex with nothing but Python 3 and the rules, from docs/certificates.md.

    python3 check.py FILE...              every record of every certificate
    python3 check.py FILE... --sample N   N random lines of play in each (--seed S), or with zones N random parts:
                                          for large certificates
    python3 check.py --batch              certificates from standard input, one a line, as hexadecimal digits

Prints a sentence for each file; leaves with 0 if all are valid, 1 if not. It shares nothing with the program that
makes the certificates. In the folder checker: rules.py knows the boards and who has won, strategy.py and
connections.py the two kinds of proofs, unzstd.py unpacks. What the document leaves open, and is settled here as that
program does:

- Havannah p x q x r has the cells (x, y) with 0 <= x <= p+q-2, 0 <= y <= q+r-2 and -r < x-y < p; the neighbours of
  (x, y) are (x+1, y), (x, y+1), (x+1, y+1) and their opposites. Hex has all (x, y) with x < columns and y < rows;
  the neighbours are (x+1, y), (x, y+1), (x-1, y+1) and their opposites. Cells are numbered by y, then x, from 0.
- White moves first in Havannah, Black in Hex. Black joins top and bottom (y), White left and right (x).
- Symmetries are the maps of the board onto itself that keep neighbours (in Hex also each colour's pair of sides),
  written as the list of the images of all cells, sorted.
- Searches try cells in ascending order. Each position with the prover to move counts against the bound.
"""
import argparse
import hashlib
import random
import sys

from checker import unzstd
from checker.connections import Connections
from checker.rules import BLACK, DRAW, LEFT_OUT, WHITE, Board, Invalid, applies, demand, put
from checker.strategy import Strategy

# With --sample: proofs with zones of more positions are checked by random parts of up to so many.
LARGE, PART = 8000, 60
RESULTS = ("White wins", "Black wins", "a draw")


class Reader:
    def __init__(self, data):
        self.data, self.place, self.nodes = data, 0, 0

    def byte(self):
        return self.take(1)

    def take(self, size):
        """A number of so many bytes."""
        if self.place + size > len(self.data):
            raise Invalid("form", "the certificate ends in the middle")
        self.place += size
        return int.from_bytes(self.data[self.place - size:self.place], "little")

    def number(self):
        """A number of variable length."""
        value = shift = 0
        while shift < 63:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value
        raise Invalid("form", "a number is too long")

    def at_most(self, most):
        value = self.number()
        if value > most:
            raise Invalid("form", "a list is longer than the board allows")
        return value


class Claim:
    """The header: what a certificate states. Leaves the reader at the end of the header."""

    def __init__(self, data):
        if data[:7] != b"RBPROOF":
            raise Invalid("form", "this is not a certificate")
        self.reader = read = Reader(data)
        read.place = 7
        self.version = read.byte()
        if not 1 <= self.version <= 4:
            raise Invalid("form", "this version is not known")
        if self.version == 4:
            whole = hashlib.sha256(data[:-32]).digest() == data[-32:]
            demand("checksum", whole, "the file is damaged: its checksum is another")
            read.data = data[:-32]
        kind = read.byte() if self.version == 4 else (0, 1, 2)[self.version - 1]
        game = read.byte()
        if kind > 2 or game > 2:
            raise Invalid("form", "there is no such kind of proof or game")
        self.board = Board(game, [read.byte() for _ in range(3 - game)])
        self.result, self.bound = read.byte(), read.take(4)
        if self.result > 2 or self.bound > 100000:
            raise Invalid("form", "there is no such result, or the bound is too large")
        self.connections, self.zones = kind == 1, kind == 2
        if self.connections and (self.result == DRAW or not self.board.hex):
            raise Invalid("form", "connections are for wins in Hex")
        fits = not self.zones or self.result != DRAW and not self.board.hex
        demand("kind", fits, "zones are for wins in Havannah and Y")
        self.position, self.turn = (0, 0), BLACK if game == 1 else WHITE
        set_up = self.version == 4 and self.set_up()
        self.moves = read.take(2)
        for number in range(self.moves):
            self.move(number, set_up)
        self.won = [self.board.has_won(self.position[colour], colour) for colour in (WHITE, BLACK)]
        demand("both", not all(self.won), "both sides have won")

    def set_up(self):
        """Stones that stand there from the beginning, and who moves first."""
        read, last, stones = self.reader, -1, self.reader.take(2)
        for _ in range(stones):
            cell, colour = read.take(2), read.byte()
            if not last < cell < len(self.board.cells) or colour > 1:
                raise Invalid("form", "a stone of the set-up is out of order or has no colour")
            last = cell
            self.position = put(self.position, self.board.cells[cell], colour)
        turn = read.byte()
        if turn > 1 or not stones and turn != self.turn:
            raise Invalid("form", "the wrong side moves first")
        self.turn = turn
        return stones > 0

    def move(self, number, set_up):
        cell, board = self.reader.take(2), self.board
        over = any(board.has_won(self.position[colour], colour) for colour in (WHITE, BLACK))
        demand("over", not over, "move %d comes after the end of the game" % (number + 1))
        if cell >= 0xFFFE and self.version == 4:
            first = self.position[1 - self.turn]
            allowed = number == 1 and not set_up and (board.hex or cell == 0xFFFF)
            demand("swap", allowed, "move %d is a swap that the game does not allow" % (number + 1))
            if cell == 0xFFFF and first:
                self.position = put((0, 0), self.mirrored(first), self.turn)
                self.turn = 1 - self.turn
            return
        if cell >= len(board.cells):
            raise Invalid("form", "move %d: there is no such cell" % (number + 1))
        taken = (self.position[0] | self.position[1]) & board.cells[cell]
        demand("moves", not taken, "move %d is on a cell that is taken" % (number + 1))
        self.position, self.turn = put(self.position, board.cells[cell], self.turn), 1 - self.turn

    def mirrored(self, stone):
        """Where the first stone lies after a swap."""
        if not self.board.hex:
            return stone
        x, y = self.board.places[self.board.number[stone & -stone]]
        if (y, x) not in self.board.places or self.board.places[-1][0] != self.board.places[-1][1]:
            raise Invalid("form", "a swap needs a square board")
        return self.board.cells[self.board.places.index((y, x))]


def check(data, sample=0, dice=None):
    """Checks a certificate; what it proves and what was looked at, in words."""
    claim = Claim(data)
    packed = claim.reader.data[claim.reader.place:]
    try:
        body, size = unzstd.decompress(packed)
    except unzstd.Damaged as damage:
        raise Invalid("form", str(damage))
    if size != len(packed):
        raise Invalid("form", "something follows the end of the certificate")
    reader = Reader(body)
    looked = prove(claim, reader, sample, dice)
    if reader.place != len(body):
        raise Invalid("form", "something follows the end of the proof")
    sides = "%s with %d cells" % (claim.board.game, len(claim.board.cells))
    return "%s after %d moves: %s (%s)" % (sides, claim.moves, RESULTS[claim.result], looked)


def prove(claim, reader, sample, dice):
    full = not claim.board.all & ~claim.position[0] & ~claim.position[1]
    if any(claim.won) or full:
        right = claim.won[claim.result] if claim.result != DRAW else not any(claim.won)
        demand("finished", right, "the game is over in the claimed position, with another result")
        return "the game is over"
    if claim.connections:
        return "%d rows" % len(Connections(claim, reader).rows)
    provers = [claim.result] if claim.result != DRAW else [WHITE, BLACK]
    halves = [Strategy(claim, reader, prover, claim.result == DRAW) for prover in provers]
    if sample and claim.zones and len(halves[0].nodes) > LARGE:
        # The zone of a node needs all that lies below it: whole parts are checked instead of lines.
        parts = halves[0].check_parts(sample, dice, PART, PART * sample)
        told = (parts, PART, halves[0].checked, len(halves[0].nodes))
        demand("form", parts, "no part of the proof is small enough to be looked at")
        return "%d random parts of up to %d positions in full, %d of %d positions" % told
    lines = 0 if claim.zones else sample
    for half in halves[:None if applies("halves") else 1]:
        for _ in range(lines or 1):
            half.check(dice if lines else None)
    told = (sum(half.checked for half in halves), sum(len(half.nodes) for half in halves))
    return ("%d random lines, %d visits of %d positions" % ((lines,) + told)) if lines else "%d positions" % told[1]


def batch():
    """A verdict for each line: hexadecimal digits, after names of rules that are left out, each with a minus."""
    for line in sys.stdin:
        words = line.split()
        LEFT_OUT.clear()
        LEFT_OUT.update(word[1:] for word in words[:-1])
        try:
            print("valid:", check(bytes.fromhex(words[-1])), flush=True)
        except Invalid as invalid:
            print("%s: %s" % (invalid.rule, invalid), flush=True)


def main():
    parser = argparse.ArgumentParser(description="Checks certificates of Havannah and Hex.")
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="check N random lines of play, or parts, of each")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="for --sample")
    parser.add_argument("--batch", action="store_true", help="certificates as hexadecimal digits, one a line")
    options = parser.parse_args()
    sys.setrecursionlimit(20000)
    if options.batch:
        return batch()
    failed = not options.files
    for name in options.files:
        try:
            with open(name, "rb") as file:
                told = check(file.read(), options.sample, random.Random(options.seed))
            print("%s: valid: %s" % (name, told))
        except (Invalid, OSError) as why:
            failed = True
            print("%s: invalid: %s" % (name, why))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
