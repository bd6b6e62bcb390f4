"""What a bundled program needs and may lack, and which accesses it is judged by."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cupylint.runtime_checks import bundled
from cupylint.runtime_checks.cases import Case
from cupylint.runtime_checks.peaks import Predicted

MakeCase = Callable[..., Case]


@pytest.fixture(autouse=True)
def _asked_anew() -> None:
    bundled._unusable.cache_clear()


@pytest.mark.parametrize(
    ("trial", "why"),
    [
        ("", ""),
        ("raise AttributeError('gone')", "pytest does not work with arrays of CuPy here (AttributeError: gone)"),
        ("import os, signal; os.kill(os.getpid(), 9)", "pytest does not work with arrays of CuPy here (signal 9)"),
    ],
)
def test_a_package_that_cannot_be_used_is_lacking(
    make_case: MakeCase, monkeypatch: pytest.MonkeyPatch, trial: str, why: str
) -> None:
    """Being installed is not enough."""
    monkeypatch.setitem(bundled._TRIALS, "pytest", trial)
    assert bundled._lacking(make_case("CUP204/bad_one", "y = 1\n", "needs: pytest"), "cuda") == why


def test_what_is_lacking_is_named(make_case: MakeCase) -> None:
    case = make_case("CUP204/bad_one", "y = 1\n", "needs: no_such_package")
    assert bundled._lacking(case, "cuda") == "no_such_package is not installed"
    assert "needs a device" in bundled._lacking(case, "simulator")


def test_a_mark_names_the_accesses_before_the_linter_does(make_case: MakeCase) -> None:
    """Whoever writes a program knows best what it is about."""
    case = make_case("CUP101/bad_one", "a = 1  # earlier: CUP101\nb = 2\nc = 3  # expect: CUP101\n")

    def lint(case: Case) -> list[bundled.Finding]:
        raise AssertionError("not asked")

    judge = bundled.Bundled(None, None, lint, lambda case: Predicted(0))  # type: ignore[arg-type]
    pair = judge._pair(case, case.expects[0], 1.0)
    assert pair is not None
    assert pair.earlier.location.row < pair.later.location.row
