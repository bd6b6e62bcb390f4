"""Verdicts on the bundled programs: each marked line of a bad one, the same accesses in its corrected twin.

The two accesses of a race come from a mark in the program (``# earlier: CUP101``) or else from the linter's
finding; where no rule reports the line yet, from the simulator's race there. Programs whose mistake is
no race are run once as they are, and how they end is compared with their ``verdict:`` field.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from importlib.util import find_spec

from cupylint import child_python
from cupylint.findings import Finding

from . import scratch
from .backends import Backend
from .cases import PEAK, Case, Expect, load
from .endings import REUSE
from .jobs import Job, Outcome, Pair, RaceAt, Seen, Site
from .judging import judged, result_of
from .peaks import Predicted
from .peaks import judged as as_predicted
from .results import Result, Verdict
from .sites import marked, moved, pair_at
from .timings import CLOCKS
from .twins import same_access
from .verify import LIMIT, UNNAMED, pair_of, provable
from .wording import APART

Lint = Callable[[Case], Sequence[Finding]]
"""Findings of a bundled program. Every racy access counts, see `Case.model`."""

Predict = Callable[[Case], Predicted]
"""How much memory a bundled program holds at once, as the linter says."""

RACES = frozenset(
    {
        "CUP101",
        "CUP102",
        "CUP103",
        "CUP104",
        "CUP111",
        "CUP112",
        "CUP115",
        "CUP201",
        "CUP202",
        "CUP203",
        "CUP204",
        *CLOCKS,
    }
)
"""Rules whose every finding is about the order of two accesses."""

_HOST = frozenset({"CUP201", "CUP202", "CUP203"})
_MARK = re.compile(r"#\s*(earlier|later):\s*([A-Z]+\d+)(?:\s+(\S+))?")
FEATURES = {
    "capsule": "capsules of DLPack",
    "fork": "processes",
    "graph": "graphs",
    "kernel": "what a kernel computes",
    "list": "races in Python objects",
    "time": "how long work takes",
}
"""What ``needs:`` may name beside packages."""
_SIMULATED = frozenset(("capsule", "fork", "graph", "kernel"))
"""Those that the simulator knows."""
_TRIALS = {
    "numba": """
import cupy, numba.cuda
@numba.cuda.jit
def one(x):
    x[0] = 1
one[1, 1](cupy.zeros(1))
""",
    "mpi4py": """
