"""Hangs and exhausted memory are judged right, whatever the two programs do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from cupylint.findings import Finding, Location
from cupylint.runtime_checks import memory
from cupylint.runtime_checks.backends import Backend
from cupylint.runtime_checks.cases import Case, size
from cupylint.runtime_checks.children import CANARY, Ending
from cupylint.runtime_checks.hangs import FACTOR, TIMES, Hangs
from cupylint.runtime_checks.jobs import Outcome, Seen
from cupylint.runtime_checks.pairs import WHOLE_RUN, Pair, pair
from cupylint.runtime_checks.results import Verdict
from tests.bundled import CASES
from tests.verifying import verify_program

MakeCase = Callable[..., Case]
ENDED = Ending("ended", 0.04)
LATE = Ending("late", row=7)


def make_pair(make_case: MakeCase, verdict: str = "HANGS", options: str = "") -> Pair:
    make_case("CUP303/good_one")
    more = f"\noptions: {options}" if options else ""
    bad = make_case("CUP303/bad_one", "x = 1\ny = 2  # expect: CUP303\n", f"rule: later\nverdict: {verdict}{more}")
    found = pair(bad)
    assert found is not None
    return found


class Runs:
    """Answers for programs in place of runs, and remembers what was asked."""

    def __init__(self, bad: Ending, good: Ending = ENDED, canary: Ending = ENDED) -> None:
        self.answers = {"bad_one": bad, "good_one": good, CANARY.stem: canary}
        self.asked: list[tuple[str, float]] = []

    def __call__(self, program: Path, limit: float) -> Ending:
        self.asked.append((program.stem, limit))
        return self.answers[program.stem]


def judge(make_case: MakeCase, runs: Runs) -> list[tuple[Verdict, str]]:
    hangs = Hangs(run=runs)
    return [(result.verdict, result.evidence) for result in hangs.judge(make_pair(make_case))]


def test_three_of_three_and_then_the_canary(make_case: MakeCase) -> None:
    runs = Runs(LATE)
    (bad, said), (good, _) = judge(make_case, runs)
    assert (bad, good) == (Verdict.HANGS, Verdict.ENDS)
    assert "3 of 3 runs did not end within 6 s" in said and "line 7" in said and "works again" in said
    assert [name for name, _ in runs.asked] == ["good_one"] * TIMES + ["bad_one"] * TIMES + [CANARY.stem]


def test_limit_grows_with_the_twin(make_case: MakeCase) -> None:
    runs = Runs(LATE, Ending("ended", 0.5))
    judge(make_case, runs)
    assert ("bad_one", FACTOR * 0.5) in runs.asked


def test_twin_too_slow_to_tell(make_case: MakeCase) -> None:
    (bad, said), _ = judge(make_case, Runs(LATE, Ending("ended", 30.0)))
    assert bad is Verdict.INCONCLUSIVE and f"{FACTOR * 30} s" in said


def test_a_twin_that_was_run_before_is_not_run_again(make_case: MakeCase) -> None:
    runs, before = Runs(LATE), Runs(LATE, Ending("ended", 0.5))
    hangs, found = Hangs(run=runs), make_pair(make_case)
    hangs.prepare(found, before)
    bad, good = hangs.judge(found)
    assert (bad.verdict, good.verdict) == (Verdict.HANGS, Verdict.ENDS)
    assert [name for name, _ in before.asked] == ["good_one"] * TIMES
    assert [one for one in runs.asked if one[0] != CANARY.stem] == [("bad_one", FACTOR * 0.5)] * TIMES


@pytest.mark.parametrize("good", [LATE, Ending("failed", 0.1, "ValueError", "no")])
def test_a_twin_that_did_not_end_before_is_run_as_all_are(make_case: MakeCase, good: Ending) -> None:
    """In a process that serves many programs it may fail for a reason of its own."""
    runs, hangs, found = Runs(LATE), Hangs(), make_pair(make_case)
    hangs.run = runs
    hangs.prepare(found, Runs(LATE, good))
    assert [result.verdict for result in hangs.judge(found)] == [Verdict.HANGS, Verdict.ENDS]
    assert [name for name, _ in runs.asked[:TIMES]] == ["good_one"] * TIMES


@pytest.mark.parametrize("ended", range(TIMES))
def test_ends_once_is_no_hang(make_case: MakeCase, ended: int) -> None:
    """Of three runs together any may be the one that ends."""
    endings = iter(2 * [Ending("ended", 3.0) if number == ended else LATE for number in range(TIMES)])
    hangs = Hangs(run=lambda program, limit: next(endings) if program.stem == "bad_one" else ENDED)
    bad, _ = hangs.judge(make_pair(make_case))
    assert bad.verdict is Verdict.ENDS and "a run ended after 3 s" in bad.evidence


def test_runs_that_end_differently_together_are_made_again_alone(make_case: MakeCase) -> None:
    """Processes that share a device may let one another go on."""
    endings = iter([LATE, Ending("ended", 3.0), LATE, LATE, LATE, LATE])
    hangs = Hangs(run=lambda program, limit: next(endings) if program.stem == "bad_one" else ENDED)
    bad, _ = hangs.judge(make_pair(make_case))
    assert bad.verdict is Verdict.HANGS and next(endings, None) is None


def test_an_exception_is_no_hang(make_case: MakeCase) -> None:
    (bad, said), _ = judge(make_case, Runs(Ending("failed", 0.1, "ValueError", "no", 3)))
    assert bad is Verdict.FAILED and "ValueError: no (line 3)" in said


@pytest.mark.parametrize("good", [LATE, Ending("failed", 0.1, "ValueError", "no")])
def test_without_a_control_nothing_is_said(make_case: MakeCase, good: Ending) -> None:
    (bad, said), (control, _) = judge(make_case, Runs(LATE, good))
    assert bad is Verdict.INCONCLUSIVE and "good_one.py" in said
    assert control in (Verdict.HANGS, Verdict.FAILED)


def test_device_is_set_aside_when_the_canary_dies(make_case: MakeCase) -> None:
    runs = Runs(LATE, canary=Ending("failed", 0.0, "CUDARuntimeError", "sticky"))
    hangs = Hangs(run=runs)
    found = make_pair(make_case)
    assert "does not work any more" in hangs.judge(found)[0].evidence
    assert "bad_one.py" in hangs.set_aside
    count = len(runs.asked)
    assert {result.verdict for result in hangs.judge(found)} == {Verdict.INCONCLUSIVE}
    assert len(runs.asked) == count


def test_no_device(make_case: MakeCase) -> None:
    runs = Runs(LATE, Ending("unusable", error="no CuPy"))
    assert {verdict for verdict, _ in judge(make_case, runs)} == {Verdict.INCONCLUSIVE}


def test_memory_names_exception_size_and_line(make_case: MakeCase) -> None:
    found = make_pair(make_case, "OUT OF MEMORY", "device-memory=256MiB")
    asked = []

    def run(program: Path, limit: float, bound: int) -> Ending:
        asked.append(bound)
        if program.stem == "good_one":
            return Ending("ended", 0.1, pool=200 << 20)
        return Ending("failed", 0.1, "OutOfMemoryError", "...", found.row, memory=True, asked=122 << 20, held=244 << 20)

    bad, good = memory.judge(found, run=run, predicted=366 << 20)
    assert asked == [256 << 20] * 2
    assert bad.verdict is Verdict.OUT_OF_MEMORY and good.verdict is Verdict.ENDS
    line = f"OutOfMemoryError at line {found.row} for 122 MiB more, 244 MiB in use within 256 MiB; 366 MiB predicted"
    assert bad.evidence == line
    assert bad.as_expected and good.as_expected


def test_memory_that_the_program_limits_itself(make_case: MakeCase) -> None:
    found = make_pair(make_case, "OUT OF MEMORY")
    end = Ending("failed", 0.1, "OutOfMemoryError", "", found.row, memory=True, asked=96 << 20, held=0, bound=64 << 20)
    (bad, _) = memory.judge(found, run=lambda program, limit, bound: end)
    assert bad.as_expected
    assert bad.evidence == f"OutOfMemoryError at line {found.row} for 96 MiB more within 64 MiB"


def test_memory_that_another_library_was_refused() -> None:
    """Thrust says neither how much it asked for nor whom."""
    outcome = Outcome(seen={0: Seen(0, "FAILED", "MemoryError: std::bad_alloc: out of memory (line 11)")})
    end = memory.of_outcome(outcome)
    assert (end.state, end.kind, end.row, end.memory, end.asked) == ("failed", "MemoryError", 11, True, 0)


@pytest.mark.parametrize(
    ("end", "verdict"),
    [
        (ENDED, Verdict.ENDS),
        (LATE, Verdict.FAILED),
        (Ending("failed", 0.1, "MemoryError", "", 99, memory=True), Verdict.FAILED),
        (Ending("lost"), Verdict.FAILED),
        (Ending("unusable"), Verdict.INCONCLUSIVE),
    ],
)
def test_memory_without_the_exception_at_its_line(make_case: MakeCase, end: Ending, verdict: Verdict) -> None:
    found = make_pair(make_case, "OUT OF MEMORY")
    assert memory.judge(found, run=lambda program, limit, bound: end)[0].verdict is verdict


@pytest.mark.parametrize(("text", "count"), [("256MiB", 1 << 28), ("8GB", 8 * 10**9), ("1.5kib", 1536), ("42", 42)])
def test_sizes(text: str, count: int) -> None:
    assert size(text) == count


@pytest.mark.parametrize("text", ["", "much", "-1GB", "8GX", "8 GB free"])
def test_wrong_sizes(text: str) -> None:
    with pytest.raises(ValueError, match="no size"):
        size(text)


def bundled() -> list[Pair]:
    return [found for case in CASES if (found := pair(case)) is not None]


def test_bundled_pairs() -> None:
    found = bundled()
    assert {one.expected for one in found} == set(WHOLE_RUN)
    for one in found:
        assert one.row, f"{one.bad.name} marks no line"


def test_every_bundled_hang_ends_by_the_clock_of_the_device() -> None:
    for one in bundled():
        if one.expected == Verdict.HANGS.value:
            waiting = [case for case in (one.bad, one.good) if case.bad or "while" in case.text]
            for case in waiting:
                assert "%%globaltimer" in case.text and "30000000000ull" in case.text, case.name


# -- a user's own program ----------------------------------------------------------------------------

TOO_MUCH = Finding("CUP402", "peak-exceeds-device", "error", "m", Location(5, 1, 6, 9), "p.py", needs=366 << 20)


@pytest.mark.parametrize(
    ("end", "verdict", "said"),
    [
        (
            Ending("failed", 0.1, "OutOfMemoryError", "...", 6, memory=True, asked=122 << 20, held=244 << 20),
            Verdict.CONFIRMED,
            "OutOfMemoryError at line 6 for 122 MiB more, 244 MiB in use within 256 MiB; 366 MiB predicted",
        ),
        (
            Ending("failed", 0.1, "OutOfMemoryError", "...", 3, memory=True),
            Verdict.INCONCLUSIVE,
            "OutOfMemoryError at line 3 within 256 MiB; 366 MiB predicted",
        ),
        (
            Ending("ended", 0.1, pool=100 << 20),
            Verdict.INCONCLUSIVE,
            "the program ended within 256 MiB, the pool took 100 MiB",
        ),
        (
            Ending("failed", 0.1, "ValueError", "no", 2),
            Verdict.INCONCLUSIVE,
            "the program did not come to it: ValueError no (line 2)",
        ),
        (Ending("unknown", error="nobody knows"), Verdict.NOT_SUPPORTED, "nobody knows: needs a device"),
        (None, Verdict.NOT_SUPPORTED, "nobody looked how much memory is taken"),
    ],
)
def test_what_the_end_of_a_run_says_of_a_finding(end: Ending | None, verdict: Verdict, said: str) -> None:
    seen = memory.of_finding(TOO_MUCH, end, 256 << 20)
    assert (seen.verdict, seen.evidence) == (verdict.name, said)


def test_a_program_is_run_with_the_memory_that_the_linter_was_told(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def ended(program: str, arguments: Sequence[str], limit: float, size: int) -> Ending:
        asked.append((program, tuple(arguments), size))
        return Ending("failed", 0.1, "OutOfMemoryError", "...", 5, memory=True)

    monkeypatch.setattr(memory, "ended", ended)
    with Backend("cuda") as backend:
        [result] = verify_program("p.py", [TOO_MUCH], backend, ["-n", "3"], device_memory=1 << 28)
    assert (result.verdict, result.row, result.as_expected) == (Verdict.CONFIRMED, 5, True)
    assert asked == [("p.py", ("-n", "3"), 1 << 28)]
