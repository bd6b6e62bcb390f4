"""The same, after all lanes were waited for; and a ring whose slots are waited for as they are asked for."""

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
        for lane in self.lanes:
            self.tail.wait_event(lane.record())
        with self.tail:
            return float(functools.reduce(operator.add, found))


class Ring:
    def __init__(self, n):
        self.copy, self.compute = (cp.cuda.Stream(non_blocking=True) for _ in range(2))
        self.slots = [cp.empty(n) for _ in range(2)]
        self.count = 0

    def filled(self, host):
        slot = self.slots[self.count % 2]
        self.count += 1
        slot.set(host, stream=self.copy)
        self.compute.wait_event(self.copy.record())
        return slot

    def run(self, hosts):
        found = []
        for slot in map(self.filled, hosts):
            with self.compute:
                found.append(slot.sum())
            self.copy.wait_event(self.compute.record())
        self.compute.synchronize()
        return [float(each) for each in found]
