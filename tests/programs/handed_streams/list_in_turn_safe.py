"""An event is recorded on each stream of a list, and waited for."""
import cupy as cp


def smooth_parts(parts, smooth, lanes, stream):
    start = stream.record()
    for lane in lanes:
        lane.wait_event(start)
    for i in range(parts.shape[0]):
        lane = lanes[i % len(lanes)]
        with lane:
            smooth[i] *= 2
    for lane in lanes:
        stream.wait_event(lane.record())


def estimate(parts: cp.ndarray, stream, lanes):
    with stream:
        smooth = cp.empty_like(parts)
    smooth_parts(parts, smooth, lanes, stream)
    with stream:
        return smooth * smooth
