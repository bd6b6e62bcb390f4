import cupy as cp
from buffers import Buffer, pack


def exchange(params, fill, size):
    stream = cp.cuda.Stream(non_blocking=True)
    buffer = Buffer()
    buffer.assign(size)
    pack(params, buffer, cp.float16, fill, stream)
    stream.synchronize()
