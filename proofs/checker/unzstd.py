"""Decompresses one zstd frame (RFC 8878), slowly and plainly, for Pythons without a zstd module of their own.

Begin at `decompress`. A frame is a header and blocks; a compressed block holds literals (bytes, often packed with a
Huffman code) and sequences (copy so many literals, then so many bytes from so far back), whose three numbers are
coded by finite state machines (FSE). Dictionaries are not known here, and the frame's checksum is not looked at.
"""

LITERAL_LENGTHS = [(i, 0) for i in range(16)] + [
    (16, 1), (18, 1), (20, 1), (22, 1), (24, 2), (28, 2), (32, 3), (40, 3), (48, 4), (64, 6),
    (128, 7), (256, 8), (512, 9), (1024, 10), (2048, 11), (4096, 12), (8192, 13), (16384, 14), (32768, 15), (65536, 16)]
MATCH_LENGTHS = [(i + 3, 0) for i in range(32)] + [
    (35, 1), (37, 1), (39, 1), (41, 1), (43, 2), (47, 2), (51, 3), (59, 3), (67, 4), (83, 4), (99, 5), (131, 7),
    (259, 8), (515, 9), (1027, 10), (2051, 11), (4099, 12), (8195, 13), (16387, 14), (32771, 15), (65539, 16)]
OFFSETS = [(1 << i, i) for i in range(32)]

# The chances that stand in the format itself, by kind of number: the logarithm of the table's size, then the counts.
PREDEFINED = {
    "literals": (6, [4, 3] + [2] * 6 + [2] * 5 + [1] * 3 + [2] * 9 + [3, 2] + [1] * 5 + [-1] * 4),
    "offsets": (5, [1] * 6 + [2] * 3 + [1] * 15 + [-1] * 5),
    "matches": (6, [1, 4, 3, 2, 2, 2, 2, 2, 2] + [1] * 37 + [-1] * 7),
}
VALUES = {"literals": LITERAL_LENGTHS, "offsets": OFFSETS, "matches": MATCH_LENGTHS}
LARGEST_LOG = {"literals": 9, "offsets": 8, "matches": 9}


class Damaged(Exception):
    """The bytes are no frame that this decoder knows."""


class Forward:
    """Bits of a byte string from the lowest bit of the first byte on."""

    def __init__(self, data):
        self.bits, self.place, self.length = int.from_bytes(data, "little"), 0, 8 * len(data)

    def peek(self, count):
        return self.bits >> self.place & (1 << count) - 1

    def take(self, count):
        value = self.peek(count)
        self.place += count
        return value


class Backward:
    """Bits of a byte string from its end, where a highest bit set marks the start; zeros beyond the first byte."""

    def __init__(self, data):
        if not data or data[-1] == 0:
            raise Damaged("a bit stream has no end mark")
        self.data, self.left = data, 8 * len(data) - 9 + data[-1].bit_length()

    def take(self, count):
        self.left -= count
        if count == 0:
            return 0
        first = max(self.left, 0)
        low, high = first >> 3, (self.left + count + 7) >> 3
        value = int.from_bytes(self.data[low:max(high, low)], "little") >> (first & 7)
        if self.left < 0:
            value <<= -self.left
        return value & (1 << count) - 1


def read_counts(data, largest_log):
    """Reads the chances of an FSE table; gives the logarithm of its size, the counts, and the bytes read."""
    bits = Forward(data)
    log = 5 + bits.take(4)
    if log > largest_log:
        raise Damaged("a table is too large")
    left, counts = (1 << log) + 1, []
    while left > 1:
        width = left.bit_length()
        # Small values take one bit less.
        spare = (1 << width) - 1 - left
        value = bits.peek(width - 1)
        if value < spare:
            bits.take(width - 1)
        else:
            value = bits.take(width)
            if value >= 1 << width - 1:
                value -= spare
        counts.append(value - 1)
        left -= abs(value - 1)
        if value == 1:
            while True:
                repeat = bits.take(2)
                counts += [0] * repeat
                if repeat < 3:
                    break
        if len(counts) > 256 or bits.place > bits.length:
            raise Damaged("a table does not end")
    return log, counts, (bits.place + 7) // 8


