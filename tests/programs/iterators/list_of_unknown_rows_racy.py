"""`list` of rows whose number is not known holds those that are known."""

import itertools

import cupy as cp


def totals(parts):
    lanes = [cp.cuda.Stream(non_blocking=True) for _ in range(2)]
    found = []
    for part, lane in list(zip(parts, itertools.cycle(lanes))):
        with lane:
            found.append(cp.asarray(part).sum())
    return float(found[0])  # expect: CUP103
