"""Proofs by a strategy: a node for each position in which the opponent moves, and how each of its replies fails.

`Strategy` reads the records of one half, keeping for each node the position that it belongs to, and checks them.
"""
from checker.rules import Invalid, applies, bits, count, demand, put

NEVER = 1 << 30


class Zone:
    """What a proof makes use of: cells it plays or would win on, forced blocks, how many other replies in a line."""

    def __init__(self, cells=0, forced=0, unforced=0, first=0):
        self.cells, self.forced, self.unforced, self.first = cells, forced, unforced, first

    def union(self, other):
        return Zone(self.cells | other.cells, self.forced | other.forced, max(self.unforced, other.unforced))

    def after(self, cell):
        """The prover plays the cell, then this."""
        return Zone(self.cells | cell, self.forced, self.unforced, cell)

    def before(self, threats):
        """The opponent moves, then this; it must block the threat, if there is one."""
        more = int(not threats and applies("zone-unforced"))
        return Zone(self.cells | threats, self.forced | threats, self.unforced + more)


class Enough(Exception):
    """A part of the proof is larger than may be looked at."""


class Node:
    """A position with the opponent to move, and how its replies fail."""

    def __init__(self, position):
        self.position, self.chains, self.replies, self.zone, self.size = position, [], [], None, 0


