"""What is copied in one phase of a cycle is waited for in another one, which comes before the first one comes again."""
import cupy as cp
import cupyx

COLLECT = 12


def trace(steps, n):
    sim, out = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    host, copied, frames = cupyx.empty_pinned(n), cp.cuda.Event(), []
    with sim:
        pos, stage = cp.zeros(n), cp.empty(n)
    for step in range(steps):
        phase = step % 20
        with sim:
            pos += 1
            if phase == 0:
                stage[...] = pos
                filled = sim.record()
        if phase == 0:
            out.wait_event(filled)
            stage.get(stream=out, out=host, blocking=False)
            copied.record(out)
        elif phase == COLLECT:
            copied.synchronize()
            frames.append(host.copy())
    copied.synchronize()
    sim.synchronize()
    return frames
