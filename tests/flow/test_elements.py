"""Elements of lists and dicts under keys that are not known, where all elements are alike."""

from __future__ import annotations

from textwrap import dedent

import pytest

from tests.programs import check_marks, every

_RACY = {
    "a stream by its number": """
        import cupy as cp
        def run(n, worker):
            streams = [cp.cuda.Stream(non_blocking=True) for _ in range(3)]
            x = cp.zeros(n)
            with streams[worker]:
                x += 1  # expect: CUP101
            cp.cuda.Device().synchronize()
            return x
        """,
    "a number that is one of two": """
        import cupy as cp
        def run(n, mode):
            streams = [cp.cuda.Stream(non_blocking=True) for _ in range(3)]
            worker = 1 if mode == "copy" else 2
            x = cp.zeros(n)
            with streams[worker]:
                x += 1  # expect: CUP101
            cp.cuda.Device().synchronize()
            return x
        """,
    "arrays by name": """
        import cupy as cp
        class Sums:
            def __init__(self):
                self.queue = cp.cuda.Stream(non_blocking=True)
                self.sums = {}
            def prepare(self, data):
                for name, part in data.items():
                    self.sums[name] = cp.zeros(part.shape)
            def add(self, names):
                for name in names:
                    with self.queue:
                        self.sums[name] += 1  # expect: CUP101
        """,
    "one array under one key": """
        import cupy as cp
        def run(n, name):
            parts = {"a": cp.empty(n), "b": cp.empty(n)}
            side = cp.cuda.Stream(non_blocking=True)
            with side:
                parts[name].fill(1)
            return parts[name] + 1  # expect: CUP103
        """,
}
_SAFE = {
    "all are waited for": """
        import cupy as cp
        def run(n, worker):
            streams = [cp.cuda.Stream(non_blocking=True) for _ in range(3)]
            with streams[worker]:
                x = cp.zeros(n)
            for stream in streams:
                stream.synchronize()
            return x + 1
        """,
    "the same one waits": """
        import cupy as cp
        def run(n, names):
            streams = {name: cp.cuda.Stream(non_blocking=True) for name in ("a", "b")}
            done = {}
            for name in names:
                with streams[name]:
                    done[name] = cp.zeros(n)
            for name in names:
                streams[name].synchronize()
            return [done[name] + 1 for name in names]
        """,
    "they are ordered with the null stream": """
        import cupy as cp
        def run(n, worker):
            streams = [cp.cuda.Stream() for _ in range(3)]
            x = cp.zeros(n)
            with streams[worker]:
                x += 1
            return x + 1
        """,
    "of several kinds": """
        import cupy as cp
        def run(n, worker):
            streams = [cp.cuda.Stream.null, cp.cuda.Stream(non_blocking=True)]
            x = cp.zeros(n)
            with streams[worker]:
                x += 1
            streams[worker].synchronize()
            return x
        """,
    "two keys, perhaps two arrays": """
        import cupy as cp
        def run(n, one, other):
            parts = [cp.empty(n) for _ in range(4)]
            a, b = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
            with a:
                parts[one] += 1
            with b:
                parts[other] += 1
            a.synchronize()
            b.synchronize()
        """,
    "a ring whose place is not known": """
        import cupy as cp
        def run(hosts, i):
            load, work = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
            ring = [cp.empty(100) for _ in range(2)]
            ready = [cp.cuda.Event() for _ in range(2)]
            ring[0].set(hosts[0], stream=load)
            ready[0].record(load)
            ring[(i + 1) % 2].set(hosts[i], stream=load)
            ready[(i + 1) % 2].record(load)
            with work:
                work.wait_event(ready[i % 2])
                y = ring[i % 2] * 2
            work.synchronize()
            load.synchronize()
            return y
        """,
    "one of them was uploaded elsewhere": """
        import cupy as cp
        def run(n, k):
            parts = [cp.empty(n) for _ in range(3)]
            side = cp.cuda.Stream(non_blocking=True)
            parts[2].fill(0)
            with side:
                y = parts[k] + 1
            side.synchronize()
            return y
        """,
}


@pytest.mark.parametrize("name", _RACY)
def test_one_of_several_that_are_alike(name: str) -> None:
    check_marks(dedent(_RACY[name]))


@pytest.mark.parametrize("name", _SAFE)
def test_nothing_is_claimed_of(name: str) -> None:
    assert every(dedent(_SAFE[name])) == set()


_FELLOWS = """
import cupy as cp
def run(n, worker):
    streams = [cp.cuda.Stream(non_blocking=True) for _ in range(2)]
    with streams[worker]:
        x = cp.zeros(n)
    with streams[{other}]:
        x += 1  # maybe: CUP103
    for stream in streams:
        stream.synchronize()
    return x
"""


@pytest.mark.parametrize("other", ["0", "1 - worker"])
def test_another_element_may_be_the_same_one(other: str) -> None:
    program = _FELLOWS.format(other=other)
    assert every(program) == set()
