"""One event is recorded on each stream of a list: a wait for it is one for the last of them."""
import cupy as cp


def smooth_parts(parts, smooth, lanes, stream):
    start = stream.record()
    done = cp.cuda.Event()
    for lane in lanes:
        lane.wait_event(start)
    for i in range(parts.shape[0]):
        lane = lanes[i % len(lanes)]
        with lane:
            smooth[i] *= 2
        done.record(lane)
    stream.wait_event(done)


def estimate(parts: cp.ndarray, stream, lanes):
    with stream:
        smooth = cp.empty_like(parts)
    smooth_parts(parts, smooth, lanes, stream)
    with stream:
        return smooth * smooth  # expect: CUP101
