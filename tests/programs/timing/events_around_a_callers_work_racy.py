"""A helper that records on the current stream, and is given a stream for the work."""
import cupy as cp


def bench(operation, stream, repeat=20):
    start, stop = cp.cuda.Event(), cp.cuda.Event()
    start.record()
    for _ in range(repeat):
        with stream:
            operation()
    stop.record()
    stop.synchronize()
    return cp.cuda.get_elapsed_time(start, stop) / repeat  # expect: CUP505


x = cp.random.rand(1 << 20)
stream = cp.cuda.Stream(non_blocking=True)
stream.wait_event(cp.cuda.get_current_stream().record())
print(bench(lambda: cp.sort(x), stream))
stream.synchronize()
