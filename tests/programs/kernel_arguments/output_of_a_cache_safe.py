"""A kernel writes into memory that a cache gives, of which nothing is known: it makes no array of its own."""
import cupy as cp

LOG = cp.ElementwiseKernel("float32 a, float32 b", "float32 c", "c = logf(a + b)", "log_of_sum")


def logs(cache, parts, b: cp.ndarray):
    streams = [cp.cuda.Stream(non_blocking=True) for _ in range(2)]
    cp.cuda.Device().synchronize()
    for number in range(6):
        LOG(parts[number], b, cache[number], stream=streams[number % 2])
    for stream in streams:
        stream.synchronize()
