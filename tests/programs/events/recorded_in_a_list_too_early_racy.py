"""Join waits for streams that are recorded too early: events listed before the loop."""

import cupy as cp


def main():
    streams = [cp.cuda.Stream(non_blocking=True) for _ in range(3)]
    events = [s.record() for s in streams]
    parts = []
    for s in streams:
        with s:
            parts.append(cp.ones(10) * 3)
    cur = cp.cuda.get_current_stream()
    for e in events:
        cur.wait_event(e)
    print(cp.stack(parts).sum())  # expect: CUP103


main()
