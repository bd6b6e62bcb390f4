"""A library is called on streams of the function, and the null stream is waited for."""

import cupy as cp
from library import tokenize


def tokens(columns):
    streams = [cp.cuda.Stream(non_blocking=True) for _ in range(4)]
    results = []
    for column, stream in zip(columns, streams):
        with stream:
            results.append(tokenize(column))
    cp.cuda.Stream.null.synchronize()  # expect: CUP117
    return results