def build_states(log, counts):
    """The FSE machine: for each state its symbol, how many bits to read, and what to add to them for the next state."""
    size = 1 << log
    symbols, high = [None] * size, size - 1
    for symbol, count in enumerate(counts):
        if count == -1:
            symbols[high] = symbol
            high -= 1
    place, step = 0, (size >> 1) + (size >> 3) + 3
    for symbol, count in enumerate(counts):
        for _ in range(max(count, 0)):
            symbols[place] = symbol
            place = place + step & size - 1
            while place > high:
                place = place + step & size - 1
    following = [abs(count) for count in counts]
    states = []
    for symbol in symbols:
        if symbol is None:
            raise Damaged("a table has a gap")
        number = following[symbol]
        following[symbol] += 1
        width = log - number.bit_length() + 1
        states.append((symbol, width, (number << width) - size))
    return states


def read_weights(data):
    """The weights of a Huffman code, and the bytes read."""
    if not data:
        raise Damaged("a code is missing")
    head = data[0]
    if head >= 128:
        count = head - 127
        size = 1 + (count + 1) // 2
        nibbles = [half for byte in data[1:size] for half in (byte >> 4, byte & 15)]
        return nibbles[:count], size
    packed = data[1:1 + head]
    log, counts, used = read_counts(packed, 6)
    states, bits, weights = build_states(log, counts), Backward(packed[used:]), []
    pair = [bits.take(log), bits.take(log)]
    while len(weights) < 256:
        # Two machines take turns; when the bits run out, the other one has the last word.
        symbol, width, base = states[pair[0]]
        weights.append(symbol)
        if bits.left < width:
            weights.append(states[pair[1]][0])
            return weights, 1 + head
        pair = [pair[1], base + bits.take(width)]
    raise Damaged("a code has too many symbols")


def huffman_table(weights):
    """For each run of `most` bits the symbol that it begins with and its length."""
    total = sum(1 << weight >> 1 for weight in weights)
    if total == 0:
        raise Damaged("a code is empty")
    most = total.bit_length()
    rest = (1 << most) - total
    if rest & rest - 1 or most > 12:
        raise Damaged("a code does not close")
    weights = weights + [rest.bit_length()]
    table = []
    for weight in range(1, most + 1):
        for symbol, own in enumerate(weights):
            if own == weight:
                table += [(symbol, most + 1 - weight)] * (1 << weight - 1)
    return table, most


def huffman_stream(data, table, most, count):
    """Decodes so many literals."""
    bits, out = Backward(data), bytearray()
    value, left, mask = int.from_bytes(data, "little") << most, bits.left + most, (1 << most) - 1
    for _ in range(count):
        symbol, width = table[value >> left - most & mask]
        out.append(symbol)
        left -= width
        if left < most:
            raise Damaged("literals run out")
    if left != most:
        raise Damaged("bits are left over behind the literals")
    return out


