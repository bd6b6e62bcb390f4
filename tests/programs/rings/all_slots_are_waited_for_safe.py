"""Which slot is used is not known, but whoever gathers the parts waits for the events of all slots."""

import random

import cupy as cp

streams = [cp.cuda.Stream(non_blocking=True) for _ in range(4)]
events = [cp.cuda.Event() for _ in streams]
sink = cp.cuda.Stream(non_blocking=True)


def scattered(values):
    parts = []
    for value in values:
        slot = random.randrange(len(streams))
        with streams[slot]:
            parts.append(cp.full(1 << 14, value))
        events[slot].record(streams[slot])
    return parts


def gathered(parts):
    for event in events:
        sink.wait_event(event)
    with sink:
        return cp.concatenate(parts)  # maybe: CUP101


joined = gathered(scattered(range(10)))
with sink:
    print(int(joined.sum()))
