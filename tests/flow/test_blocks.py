"""Which stream is current: ``with``, ``use()``, managers of the file, suspended functions."""

from __future__ import annotations

import pytest

from cupylint.options import ModelOptions
from tests.programs import after_head, check_marks


def test_leaving_a_block_does_not_wait() -> None:
    check_marks(
        after_head(
            """
            with s1:
                a = x * 2
            b = a + 1  # expect: CUP103
            """
        )
    )


def test_null_waits_for_a_blocking_stream() -> None:
    check_marks(
        after_head(
            """
            s = cp.cuda.Stream()
            with s:
                a = x * 2
            b = a + 1
            with s:
                c = b + 1
            """
        )
    )


def test_nested_blocks_restore_the_outer_stream() -> None:
    check_marks(
        after_head(
            """
            with s1:
                a = x * 2
                with s2:
                    b = y * 2
                c = a + 1
                d = b + 1  # expect: CUP103
            """
        )
    )


def test_use_holds_until_the_next_use() -> None:
    check_marks(
        after_head(
            """
            s1.use()
            a = x * 2
            b = a + 1
            s2.use()
            c = b + 1  # expect: CUP101
            cp.cuda.Stream.null.use()
            d = c + 1  # expect: CUP101
            """
        )
    )


def test_use_returns_the_stream() -> None:
    check_marks(
        after_head(
            """
            s = s1.use()
            a = x * 2
            with s:
                b = a + 1
            """
        )
    )


def test_use_in_a_function_outlives_it() -> None:
    check_marks(
        after_head(
            """
            def prepare():
                s1.use()

            prepare()
            a = x * 2
            with s2:
                b = a + 1  # expect: CUP101
            """
        )
    )


def test_with_forgets_use() -> None:
    check_marks(
        after_head(
            """
            s1.use()
            with s2:
                a = x * 2
            b = y * 2  # expect: CUP109
            """
        )
    )


def test_the_stream_is_bound_by_as() -> None:
    check_marks(
        after_head(
            """
            with cp.cuda.Stream(non_blocking=True) as s:
                a = x * 2
            with s:
                b = a + 1
            c = b + 1  # expect: CUP103
            """
        )
    )


def test_several_items() -> None:
    check_marks(
        after_head(
            """
            with cp.cuda.Device(0), s1 as s, open("f") as f:
                a = x * 2
            with s:
                b = a + 1
            with s2:
                c = a + 1  # expect: CUP101
            """
        )
    )


def test_current_stream() -> None:
    check_marks(
        after_head(
            """
            with s1:
                a = x * 2
                here = cp.cuda.get_current_stream()
            here.synchronize()
            b = a + 1
            """
        )
    )


def test_a_context_manager_of_the_file() -> None:
    check_marks(
        after_head(
            """
            from contextlib import contextmanager

            @contextmanager
            def on(stream, wait):
                with stream:
                    yield stream
                if wait:
                    stream.synchronize()

            with on(s1, True):
                a = x * 2
            b = a + 1
            with on(s1, False):
                c = x * 2
            d = c + 1  # expect: CUP103
            """
        )
    )


def test_a_manager_class_of_the_file() -> None:
    check_marks(
        after_head(
            """
            class Finished:
                def __init__(self, stream):
                    self.stream = stream

                def __enter__(self):
                    self.stream.__enter__()
                    return self

                def __exit__(self, *details):
                    self.stream.__exit__(*details)
                    self.stream.synchronize()

            with Finished(s1):
                a = x * 2
            b = a + 1
            """
        )
    )


@pytest.mark.parametrize("per_thread", [False, True])
def test_the_default_stream_depends_on_the_option(per_thread: bool) -> None:
    model = ModelOptions(per_thread_default_stream=per_thread)
    mark = "  # expect: CUP103" if per_thread else ""
    check_marks(
        after_head(
            f"""
            s = cp.cuda.Stream()
            with s:
                a = x * 2
            b = a + 1{mark}
            """
        ),
        model,
    )


def test_launches_with_a_stream_of_their_own() -> None:
    check_marks(
        after_head(
            """
            double = cp.ElementwiseKernel("float64 a", "float64 b", "b = a * 2", "double")
            b = cp.empty_like(x)
            cp.cuda.Device().synchronize()
            with s1:
                double(x, b, stream=s2)
                c = b + 1  # expect: CUP101
            with s2:
                d = b + 1
            """
        )
    )
