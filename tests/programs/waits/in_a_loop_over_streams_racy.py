"""Each of several streams has work, none is waited for."""

import cupy as cp


def run(parts, results):
    streams = [cp.cuda.Stream(non_blocking=True) for _ in range(3)]
    for part, result, stream in zip(parts, results, streams):
        with stream:
            cp.asnumpy(cp.sqrt(cp.asarray(part)), out=result, blocking=False)
    cp.cuda.Stream.null.synchronize()  # expect: CUP117
