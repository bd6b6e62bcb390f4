import cupy as cp
import jax
import modules


class Buffer:
    def __init__(self):
        self.size = 0
        self.memory = None

    def assign(self, size):
        if size > self.size:
            self.size = size
            self.memory = cp.cuda.alloc(size)

    def take(self, source, size, offset, stream):
        target = self.memory + offset
        xp = modules.of_array(source)
        if xp is cp:
            data = source.data
        elif xp is jax:
            data = cp.cuda.MemoryPointer(cp.cuda.UnownedMemory(source.data_ptr, size, source), 0)
        else:
            raise TypeError
        target.copy_from_device_async(data, size, stream)  # expect: CUP101


def pack(params, buffer, dtype, fill, stream):
    offset = 0
    for param in params:
        value = param.grad
        if value is None and fill:
            value = param.xp.zeros_like(param.data)
        if value.dtype != dtype:
            buffer.take(value.astype(dtype), value.size, offset, stream)
        else:
            buffer.take(value, value.size, offset, stream)
        offset += value.size