class Strategy:
    """One half of a certificate: the prover wins or, with `draws`, does not lose."""

    def __init__(self, claim, reader, prover, draws):
        self.claim, self.board, self.reader = claim, claim.board, reader
        self.me, self.you, self.draws = prover, 1 - prover, draws
        self.nodes, self.checked, self.left, self.most = [], 0, 0, NEVER
        moves = claim.turn == prover
        self.root = (self.read_answer if moves else self.read_node)(claim.position)
        if reader.byte() != 0xE5 or reader.number() != len(self.nodes):
            raise Invalid("form", "the end of a half is not where it should be")

    def free(self, position):
        return self.board.all & ~position[0] & ~position[1]

    # -- records, with the positions that they belong to

    def read_cell(self):
        number = self.reader.take(1 if len(self.board.cells) <= 256 else 2)
        return self.cell(number)

    def cell(self, number):
        if number >= len(self.board.cells):
            raise Invalid("form", "there is no such cell")
        return self.board.cells[number]

    def read_chains(self):
        most = len(self.board.cells)
        return [[self.read_cell() for _ in range(self.reader.at_most(most))] for _ in range(self.reader.at_most(most))]

    def read_node(self, position):
        node, begun = Node(position), len(self.nodes)
        self.nodes.append(node)
        if self.claim.zones:
            number = self.reader.number()
            while number:
                self.read_reply(node, self.cell(number - 1))
                number = self.reader.number()
            node.chains = self.read_chains()
        else:
            node.chains = self.read_chains()
            for _ in range(self.reader.at_most(len(self.board.cells))):
                self.read_reply(node, self.read_cell())
        node.size = len(self.nodes) - begun
        return node

    def read_reply(self, node, cell):
        fresh = self.free(node.position) & ~sum(reply for reply, _ in node.replies) & cell
        if not fresh:
            raise Invalid("form", "a reply stands there twice or is not legal")
        node.replies.append((cell, self.read_answer(put(node.position, cell, self.you))))

    def read_answer(self, position):
        """Nothing for a search, or a cell with what follows: nothing, a node, a symmetry and a node, or pairs."""
        kind = self.reader.byte()
        if kind == 0:
            return None
        if kind > 3:
            raise Invalid("form", "there is no such answer")
        cell = self.read_cell()
        demand("answer", self.free(position) & cell, "an answer is on a cell that is taken")
        wins = self.board.wins_at(position[self.me], cell, self.me)
        if kind == 1:
            return cell, None, None if wins else self.read_node(put(position, cell, self.me))
        if kind == 3:
            if wins:
                raise Invalid("form", "the game is over")
            return cell, None, self.read_pairs()
        symmetry, back = self.reader.byte(), self.reader.number()
        if wins or symmetry >= len(self.board.symmetries) or not 0 < back <= len(self.nodes):
            raise Invalid("form", "there is no such node or symmetry, or the game is over")
        return cell, self.board.symmetries[symmetry], self.nodes[-back]

    def read_pairs(self):
        return [(self.read_cell(), self.read_cell()) for _ in range(self.reader.at_most(len(self.board.cells) // 2))]

    # -- the proof

    def check(self, dice=None):
        """Checks all, or with dice one random line."""
        if isinstance(self.root, Node):
            self.check_node(self.root, dice)
        else:
            self.check_answer(self.claim.position, self.root, dice)

    def check_parts(self, tries, dice, size, most):
        """Follows random replies down to nodes with so many positions below them, and checks those in full, until
        so many positions were looked at. On the way only the opponent's cells to win on are looked at. How many
        parts there were."""
        parts = 0
        for _ in range(tries):
            node = self.root if isinstance(self.root, Node) else self.root[2]
            while node.size > size:
                demand("danger", not self.board.targets(node.position, self.you), "the opponent can win at once")
                below = [answer[2] for _, answer in node.replies if answer and isinstance(answer[2], Node)]
                node = dice.choice(below) if below else Node(node.position)
            self.most = self.checked + most // tries
            try:
                if node.size and node.zone is None:
                    self.check_node(node, None)
                    parts += 1
            except Enough:
                continue
        return parts

    def check_node(self, node, dice):
        position, zone = node.position, Zone()
        if self.checked >= self.most:
            raise Enough
        self.checked += 1
        danger = self.board.targets(position, self.you)
        demand("danger", not danger, "the opponent can win at once")
        demand("full", self.draws or self.free(position), "the board is full: a draw")
        left = self.pressing(position) & ~sum(cell for cell, _ in node.replies)
        replies = [dice.choice(node.replies)] if dice and node.replies else node.replies
        answered = [self.check_answer(put(position, cell, self.you), answer, dice) for cell, answer in replies]
        for used in answered:
            zone = zone.union(used)
            if self.claim.zones:
                left &= ~self.dismissed(position, used, left)
        for chain in node.chains:
            for cell in bits(left):
                used = self.replay(put(position, cell, self.you), chain)
                if used:
                    left, zone = left & ~cell, zone.union(used)
        demand("reply", not left, "nothing answers " + (self.board.name(left & -left) if left else ""))
        threats = self.board.targets(position, self.me)
        node.zone = Zone(threats) if count(threats) > 1 else zone.before(threats)
        return node.zone

    def pressing(self, position):
        """The replies that do not fail at sight."""
        threats = self.board.targets(position, self.me)
        if not threats:
            return 0 if self.safe(position) else self.free(position)
        return threats if count(threats) == 1 and applies("block") else 0

    def safe(self, position):
        """Is a draw enough, and could the opponent not win even if it owned every empty cell?"""
        hopeless = self.draws and not self.board.has_won(self.board.all & ~position[self.me], self.you)
        return hopeless or self.draws and not applies("safe")

    def check_answer(self, position, answer, dice):
        """The prover is to move."""
        if answer is None:
            self.left = self.claim.bound
            zone = self.search(position)
            demand("ending", zone, "an ending is not proved within %d positions" % self.claim.bound)
            return zone or Zone()
        cell, symmetry, node = answer
        if node is None:
            return Zone().after(cell)
        if isinstance(node, list):
            self.check_pairs(put(position, cell, self.me), node)
            return Zone(self.board.all, self.board.all, NEVER).after(cell)
        if symmetry is None:
            return self.check_node(node, dice).after(cell)
        after = put(position, cell, self.me)
        same = tuple(self.board.carried(stones, symmetry) for stones in after) == node.position
        demand("like", same, "the position referred to is another one")
        if dice:
            return self.check_node(node, dice)
        if node.zone is None and self.most < NEVER:
            self.check_node(node, None)
        if node.zone is None:
            return Zone(self.board.all, self.board.all, NEVER).after(cell)
        if not applies("zone-known"):
            return Zone().after(cell)
        cells, forced = (self.board.carried_back(part, symmetry) for part in (node.zone.cells, node.zone.forced))
        return Zone(cells, forced, node.zone.unforced).after(cell)

    def check_pairs(self, position, pairs):
        """Does the prover not lose if it answers each stone on a cell of a pair on the other cell?"""
        demand("pairs-draw", self.draws, "pairs win nothing")
        board, own, paired = self.board, position[self.me], 0
        for a, b in pairs:
            demand("pairs-free", self.free(position) & a and self.free(position) & b, "a cell of a pair is taken")
            demand("pairs-apart", a != b and not (a | b) & paired, "a cell is in two pairs")
            paired |= a | b
        other = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
        left = board.all & ~own
        while left:
            region = waiting = left & -left
            while waiting:
                cell = waiting & -waiting
                new = board.spread(cell) & ~own & ~region & ~other.get(cell, 0)
                region, waiting = region | new, (waiting | new) & ~cell
            demand("pairs-join", not board.joins(region, self.you), "the opponent can join what it needs")
            left &= ~region
        tied, grown = 0, board.all & ~board.inner
        while tied != grown:
            tied = grown
            walk = tied & own
            grown |= board.spread(walk)
            for a, b in pairs:
                common = board.spread(a) & board.spread(b) & ~a & ~b
                if not (a | b) & board.inner or common & walk:
                    grown |= common
        demand("pairs-ring", not board.rings or tied == board.all, "the opponent can make a ring")

    def replay(self, position, chain):
        """Does the prover, to move, win by this chain of threats? The zone of the proof, or nothing."""
        zone, first = Zone(), chain[0] if chain else 0
        for move in chain + [0]:
            wins = self.board.targets(position, self.me)
            if wins:
                last = wins & -wins
                return Zone(zone.cells | last, zone.forced, 0, first if zone.cells else last)
            if not move:
                return None if applies("chain-end") else zone
            danger = self.board.targets(position, self.you) & ~move
            if danger and applies("chain-danger") or not self.free(position) & move and applies("chain-cell"):
                return None
            position = put(position, move, self.me)
            threats = self.board.targets(position, self.me)
            zone = Zone(zone.cells | move | threats, zone.forced | threats, 0, first)
            if count(threats) > 1:
                return Zone(zone.cells, zone.forced & ~threats, 0, first)
            if not threats and applies("chain-threat"):
                return None
            position = put(position, threats, self.you)
        return None

    def search(self, position):
        """A plain search with the prover to move. The zone of the proof, or nothing."""
        if self.left == 0:
            return None if applies("bound") else Zone()
        self.left -= 1
        wins, danger = (self.board.targets(position, colour) for colour in (self.me, self.you))
        danger = danger if applies("ending-danger") else 0
        if wins:
            return Zone().after(wins & -wins)
        if count(danger) > 1:
            return None
        if not danger and self.safe(position):
            return Zone()
        for cell in bits(danger or self.free(position)):
            zone = self.survive(put(position, cell, self.me))
            if zone:
                return zone.after(cell)
        return None

    def survive(self, position):
        """The same with the opponent to move."""
        if self.board.targets(position, self.you) and applies("ending-danger"):
            return None
        threats, zone = self.board.targets(position, self.me), Zone()
        if count(threats) > 1:
            return Zone(threats)
        if not threats and self.safe(position):
            return zone
        replies = threats or self.free(position)
        if not replies and applies("ending-full"):
            return None
        for cell in bits(replies):
            used = self.search(put(position, cell, self.you))
            if not used:
                return None
            zone = zone.union(used)
        return zone.before(threats)

    # -- zones

    def dismissed(self, position, zone, replies):
        """The replies that fail to the proof of another reply, which has this zone."""
        far = replies & ~zone.cells if applies("zone-cells") else replies
        if not far:
            return 0
        most = zone.unforced + (2 if applies("zone-stones") else 0)
        open_cells = self.board.all & ~position[self.me] & ~zone.first
        free = (position[self.you] | (zone.forced if applies("zone-forced") else 0)) & open_cells
        corners = [self.ways(corner, open_cells, free, most) for corner in bits(self.board.corners)]
        edges = [self.ways(edge, open_cells, free, most) for edge in self.board.edges]
        gone = 0
        for cell in bits(far):
            bridge = applies("zone-bridge") and self.joined(corners, cell, 1) <= most
            fork = applies("zone-fork") and self.joined(edges, cell, 2) <= most
            ring = applies("zone-ring") and self.board.rings and self.ring(cell, open_cells, free, most)
            gone |= 0 if bridge or fork or ring else cell
        return gone

    def ways(self, start, walk, free, most):
        """For 0, 1, 2... stones: what can be reached from the start, both ends paid for, free cells costing nothing."""
        rows, reached = [self.board.flood(start & free, walk & free)], None
        while len(rows) <= most and reached != rows[-1]:
            reached = rows[-1]
            step = reached | (self.board.spread(reached) | start) & walk
            rows.append(step | self.board.flood(self.board.spread(step) & walk & free, walk & free))
        return rows

    def price(self, rows, cells):
        return next((price for price, row in enumerate(rows) if row & cells), NEVER)

    def joined(self, goals, cell, far):
        """The cell, with the way to the nearest goal and to the one so many places further."""
        prices = sorted([self.price(rows, cell) for rows in goals] + [NEVER] * (far + 1))
        return prices[0] + prices[far] - 1

    def ring(self, cell, open_cells, free, most):
        """Can a ring through the cell be had?"""
        near = self.board.spread(cell) & ~cell & open_cells
        around = open_cells & ~self.board.spread(cell)
        for start in bits(near):
            rows = self.ways(start, around | start, free, most)
            for end in bits(near & ~self.board.spread(start)):
                way = self.price(rows, self.board.spread(end) & around)
                if 1 + way + (not end & free) <= most:
                    return True
        return False
