import cupy as cp


def stream_blocks(n_blocks):
    load = cp.cuda.Stream(non_blocking=True)
    work = cp.cuda.Stream(non_blocking=True)
    buf = [cp.zeros(4096), cp.zeros(4096)]
    out = cp.zeros(4096)
    cp.cuda.Device().synchronize()
    done = []
    for i in range(n_blocks):
        if i >= 3:
            done[i - 3].synchronize()
        with load:
            buf[i % 2][...] = i  # expect: CUP102
        ready = load.record()
        work.wait_event(ready)
        with work:
            out += buf[i % 2]
        done.append(work.record())
    work.synchronize()
    return out


print(stream_blocks(50))
