"""An array over the memory of another one: by its address, its size and what keeps it alive."""

import cupy as cp


class Store:
    def __init__(self, shape):
        self.frames = cp.zeros(shape, dtype=cp.float32)

    @property
    def handle(self):
        return self.frames.data.ptr, self.frames.nbytes, self.frames


def wrapped(address, size, owner, shape):
    memory = cp.cuda.UnownedMemory(address, size, owner)
    return cp.ndarray(shape, dtype=cp.float32, memptr=cp.cuda.MemoryPointer(memory, 0))


camera = cp.cuda.Stream(non_blocking=True)
store = Store((128, 128))
seen = wrapped(*store.handle, (128, 128))
cp.cuda.Device().synchronize()
with camera:
    store.frames += 1
print(seen.sum())  # expect: CUP103