class Frame:
    """What blocks of a frame hand on to each other."""

    def __init__(self, limit):
        self.out, self.limit = bytearray(), limit
        self.recent = [1, 4, 8]
        self.huffman = None
        self.machines = {}

    def literals(self, data):
        """The literals of a block, and the bytes read."""
        kind, form = data[0] & 3, data[0] >> 2 & 3
        if kind < 2:
            size = (1, 2, 1, 3)[form]
            count = int.from_bytes(data[:size], "little") >> (3, 4, 3, 4)[form]
            if count > 1 << 17:
                raise Damaged("too many literals")
            if kind == 0:
                return data[size:size + count], size + count
            return data[size:size + 1] * count, size + 1
        size, width = ((3, 10), (3, 10), (4, 14), (5, 18))[form]
        head = int.from_bytes(data[:size], "little") >> 4
        count, packed = head & (1 << width) - 1, head >> width
        end, body = size + packed, data[size:size + packed]
        if len(body) < packed:
            raise Damaged("a block ends in its literals")
        if kind == 2:
            weights, used = read_weights(body)
            self.huffman, body = huffman_table(weights), body[used:]
        if self.huffman is None:
            raise Damaged("a code is missing")
        if form == 0:
            return huffman_stream(body, *self.huffman, count), end
        sizes = [int.from_bytes(body[i:i + 2], "little") for i in (0, 2, 4)]
        part, out, start = (count + 3) // 4, bytearray(), 6
        for i in range(4):
            stop = start + sizes[i] if i < 3 else len(body)
            out += huffman_stream(body[start:stop], *self.huffman, part if i < 3 else count - 3 * part)
            start = stop
        return out, end

    def machine(self, kind, mode, data):
        """The state machine of one kind of number, and the bytes read."""
        used = 0
        if mode == 0:
            log, counts = PREDEFINED[kind]
            self.machines[kind] = (log, build_states(log, counts))
        elif mode == 1:
            self.machines[kind] = (0, [(data[0], 0, 0)])
            used = 1
        elif mode == 2:
            log, counts, used = read_counts(data, LARGEST_LOG[kind])
            self.machines[kind] = (log, build_states(log, counts))
        elif kind not in self.machines:
            raise Damaged("a table is missing")
        return used

    def compressed(self, data):
        """Unfolds a compressed block."""
        literals, place = self.literals(data)
        count = data[place]
        place += 1
        if count >= 128:
            wide = count == 255
            high = data[place:place + 1 + wide]
            place += 1 + wide
            count = int.from_bytes(high, "little") + 0x7F00 if wide else (count - 128 << 8) + high[0]
        if count == 0:
            self.out += literals
            return
        modes = data[place]
        place += 1
        for kind, shift in (("literals", 6), ("offsets", 4), ("matches", 2)):
            place += self.machine(kind, modes >> shift & 3, data[place:])
        self.sequences(count, literals, Backward(data[place:]))

    def sequences(self, count, literals, bits):
        """Copies literals and earlier bytes."""
        kinds = ("literals", "offsets", "matches")
        states = {kind: self.machines[kind][1] for kind in kinds}
        now = {kind: bits.take(self.machines[kind][0]) for kind in kinds}
        done = 0
        for number in range(count):
            row = {kind: states[kind][now[kind]] for kind in kinds}
            value = {}
            for kind in ("offsets", "matches", "literals"):
                base, width = VALUES[kind][row[kind][0]]
                value[kind] = base + bits.take(width)
            self.out += literals[done:done + value["literals"]]
            done += value["literals"]
            self.copy(self.distance(value["offsets"], value["literals"]), value["matches"])
            if number + 1 < count:
                for kind in ("literals", "matches", "offsets"):
                    now[kind] = row[kind][2] + bits.take(row[kind][1])
        if bits.left != 0 or done > len(literals):
            raise Damaged("a block's sequences do not fill it")
        self.out += literals[done:]

    def distance(self, code, literals):
        """How far back: one of the last three distances, or a new one."""
        recent = self.recent
        if code > 3:
            self.recent = [code - 3, recent[0], recent[1]]
            return code - 3
        which = code - 1 + (literals == 0)
        far = recent[0] - 1 if which == 3 else recent[which]
        self.recent = [far] + [old for i, old in enumerate(recent) if i != which][:2]
        return far

    def copy(self, far, count):
        if not 0 < far <= len(self.out) or len(self.out) + count > self.limit:
            raise Damaged("a copy reaches before the beginning, or there is too much")
        for start in range(0, count, far):
            begin = len(self.out) - far
            self.out += self.out[begin:begin + min(far, count - start)]


def decompress(data, limit=1 << 28):
    """The content of the frame at the beginning of `data`, and the number of bytes that it takes."""
    try:
        return unfold(bytes(data), limit)
    except (IndexError, KeyError, TypeError, ValueError) as error:
        raise Damaged("the frame is damaged: %s" % error) from None


def unfold(data, limit):
    if data[:4] != b"\x28\xb5\x2f\xfd":
        raise Damaged("there is no zstd frame")
    flags, place = data[4], 5
    single, size_bytes = flags >> 5 & 1, (flags >> 5 & 1, 2, 4, 8)[flags >> 6]
    if flags & 3 or flags & 8:
        raise Damaged("the frame needs a dictionary or is of another format")
    place += (not single) + size_bytes
    frame, last = Frame(limit), False
    while not last:
        if len(data) < place + 3:
            raise Damaged("the frame ends in the middle")
        head = int.from_bytes(data[place:place + 3], "little")
        place += 3
        last, kind, size = head & 1, head >> 1 & 3, head >> 3
        stored = 1 if kind == 1 else size
        block = data[place:place + stored]
        place += stored
        if len(block) < stored or kind == 3 or len(frame.out) + size > limit:
            raise Damaged("a block is cut off, unknown or too large")
        if kind == 0:
            frame.out += block
        elif kind == 1:
            frame.out += block * size
        else:
            frame.compressed(block)
    place += 4 * (flags >> 2 & 1)
    if place > len(data):
        raise Damaged("the frame ends in the middle")
    return bytes(frame.out), place
