import cupy as cp
import filters


def run(process, frames):
    load = cp.cuda.Stream(non_blocking=True)
    work = cp.cuda.Stream(non_blocking=True)
    uploaded, results = cp.cuda.Event(), []
    for frame in frames:
        with load:
            x = cp.asarray(frame) * 2
        uploaded.record(load)
        work.wait_event(uploaded)
        with work:
            results.append(process(x))
    with load:
        y = cp.asarray(frames[0]) * 2
        filters.sharpen(y)
    with work:
        filters.synchronized(y)
        logger.info("sharp", y.shape)
    return results
