"""Of jobs on several streams those are taken out that are over, again and again, until none is left."""
import dataclasses
import itertools

import cupy as cp
import cupyx


@dataclasses.dataclass(eq=False)
class Job:
    data: cp.ndarray
    host: object
    finished: cp.cuda.Event


class Board:
    def __init__(self, count=3):
        self._streams = itertools.cycle([cp.cuda.Stream(non_blocking=True) for _ in range(count)])
        self._jobs = []

    def submit(self, values):
        stream = next(self._streams)
        with stream:
            data = cp.asarray(values)
            host = cupyx.empty_like_pinned(data)
            data.get(out=host, blocking=False)
        self._jobs.append(Job(data, host, stream.record()))

    def harvest(self):
        over = [job for job in self._jobs if job.finished.done]
        self._jobs = [job for job in self._jobs if job not in over]
        return [job.host.copy() for job in over]

    def __len__(self):
        return len(self._jobs)


def all_of(parts):
    board = Board()
    for part in parts:
        board.submit(part)
    while len(board):
        yield from board.harvest()
