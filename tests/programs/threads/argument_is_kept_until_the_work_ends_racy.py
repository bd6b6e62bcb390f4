from concurrent.futures import ThreadPoolExecutor

import cupy as cp

main, worker = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)


def scale(x, out, ready):
    worker.wait_event(ready)
    with worker:
        cp.multiply(x, 2, out=out)
    return worker.record()


pool = ThreadPoolExecutor(2)
with main:
    out = [cp.empty(1 << 20) for _ in range(3)]
    finished = []
    for k in range(3):
        x = cp.arange(1 << 20) + k  # expect: CUP104
        finished.append(pool.submit(scale, x, out[k], main.record()))
    for future in finished:
        main.wait_event(future.result())
    print(sum(out))
