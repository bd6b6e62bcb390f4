"""Code that is not seen works on the current stream with the arrays of a list, too."""
import cupy as cp


def run(f, xs, n):
    load, work = cp.cuda.Stream(), cp.cuda.Stream()
    with load:
        buffers = [cp.empty(n) for _ in range(2)]
        for buffer, x in zip(buffers, xs):
            buffer.set(x)
    with work:
        f([buffer[:n] for buffer in buffers], n)  # expect: CUP101
    work.synchronize()
