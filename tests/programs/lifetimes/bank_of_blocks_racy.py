"""Blocks of the device that go from stream to stream: the event is recorded on the current stream, not on the one that works."""
import collections

import cupy as cp


class Block:
    def __init__(self, size):
        self.size = size
        self.memory = cp.cuda.MemoryPointer(cp.cuda.Memory(size), 0)
        self.used = cp.cuda.Event(disable_timing=True)

    def as_array(self, shape):
        return cp.ndarray(shape, dtype=cp.float32, memptr=self.memory)


class BlockBank:
    def __init__(self):
        self._free = collections.defaultdict(collections.deque)

    def take(self, size, stream):
        blocks = self._free[size]
        if not blocks:
            return Block(size)
        block = blocks.popleft()
        stream.wait_event(block.used)
        return block

    def give_back(self, block, stream):
        block.used.record()
        self._free[block.size].append(block)


class Blur:
    def __init__(self, bank, lanes=2):
        self.bank = bank
        self.streams = [cp.cuda.Stream(non_blocking=True) for _ in range(lanes)]

    def _one(self, image, stream):
        block = self.bank.take(image.nbytes, stream)
        with stream:
            work = block.as_array(image.shape)
            cp.copyto(work, image)  # expect: CUP102
            made = image - work  # expect: CUP101
        self.bank.give_back(block, stream)
        return made

    def all(self, images):
        made = []
        for number, image in enumerate(images):
            stream = self.streams[number % len(self.streams)]
            made.append((self._one(image, stream), stream))
        return [cp.asnumpy(one, stream=stream) for one, stream in made]
