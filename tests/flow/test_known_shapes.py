"""Tests of the shape and the type of an array whose making is known choose one path."""

from __future__ import annotations

import pytest

from tests.programs import after_head, check_marks


@pytest.mark.parametrize(
    "made", ["cp.zeros(9)", "cp.ones(shape=9)", "cp.full((9,), 2.0)", "cp.zeros((len(y),), dtype='f4')"]
)
@pytest.mark.parametrize("test", ["z.ndim == 1", "len(z.shape) < 2", "not isinstance(z, np.ndarray)"])
def test_the_other_path_is_not_taken(made: str, test: str) -> None:
    check_marks(
        after_head(
            f"""
            z = {made}
            s = cp.cuda.Stream.null if {test} else s1
            with s:
                z += 1
            z = {made}
            s = s1 if {test} else cp.cuda.Stream.null
            with s:
                z += 1  # expect: CUP101
            """
        )
    )


@pytest.mark.parametrize("made", ["cp.zeros(n)", "cp.zeros((3, 4))[0]", "cp.zeros(4).reshape(2, 2)", "y * 2"])
@pytest.mark.parametrize("test", ["z.ndim == 1", "len(z.shape) < 2"])
def test_what_is_not_known_is_not_decided(made: str, test: str) -> None:
    check_marks(
        after_head(
            f"""
            def run(n):
                z = {made}
                with s1 if {test} else cp.cuda.Stream.null:
                    z += 1  # expect: CUP101
                z = {made}
                with cp.cuda.Stream.null if {test} else s1:
                    z += 1  # expect: CUP101
            """
        )
    )


def test_a_shape_of_numbers_counts() -> None:
    check_marks(
        after_head(
            """
            z = cp.zeros((2, 3))
            parts = [cp.zeros(4) for _ in range(z.shape[0])]
            s2.synchronize()
            with s1:
                parts[1] += 1  # expect: CUP101
            """
        )
    )


def test_outputs_are_told_from_buffers_by_their_dimensions() -> None:
    """A driver of chunks splits its arguments by their shapes; what stays is used on its own stream."""
    program = """
        import cupy as cp
        import numpy as np

        class Chunks:
            def __init__(self, rows):
                self.side, self.rows = cp.cuda.Stream(non_blocking=True), rows
            def in_chunks(self):
                def decorator(work):
                    def inner(*args):
                        outputs, inputs = args[:1], args[1:]
                        staged = 0
                        for k in range(len(outputs)):
                            large = len(outputs[k].shape) > 1 and outputs[k].shape[0] == self.rows
                            if isinstance(outputs[k], np.ndarray) or large:
                                staged += 1
                        self.go(work, outputs, inputs, staged)
                    return inner
                return decorator
            def go(self, work, outputs, inputs, staged):
                with self.side:
                    work(*outputs[staged:], *inputs)
                self.side.synchronize()
            def total(self, x):
                result = cp.zeros(1)
                {}
                @self.in_chunks()
                def add(result, x):
                    result += x.sum(){}
                add(result, x)
                return float(result[0])
        """
    for wait, mark in ("", "  # expect: CUP101"), ("cp.cuda.Stream.null.synchronize()", ""):
        check_marks(program.format(wait, mark).replace("\n        ", "\n"))