import cupy
from mpi4py import MPI
x = cupy.ones(4)
MPI.COMM_WORLD.Allreduce(x, cupy.empty_like(x))
""",
}
"""Packages that may be there and still not take arrays of CuPy, with a program that finds out."""
_TRIAL_LIMIT = 60.0


class Bundled:
    """Judges bundled programs on `backend`.

    Args:
        simulator: asked for the races that no finding names.
        lint: what the linter reports in a program.
        predict: how much memory it says that a program of `PEAK` needs.
    """

    def __init__(self, backend: Backend, simulator: Backend, lint: Lint, predict: Predict) -> None:
        self._backend, self._simulator, self._lint, self._predict = backend, simulator, lint, predict
        self._races: dict[str, list[RaceAt]] = {}

    def judge(self, case: Case, limit: float = LIMIT) -> list[Result]:
        """At least one result: for each marked race, or for the run as a whole."""
        if case.code == PEAK:
            return [self._peak(case, limit)]
        bad = case if case.bad else load(case.twin_path)
        expects = [expect for expect in bad.expects if expect.code in RACES]
        why = _lacking(case, self._backend.name)
        if not expects:
            return [self._whole(case, bad, why, limit)]
        expected = Verdict.CONFIRMED if case.bad else Verdict.ORDERED
        if why:
            skipped = Verdict.NOT_SUPPORTED
            rows = [Expect(self._row(case, bad, expect), expect.code) for expect in expects]
            return [_without_pair(case, row, expected, skipped, why, self._backend) for row in rows]
        return self._pairs(case, bad, expects, expected, limit)

    def _pairs(self, case: Case, bad: Case, expects: Sequence[Expect], expected: Verdict, limit: float) -> list[Result]:
        results, pairs, codes = [], [], []
        for expect in expects:
            first = self._pair(bad, expect, limit)
            if first is None:
                text = f"neither linter nor simulator knows the accesses of line {expect.row} of {bad.path.name}"
                results.append(_without_pair(case, expect, expected, Verdict.INCONCLUSIVE, text, self._backend))
                continue
            pair = first if case.bad else _in_twin(first, bad, case, expect.code)
            if pair is None:
                text = f"the corrected program makes no accesses like those up to line {expect.row} of the bad one"
                wanted = Verdict.NOT_REACHED
                results.append(_without_pair(case, expect, wanted, wanted, text, self._backend))
                continue
            pairs.append(pair)
            codes.append(expect.code)
        if not pairs:
            return results
        with tempfile.TemporaryDirectory(prefix="cupylint-", ignore_cleanup_errors=True) as directory:
            job = _job(case, directory, limit, pairs)
            texts = {str(case.path): case.text}
            for code, (pair, seen) in zip(codes, judged(job, self._backend), strict=True):
                # A correction may also give the two accesses memory of their own.
                apart = not case.bad and seen.evidence.startswith(APART)
                wanted = Verdict.NOT_REACHED if apart else expected
                results.append(result_of(case.name, code, wanted, pair, seen, self._backend, texts))
        return results

    def _pair(self, bad: Case, expect: Expect, limit: float) -> Pair | None:
        """The accesses whose order the mark on a line is about."""
        name = str(bad.path)
        for row, line in enumerate(bad.text.splitlines(), 1):
            if (match := _MARK.search(line)) and match.group(2) == expect.code:
                return marked(bad.text, row, expect.row, name, expect.code in _HOST)
        for finding in self._lint(bad):
            here = (finding.location.row, finding.code) == (expect.row, expect.code)
            if here and provable(finding) and finding.code not in UNNAMED:
                return pair_of(finding, name)
        found = [race for race in self._found(bad, limit) if race.rows[1] == expect.row and not race.hosts[0]]
        return pair_at(found[0], bad.text, name) if found else None

    def _row(self, case: Case, bad: Case, expect: Expect) -> int:
        """The row of the later access in `case`."""
        pair = None if case.bad else self._pair(bad, expect, LIMIT)
        twin = _in_twin(pair, bad, case, expect.code) if pair else None
        return twin.later.location.row if twin else expect.row

    def _found(self, bad: Case, limit: float) -> list[RaceAt]:
        if bad.name not in self._races:
            with tempfile.TemporaryDirectory(prefix="cupylint-", ignore_cleanup_errors=True) as directory:
                self._races[bad.name] = self._simulator.run(_job(bad, directory, limit, ())).races
        return self._races[bad.name]

    def _peak(self, case: Case, limit: float) -> Result:
        """The memory that a program holds at once, predicted and observed."""
        place = Expect(0, PEAK)
        with tempfile.TemporaryDirectory(prefix="cupylint-", ignore_cleanup_errors=True) as directory:
            outcome = self._backend.run(replace(_job(case, directory, limit, ()), peak=True))
        seen = as_predicted(self._predict(case), ended(outcome))
        verdict, spent = Verdict[seen.verdict], seen.milliseconds
        result = _without_pair(case, place, Verdict.ENDS, verdict, seen.evidence, self._backend, spent)
        return replace(result, peak=seen.peak)

    def _whole(self, case: Case, bad: Case, why: str, limit: float) -> Result:
        """How a run ends, for what is no race."""
        expect = bad.expects[0] if bad.expects else Expect(0, bad.code)
        fails = case.bad and dict(case.fields).get("verdict", "") == Verdict.FAILED.value
        expected = Verdict.FAILED if fails else Verdict.ENDS
        if case.bad and not fails and expect.code == REUSE:
            expected = Verdict.CONFIRMED
        row = Expect(expect.row if case.bad else 0, expect.code)
        if why:
            return _without_pair(case, row, expected, Verdict.NOT_SUPPORTED, why, self._backend)
        with tempfile.TemporaryDirectory(prefix="cupylint-", ignore_cleanup_errors=True) as directory:
            outcome = self._backend.run(replace(_job(case, directory, limit, ()), reuse=expect.code == REUSE))
        seen = ended(outcome)
        return _without_pair(
            case, row, expected, Verdict[seen.verdict], seen.evidence, self._backend, seen.milliseconds
        )


def ended(outcome: Outcome) -> Seen:
    """What was seen of a whole run, whatever became of it."""
    if 0 in outcome.seen:
        return outcome.seen[0]
    lost = Verdict.INCONCLUSIVE if outcome.stopped in ("unusable", "unfit") else Verdict.FAILED
    return Seen(0, lost.name, outcome.error or "no answer")


def _in_twin(pair: Pair, bad: Case, good: Case, code: str) -> Pair | None:
    """The same accesses in the corrected program: marked there, or else found by their text."""
    marks = {
        match.group(1): (row, match.group(3))
        for row, line in enumerate(good.text.splitlines(), 1)
        if (match := _MARK.search(line)) and match.group(2) == code and match.group(3)
    }
    found: list[Site] = []
    for role, site in (("earlier", pair.earlier), ("later", pair.later)):
        if role in marks:
            found.append(moved(replace(site, filename=str(good.path)), good.text, *marks[role]))
        else:
            location = same_access(bad.text, site.location, good.text)
            if location is None:
                return None
            found.append(replace(site, filename=str(good.path), location=location))
    return replace(pair, earlier=found[0], later=found[1])


def _lacking(case: Case, backend: str) -> str:
    """What a program needs that is not there, "" if it can run."""
    needs = dict(case.fields).get("needs", "").strip()
    if not needs or (backend != "cuda" and needs in _SIMULATED):
        return ""
    if backend != "cuda":
        return f"the simulator does not know {FEATURES.get(needs, needs)}: needs a device"
    if needs in FEATURES:
        return ""
    return f"{needs} is not installed" if find_spec(needs) is None else _unusable(needs)


@cache
def _unusable(package: str) -> str:
    """Why a package that is installed cannot be used together with CuPy here, "" if it can."""
    if package not in _TRIALS:
        return ""
    folder = ""
    try:
        folder = scratch.make()
        tried = subprocess.run(
            child_python.code(_TRIALS[package]),
            capture_output=True,
            timeout=_TRIAL_LIMIT,
            check=False,
            text=True,
            env={**child_python.environment(), **scratch.variables(folder)},
        )
    except (OSError, subprocess.TimeoutExpired):
        return f"{package} does not answer"
    finally:
        if folder:
            scratch.remove(folder)
    if tried.returncode == 0:
        return ""
    said = [line.strip() for line in tried.stderr.splitlines() if line.strip()]
    why = f"signal {-tried.returncode}" if tried.returncode < 0 else said[-1] if said else "it fails"
    return f"{package} does not work with arrays of CuPy here ({why})"


def _job(case: Case, directory: str, limit: float, pairs: Sequence[Pair]) -> Job:
    return Job(
        path=str(case.path),
        pairs=tuple(pairs),
        directory=directory,
        per_thread_default_stream=case.per_thread,
        devices=case.devices,
        limit=limit,
        bundled=True,
    )


def _without_pair(
    case: Case,
    expect: Expect,
    expected: Verdict,
    verdict: Verdict,
    text: str,
    backend: Backend,
    milliseconds: float = 0.0,
) -> Result:
    return Result(
        case=case.name,
        code=expect.code,
        filename=str(case.path),
        row=expect.row,
        column=0,
        expected=expected.value,
        verdict=verdict,
        evidence=text,
        milliseconds=milliseconds,
        backend=backend.name,
    )
