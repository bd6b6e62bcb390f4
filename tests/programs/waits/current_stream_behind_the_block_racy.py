"""Behind the block the null stream is current again."""

import cupy as cp


def roots(values):
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        result = cp.sqrt(cp.asarray(values))
    cp.cuda.get_current_stream().synchronize()
    return result  # expect: CUP103
