"""Stream captures and graphs (CUP503, CUP504) and elapsed times of events (CUP502)."""

from __future__ import annotations

from textwrap import dedent

import pytest

from tests.programs import check_marks

HEAD = """\
import cupy as cp

a = cp.ones((100, 100))
b = cp.zeros((100, 100))
s = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
blocking = cp.cuda.Stream()
cp.cuda.Device().synchronize()
"""

CAPTURES = {
    "not current": """
        s.begin_capture()  # expect: CUP503
        c = a + 1
        g = s.end_capture()
    """,
    "a stream from elsewhere may be current": """
        def capture(stream):
            stream.begin_capture()  # maybe: CUP503
            c = a + 1
            return stream.end_capture()
    """,
    "null stream beside a blocking one": """
        with blocking:
            blocking.begin_capture()
            cp.add(a, 1, out=b)
            with cp.cuda.Stream.null:
                d = a + 1  # expect: CUP503
            g = blocking.end_capture()
    """,
    "libraries": """
        with s:
            s.begin_capture()
            c = a @ a  # expect: CUP503
            d = cp.linalg.inv(a)  # expect: CUP503
            e = cp.random.rand(9)  # expect: CUP503
            f = cp.fft.fft(a)
            g = s.end_capture()
    """,
    "copies from the host": """
        with s:
            s.begin_capture()
            c = cp.array([1, 2, 3])  # expect: CUP503
            g = s.end_capture()
    """,
    "hidden waits": """
        with s:
            s.begin_capture()
            c = a + 1
            d = c[c > 0]  # expect: CUP503
            if c.any():  # expect: CUP503
                c = c + 1
            g = s.end_capture()
    """,
    "an event from outside": """
        e = s2.record()
        with s:
            s.begin_capture()
            s.wait_event(e)  # expect: CUP503
            cp.add(a, 1, out=b)
            g = s.end_capture()
    """,
    "the whole device": """
        with s:
            s.begin_capture()
            cp.add(a, 1, out=b)
            cp.cuda.Device().synchronize()  # expect: CUP503
            g = s.end_capture()
    """,
    "another stream is free to wait": """
        with s:
            s.begin_capture()
            cp.add(a, 1, out=b)
            with s2:
                host = a.get()
            g = s.end_capture()
    """,
    "a stream as a parameter": """
        def capture(stream, function):
            with stream:
                stream.begin_capture()
                function()
                stream.synchronize()  # expect: CUP503
                return stream.end_capture()
    """,
    "captured work does not run": """
        with s:
            s.begin_capture()
            cp.add(a, 1, out=b)
            g = s.end_capture()
        with s2:
            c = b + 1
        g.launch(s)  # expect: CUP102
        s.synchronize()
        s2.synchronize()
    """,
    "one path captures": """
        def run(graph):
            if graph is None:
                with s:
                    s.begin_capture()
                    cp.add(a, 1, out=b)
                    graph = s.end_capture()
            graph.launch(s)
            s.synchronize()
            return b.get()
    """,
    "rebound and taken": """
        def run():
            x = cp.ones(100)
            y = cp.zeros(100)
            cp.cuda.Device().synchronize()
            with s:
                s.begin_capture()
                cp.multiply(x, 2, out=y)
                g = s.end_capture()
            x = None
            z = cp.full(100, 5.0)
            cp.cuda.Device().synchronize()
            g.launch(s)  # expect: CUP504
            s.synchronize()
            return y, z
    """,
    "another stream's memory": """
        def run():
            y = cp.zeros((100, 100))
            cp.cuda.Device().synchronize()
            with s:
                s.begin_capture()
                cp.sqrt(a * 4, out=y)
                g = s.end_capture()
            z = cp.full((100, 100), 5.0)
            cp.cuda.Device().synchronize()
            g.launch(s)
            s.synchronize()
            return y, z
    """,
    "kept in a list": """
        def run(y):
            kept = []
            with s:
                s.begin_capture()
                t = a * 4
                kept.append(t)
                cp.sqrt(t, out=b)
                g = s.end_capture()
                t = None
                z = cp.full((100, 100), 5.0)
                g.launch()
            s.synchronize()
            return z
    """,
    "kept by an object": """
        class Model:
            def __init__(self):
                self.x = cp.ones(100)
                self.t = cp.empty(100)
                self.y = cp.empty(100)
                self.stream = cp.cuda.Stream(non_blocking=True)
                self.stream.wait_event(cp.cuda.get_current_stream().record())
                with self.stream:
                    self.stream.begin_capture()
                    cp.multiply(self.x, 2, out=self.t)
                    cp.sqrt(self.t, out=self.y)
                    self.graph = self.stream.end_capture()

            def step(self):
                with self.stream:
                    z = cp.full(100, 3.0)
                    self.graph.launch()
                return z
    """,
}

ELAPSED = {
    "waited for by a copy": """
        def run():
            first, last = cp.cuda.Event(), cp.cuda.Event()
            first.record()
            c = cp.dot(a, a)
            last.record()
            c.get()
            return cp.cuda.get_elapsed_time(first, last)
    """,
    "polled": """
        def run():
            first, last = cp.cuda.Event(), cp.cuda.Event()
            first.record()
            c = cp.dot(a, a)
            last.record()
            while not last.done:
                pass
            return cp.cuda.get_elapsed_time(first, last)
    """,
    "without a time": """
        def run():
            first, last = cp.cuda.Event(disable_timing=True), cp.cuda.Event()
            first.record()
            last.record()
            last.synchronize()
            return cp.cuda.get_elapsed_time(first, last)  # expect: CUP502
    """,
    "not recorded": """
        def run():
            first, last = cp.cuda.Event(), cp.cuda.Event()
            first.record()
            cp.cuda.Device().synchronize()
            return cp.cuda.get_elapsed_time(first, last)  # expect: CUP502
    """,
    "a list of pairs": """
        def run():
            pairs = [(cp.cuda.Event(), cp.cuda.Event()) for _ in range(3)]
            for first, last in pairs:
                first.record()
                c = cp.dot(a, a)
                last.record()
            last.synchronize()
            return [cp.cuda.get_elapsed_time(*pair) for pair in pairs]
    """,
    "only the first is waited for": """
        def run():
            pairs = [(cp.cuda.Event(), cp.cuda.Event()) for _ in range(3)]
            for first, last in pairs:
                first.record()
                c = cp.dot(a, a)
                last.record()
            pairs[0][1].synchronize()
            return [cp.cuda.get_elapsed_time(first, last) for first, last in pairs]  # expect: CUP502
    """,
    "code that is not seen": """
        def run(finish):
            first, last = cp.cuda.Event(), cp.cuda.Event()
            first.record()
            last.record()
            finish()
            return cp.cuda.get_elapsed_time(first, last)  # maybe: CUP502
    """,
    "events from elsewhere": """
        def run(first, last):
            return cp.cuda.get_elapsed_time(first, last)
    """,
}


@pytest.mark.parametrize("name", CAPTURES)
def test_capture(name: str) -> None:
    check_marks(HEAD + dedent(CAPTURES[name]))


@pytest.mark.parametrize("name", ELAPSED)
def test_elapsed_time(name: str) -> None:
    check_marks(HEAD + dedent(ELAPSED[name]))
