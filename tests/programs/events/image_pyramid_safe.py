"""Image pyramid: each level on its own stream after its parent's event; dict of events."""

import cupy as cp
import cupyx.scipy.ndimage as ndi


def pyramid(image, levels=4):
    streams = {k: cp.cuda.Stream(non_blocking=True) for k in range(levels)}
    events = {}
    result = {}
    start = cp.cuda.get_current_stream().record()
    with streams[0] as s:
        s.wait_event(start)
        result[0] = ndi.gaussian_filter(image, 1.0)
        events[0] = s.record()
    for k in range(1, levels):
        with streams[k] as s:
            s.wait_event(events[k - 1])
            result[k] = ndi.zoom(result[k - 1], 0.5, order=1)
            events[k] = s.record()
    current = cp.cuda.get_current_stream()
    for e in events.values():
        current.wait_event(e)
    return [result[k] for k in range(levels)]


def contrast(levels):
    return [float(l.std()) for l in levels]


def main():
    image = cp.random.random((512, 512), dtype=cp.float32)
    levels = pyramid(image)
    print(contrast(levels))
    side = cp.cuda.Stream(non_blocking=True)
    side.wait_event(cp.cuda.get_current_stream().record())
    with side:
        levels = pyramid(image, 3)
        print(contrast(levels))


if __name__ == "__main__":
    main()
