"""Does a program hang? It must fail to end three times, its corrected twin must end three times.

The runs of a program go on together, and some pairs side by side, as a device shares its time fairly among processes:
fewer of them than the `FACTOR` that a program gets over its twin. The twins may be run before, in processes that are
there anyway. A program is killed with all it started; afterwards a
small program must get the right numbers on the device, or the device is set aside: nothing that ran there later could
be believed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from . import children
from .children import Ending
from .pairs import Pair
from .results import Result, Step, Verdict

LEAST = 6.0
"""Seconds that a program must last to be said to hang."""

FACTOR = 40
"""And this many times as long as its twin."""

MOST = 300.0
"""Seconds beyond which no run is waited for: then the twin is too slow for its pair to be judged."""

TIMES = 3

HANGING = 10
"""Pairs that are judged side by side at most."""

CONTEXT = 1 << 30
"""Bytes of the device that a process takes at most before its program begins."""

_TWIN_LIMIT = 120.0
_SHARED_LIMIT = 10.0  # in a process that has run others, whose streams may lie in one queue of the device

Run = Callable[[Path, float], Ending]


@dataclass(slots=True)
class Hangs:
    """Judges pairs of programs on one device.

    Attributes:
        run: runs a program for at most so many seconds of its own time.
        least: seconds that a program must last at least.
        twins: how the corrected programs of pairs ended that were run before, by name.
        set_aside: why the device is not used any more, "" while it is.
    """

    run: Run = field(default=lambda program, limit: children.run(program, limit))
    least: float = LEAST
    twins: dict[str, list[Ending]] = field(default_factory=dict)
    set_aside: str = ""

    def prepare(self, pair: Pair, run: Run) -> None:
        """Run the corrected twin with `run`, which need not start a process; forgotten if it does not end."""
        endings = [run(pair.good.path, _SHARED_LIMIT)]
        while endings[-1].state == "ended" and len(endings) < TIMES:
            endings.append(run(pair.good.path, _SHARED_LIMIT))
        if endings[-1].state == "ended":
            self.twins[pair.good.name] = endings

    def judge(self, pair: Pair) -> list[Result]:
        """The verdicts on both programs of `pair`: `Verdict.HANGS` and `Verdict.ENDS` where all is as expected."""
        if self.set_aside:
            return [pair.result(bad, Verdict.INCONCLUSIVE, self.set_aside, 0.0) for bad in (True, False)]
        twins = self.twins.get(pair.good.name) or self._of_twin(pair.good.path)
        unusable = next((end for end in twins if end.state == "unusable"), None)
        if unusable:
            return [pair.result(bad, Verdict.INCONCLUSIVE, unusable.error, 0.0) for bad in (True, False)]
        control = _control(pair, twins)
        if control.verdict is not Verdict.ENDS:
            self._recover(pair.good.path.name)
            why = f"the corrected twin {pair.good.path.name} does not end, so nothing can be said"
            return [pair.result(True, Verdict.INCONCLUSIVE, why, 0.0), control]
        twin = min(end.seconds for end in twins)
        limit = max(self.least, FACTOR * twin)
        if limit > MOST:
            why = f"{pair.good.path.name} takes {twin:.2g} s itself, so it would take {limit:.0f} s to tell"
            return [pair.result(True, Verdict.INCONCLUSIVE, why, 0.0), control]
        start = time.perf_counter()
        endings = self._together(pair.bad.path, limit, TIMES)
        if len({end.state for end in endings}) > 1:  # sharing the device may have let one of them go on
            endings = [self._together(pair.bad.path, limit, 1)[0] for _ in range(TIMES)]
        endings.sort(key=lambda end: end.state != "late")
        spent = (time.perf_counter() - start) * 1000
        recovered = self._recover(pair.bad.path.name) if any(end.state == "late" for end in endings) else True
        return [_judged(pair, endings, limit, twin, recovered, spent), control]

    def _of_twin(self, program: Path) -> list[Ending]:
        first = self._together(program, _TWIN_LIMIT, 1)  # it compiles, which the others need not do
        return first + (self._together(program, _TWIN_LIMIT, TIMES - 1) if first[0].state == "ended" else [])

    def _together(self, program: Path, limit: float, times: int) -> list[Ending]:
        executor = ThreadPoolExecutor(times)
        try:
            return list(executor.map(lambda _: self.run(program, limit), range(times)))
        finally:  # who interrupts this does not wait for the programs, which are ended with all others
            executor.shutdown(wait=False, cancel_futures=True)

    def _recover(self, culprit: str) -> bool:
        """Whether the device works; if not it is set aside."""
        end = self.run(children.CANARY, 60.0)
        if end.state == "ended":
            return True
        self.set_aside = f"the device does not work since {culprit} was killed there ({end.error or end.state})"
        return False


def _judged(pair: Pair, endings: list[Ending], limit: float, twin: float, recovered: bool, spent: float) -> Result:
    last = endings[-1]
    if last.state == "late":
        where = f", the host at line {last.row}" if last.row else ""
        after = "the device works again" if recovered else "the device does not work any more"
        said = (
            f"{len(endings)} of {TIMES} runs did not end within {limit:.0f} s{where}; "
            f"{pair.good.path.name} ends in {twin:.2g} s; {after}"
        )
        return pair.result(True, Verdict.HANGS, said, spent, _picture(last, limit, twin))
    if last.state == "ended":
        said = f"a run ended after {last.seconds:.2g} s (limit {limit:.0f} s)"
        return pair.result(True, Verdict.ENDS, said, spent)
    said = f"a run failed: {last.kind or last.state}: {last.error}" + (f" (line {last.row})" if last.row else "")
    return pair.result(True, Verdict.FAILED, said, spent)


def _picture(last: Ending, limit: float, twin: float) -> tuple[Step, ...]:
    stands = f"does not go on from line {last.row}" if last.row else "does not go on"
    return (
        Step("this program", 0.0, limit * 1000, f"{stands}; killed", "wait"),
        Step("its twin", 0.0, twin * 1000, f"ends in {twin:.2g} s"),
    )


def _control(pair: Pair, endings: list[Ending]) -> Result:
    spent = sum(end.seconds for end in endings) * 1000
    wrong = next((end for end in endings if end.state != "ended"), None)
    if wrong is None:
        slowest = max(end.seconds for end in endings)
        said = f"ends {len(endings)} of {len(endings)} times, in {slowest:.2g} s at most"
        return pair.result(False, Verdict.ENDS, said, spent)
    if wrong.state == "late":
        return pair.result(False, Verdict.HANGS, f"did not end within {_TWIN_LIMIT:.0f} s", spent)
    return pair.result(False, Verdict.FAILED, f"{wrong.kind or wrong.state}: {wrong.error}", spent)
