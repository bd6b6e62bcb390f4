"""A function that `map` calls for each part, on the lanes in turn; the sum of what it gives waits for none of them."""

import functools
import itertools
import operator

import cupy as cp


def moment(order, part, lane):
    with lane:
        return cp.sum(part**order)


class Moments:
    def __init__(self, lanes=3):
        self.lanes = [cp.cuda.Stream(non_blocking=True) for _ in range(lanes)]
        self.tail = cp.cuda.Stream(non_blocking=True)

    def total(self, parts, order):
        found = list(map(functools.partial(moment, order), parts, itertools.cycle(self.lanes)))
        with self.tail:
            return float(functools.reduce(operator.add, found))  # expect: CUP101


def rows(parts):
    side = cp.cuda.Stream(non_blocking=True)
    first, second = itertools.starmap(moment, [(1, parts[0], side), (2, parts[1], side)])
    return float(first)  # expect: CUP103
