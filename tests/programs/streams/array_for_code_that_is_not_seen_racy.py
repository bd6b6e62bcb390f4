import cupy as cp
import filters


def run(process, frames):
    load = cp.cuda.Stream(non_blocking=True)
    work = cp.cuda.Stream(non_blocking=True)
    uploaded, results = cp.cuda.Event(), []
    for frame in frames:
        uploaded.record(load)
        with load:
            x = cp.asarray(frame) * 2
        work.wait_event(uploaded)
        with work:
            results.append(process(x))  # expect: CUP101
    with load:
        y = cp.asarray(frames[0]) * 2
    with work:
        print("shape", y.shape, len(y))
        filters.sharpen(y)  # expect: CUP101
    return results
