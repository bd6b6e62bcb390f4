"""Parts from several devices are added up on each of them, once all work on them is done."""

import typing
from concurrent.futures import ThreadPoolExecutor

import cupy as cp


class Workers:
    def __init__(self, numbers):
        self.numbers = numbers
        self.executor = ThreadPoolExecutor(len(numbers))

        def make(number):
            with cp.cuda.Device(number):
                return [cp.cuda.Stream() for _ in range(2)]

        self.streams = list(self.executor.map(make, self.numbers))

    def run(self, work):
        def inner(number, streams):
            with cp.cuda.Device(number), streams[1]:
                return work(number)

        return list(self.executor.map(inner, self.numbers, self.streams))

    def bring(self, part, number):
        with cp.cuda.Device(number):
            return cp.asarray(part)

    def add(self, parts: typing.List[cp.ndarray]):
        def total(number):
            found = 0
            for part in parts:
                found += self.bring(part, number)
            return found

        for number in self.numbers:
            cp.cuda.Device(number).synchronize()
        return self.run(total)
