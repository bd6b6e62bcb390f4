"""Threads: their default stream, and what joining them waits for."""

from __future__ import annotations

from cupylint.options import ModelOptions
from tests.programs import after_head, check_marks

PER_THREAD = ModelOptions(per_thread_default_stream=True)


def test_a_thread_starts_on_the_default_stream() -> None:
    check_marks(
        after_head(
            """
            import threading

            def double():
                x.fill(2)

            with s1:
                thread = threading.Thread(target=double)
                thread.start()  # expect: CUP107
                thread.join()
                b = x + 1  # expect: CUP101
            """
        )
    )


def test_joining_a_thread_that_waited() -> None:
    check_marks(
        after_head(
            """
            import threading

            def double():
                with s1:
                    x.fill(2)
                s1.synchronize()

            thread = threading.Thread(target=double)
            thread.start()
            thread.join()
            b = x + 1
            """
        )
    )


def test_each_thread_has_a_default_stream_with_the_option() -> None:
    source = after_head(
        """
        import threading

        def double():
            x.fill(2)

        thread = threading.Thread(target=double)
        thread.start()
        thread.join()
        b = x + 1{}
        """
    )
    check_marks(source.format(""))
    check_marks(source.format("  # expect: CUP101"), PER_THREAD)
