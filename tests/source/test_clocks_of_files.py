"""Which functions and classes of a file read a clock, by their text alone."""

from __future__ import annotations

from cupylint.skim import Outline

READS = b"import time\n\n\ndef tic():\n    return time.perf_counter()\n\n\n"


def test_any_definition_of_a_name_counts() -> None:
    assert Outline(READS + b"def tic():\n    return 0\n").clocks == {b"tic"}


def test_a_clock_is_known_by_the_name_that_the_file_gives_it() -> None:
    text = b"from time import perf_counter as now, time as clock\n\n\ndef tic():\n    return now()\n\n\n"
    assert Outline(text + b"class Toc:\n    at = clock()\n\n\ndef other(now):\n    return now\n").clocks == {
        b"tic",
        b"Toc",
    }


def test_a_module_under_another_name_reads_nothing_by_itself() -> None:
    assert Outline(b"import time as t\n\n\ndef f():\n    return t\n").clocks == frozenset()
