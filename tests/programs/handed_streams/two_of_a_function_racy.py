"""Who asks for two streams means different ones."""
import cupy as cp


def scale(x: cp.ndarray, copy_stream, compute_stream):
    with copy_stream:
        y = x * 2
    with compute_stream:
        z = y + 1  # expect: CUP101
    copy_stream.synchronize()
    compute_stream.synchronize()
    return z
