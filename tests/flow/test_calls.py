"""Functions, classes, closures and generators of the file."""

from __future__ import annotations

from tests.programs import after_head, check_marks


def test_a_function_is_followed_where_it_is_called() -> None:
    check_marks(
        after_head(
            """
            def double(values, stream):
                with stream:
                    return values * 2

            a = double(x, s1)
            b = double(a, s1)
            c = double(x, s2)
            with s2:
                d = c + 1
                e = b + 1  # expect: CUP101
            """
        )
    )


def test_a_function_that_waits() -> None:
    check_marks(
        after_head(
            """
            def finish(*streams):
                for stream in streams:
                    stream.synchronize()

            with s1:
                a = x * 2
            finish(s1, s2)
            b = a + 1
            """
        )
    )


def test_the_finding_stands_in_the_function_that_reads() -> None:
    check_marks(
        after_head(
            """
            def consume(values):
                with s2:
                    return values + 1  # expect: CUP101

            with s1:
                a = x * 2
            b = consume(a)
            """
        )
    )


def test_defaults_keywords_and_stars() -> None:
    check_marks(
        after_head(
            """
            def add(values, *more, stream=s2, **rest):
                with stream:
                    return values + more[0]  # expect: CUP101

            with s1:
                a = x * 2
            add(y, a, stream=s1)
            add(y, a)
            """
        )
    )


def test_closures_and_decorators() -> None:
    check_marks(
        after_head(
            """
            def on(stream):
                def decorate(function):
                    def wrapped(*args):
                        with stream:
                            return function(*args)
                    return wrapped
                return decorate

            @on(s1)
            def double(values):
                return values * 2

            @on(s2)
            def more(values):
                return values + 1  # expect: CUP101

            more(double(x))
            """
        )
    )


def test_partial_and_lambda() -> None:
    check_marks(
        after_head(
            """
            from functools import partial

            def double(stream, values):
                with stream:
                    return values * 2

            first = partial(double, s1)
            second = lambda values: double(s1, values)
            a = second(first(x))
            with s2:
                b = a + 1  # expect: CUP101
            """
        )
    )


def test_recursion_ends() -> None:
    check_marks(
        after_head(
            """
            def halve(n, values):
                with s1:
                    values = values * 0.5
                return values if n == 0 else halve(n - 1, values)

            a = halve(10, x)
            s1.synchronize()
            b = a + 1
            """
        )
    )


def test_a_generator_runs_where_it_is_consumed() -> None:
    check_marks(
        after_head(
            """
            def batches():
                for i in range(3):
                    with s1:
                        batch = x * i
                    yield batch

            for batch in batches():
                with s2:
                    total = batch.sum()  # expect: CUP101
            s2.synchronize()
            """
        )
    )


def test_methods_in_any_order() -> None:
    check_marks(
        after_head(
            """
            class Pipeline:
                def __init__(self):
                    self.load = cp.cuda.Stream(non_blocking=True)
                    self.work = cp.cuda.Stream(non_blocking=True)
                    self.data = cp.zeros(9)
                    cp.cuda.Device().synchronize()

                def fill(self, value):
                    with self.load:
                        self.data.fill(value)  # expect: CUP102

                def total(self):
                    self.work.wait_event(self.load.record())
                    with self.work:
                        return self.data.sum()
            """
        )
    )


def test_methods_that_wait_for_each_other() -> None:
    check_marks(
        after_head(
            """
            class Pipeline:
                def __init__(self):
                    self.load = cp.cuda.Stream(non_blocking=True)
                    self.work = cp.cuda.Stream(non_blocking=True)
                    self.data = cp.zeros(9)
                    cp.cuda.Device().synchronize()

                def fill(self, value):
                    self.load.wait_event(self.work.record())
                    with self.load:
                        self.data.fill(value)

                def total(self):
                    self.work.wait_event(self.load.record())
                    with self.work:
                        return self.data.sum()
            """
        )
    )


def test_private_methods_count_where_public_ones_call_them() -> None:
    check_marks(
        after_head(
            """
            class Model:
                def __init__(self):
                    self.stream = cp.cuda.Stream(non_blocking=True)

                def _double(self, values):
                    with self.stream:
                        return values * 2

                def __call__(self, values):
                    result = self._double(values)
                    self.stream.synchronize()
                    return result

            b = Model()(x) + 1
            """
        )
    )


def test_inherited_methods_and_properties() -> None:
    check_marks(
        after_head(
            """
            class Base:
                def __init__(self):
                    self._stream = cp.cuda.Stream(non_blocking=True)

                @property
                def stream(self):
                    return self._stream

                @staticmethod
                def double(values):
                    return values * 2

            class Model(Base):
                def run(self, values):
                    with self.stream:
                        return self.double(values)

            model = Model()
            a = model.run(x)
            b = a + 1  # expect: CUP103
            model.stream.synchronize()
            c = a + 1
            """
        )
    )


def test_instances_keep_their_own_streams() -> None:
    check_marks(
        after_head(
            """
            class Worker:
                def __init__(self, stream):
                    self.stream = stream

                def double(self, values):
                    with self.stream:
                        return values * 2  # expect: CUP101

            first, second = Worker(s1), Worker(s2)
            first.double(first.double(x))
            second.double(first.double(x))
            """
        )
    )


def test_two_streams_that_arrive_as_parameters_prove_nothing() -> None:
    check_marks(
        """
import cupy as cp

def work(first, second, values):
    with first:
        a = values * 2
    with second:
        return a + 1
"""
    )
