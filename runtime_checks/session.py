"""One job on a device: a run as it is, a serial one, then runs with gates, and what these tell together."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from contextlib import nullcontext, suppress
from dataclasses import asdict, replace
from typing import Any

from . import launch, scene
from .endings import compared
from .finals import Finals, differs
from .harness import Harness
from .jobs import Job, Pair, Seen
from .journal import Journal
from .lines import Line, Lines, Watching
from .occurrences import Pace, Test
from .preparing import captures, prepared
from .results import Verdict, printed
from .rewrite import RewriteError, read_text
from .setting import Mode, Setting, Told
from .wording import APART

TEXT = 10_000
"""Characters of a text in a message."""

_TOGETHER = 12
_FREE_RUNS = 10
_LONG_RUN, _LONG_RUNS = 1.0, 3  # of a run that takes longer than so many seconds, so many are enough for a pair
_SHARE = 0.4  # of the time for a job, after which such a pair gets no further run
_SEEN = frozenset((Verdict.CONFIRMED.name, Verdict.ORDERED.name))
_UNWARMED = 10.0  # patience with a program whose kernels may be launched for the first time


def _asks_for_plans(job: Job, texts: Mapping[str, str]) -> bool:
    """Whether a file of the program asks for plans of transforms."""
    for name in {job.path, *(site.filename for pair in job.pairs for site in (pair.earlier, pair.later))}:
        text = texts.get(os.path.realpath(name))
        with suppress(RewriteError, OSError):
            if "get_fft_plan" in (read_text(name) if text is None else text):
                return True
    return False


class Session:
    """One job."""

    def __init__(self, device: Any, job: Job, say: Any) -> None:
        self._device, self._job, self._say = device, job, say
        self._texts = {os.path.realpath(name): text for name, text in job.texts}
        # Who asks for a plan is handed a kept one, too: two would be one. Else plans stay from the first run on, as
        # kernels do: to make one waits for all streams, and a gate would see nothing of what comes after.
        self._asks_for_plans = _asks_for_plans(job, self._texts)
        device.forget_plans()
        self._pace: dict[int, Pace] = {}
        self._error, self._again = "", True
        self._finals: dict[str, Any] = {}
        self._unstable: set[str] = set()
        self._seconds, self._process = 0.0, os.getpid()
        self._begun = time.monotonic()

    def judge(self) -> tuple[str, bool]:
        job = self._job
        if not job.pairs:
            return self._whole()
        pairs = self._watchable()
        if not pairs:
            return "", True
        if job.hurried:
            self._hurried(pairs)
            return self._error, self._again
        warm: dict[str, Any] | None = None
        if job.warm_up:
            self._say(kind="stage", stage="a first run without gates")
            warm = self._first_run().names
        if job.serial:
            self._serial(pairs, warm)
        if len(pairs) > _TOGETHER:
            self._together(pairs)
        for number, pair in pairs.items():
            self._say(kind="stage", stage=f"the run with a gate before line {pair.earlier.location.row}")
            seen = self._alone(number, pair)
            if seen is not None:
                self._tell(seen)
            if not self._again:
                break
        return self._error, self._again

    def _first_run(self) -> scene.Run:
        """Run the program as it is, watch the statements that may raise something, and tell how it ended."""
        watching, journal = Watching(self._job.watch, self._texts), Journal()

        def told(line: Line) -> None:
            for number in watching.concerned(line):
                self._say(kind="watched", number=number, seen=asdict(watching.seen(number, lines)))

        lines = Lines(watching.files, self._process, journal, told)
        try:
            with lines.followed() if watching.files else nullcontext():
                ran = self._run({}, None)
            for entry in journal.read():  # of processes that were forked
                lines.noted(entry)
        finally:
            journal.remove()
        for number in range(len(watching)):
            self._say(kind="watched", number=number, seen=asdict(watching.seen(number, lines)))
        self._say(kind="ran", error=ran.error, output=_end(ran.output))
        return ran

    def _watchable(self) -> dict[int, Pair]:
        """The pairs whose files can be prepared; what is wrong with the others is told."""
        pairs: dict[int, Pair] = {}
        for number, pair in enumerate(self._job.pairs):
            try:
                prepared(self._texts, {number: pair})
                pairs[number] = pair
            except RewriteError as error:
                self._tell(Seen(number, Verdict.INCONCLUSIVE.name, str(error)))
        return pairs

    def _serial(self, pairs: dict[int, Pair], warm: dict[str, Any] | None) -> None:
        """Observe a run in which nothing races. `warm` is what the names held after a run as it is."""
        self._say(kind="stage", stage="a run with a wait after each line")
        harness, ran = self._with(pairs, "observe", serial=True)
        self._pace, self._finals = harness.pace, ran.names
        if warm is not None and self._changed(warm):
            # By chance, or by the very race in question? A second serial run tells: in it nothing races.
            self._unstable = self._changed(self._run({}, None, serial=True).names)

    def _hurried(self, pairs: dict[int, Pair]) -> None:
        """Gate all pairs in one run; what is certain is told at once, in case the run does not end in time."""
        self._say(kind="stage", stage="a run with all gates")
        harness, ran = self._with(pairs, "gate", patience=_UNWARMED)
        self._say(kind="ran", error=ran.error, output=_end(ran.output))
        for number, seen in harness.seen().items():
            self._tell(_so_far(seen) if harness.executed(number) > 1 else seen)

    def _together(self, pairs: dict[int, Pair]) -> None:
        """Gate all pairs in one run, and take out of `pairs` those that it tells enough about."""
        self._say(kind="stage", stage="a run with all gates")
        harness, _ = self._with(pairs, "gate")
        for number, seen in harness.seen().items():
            # Held back by its own gate: true whatever the other gates did. Anything else is asked again alone.
            certain = seen.verdict == Verdict.CONFIRMED.name and self._known(harness, number, pairs[number])
            if certain or (seen.verdict == Verdict.NOT_REACHED.name and not self._pace.get(number, Pace()).tests):
                self._tell(seen)
                pairs.pop(number)

    def _alone(self, number: int, pair: Pair) -> Seen | None:
        """Hold back one execution of the earlier access after another, in as many runs as that takes.

        None: this process can be used no more, and there are executions left to test.
        """
        first: dict[str, Seen] = {}  # by verdict
        patience, runs = 1.0, 0
        done = list(next(iter(self._job.tested[number : number + 1]), ()))
        self._left(number, done)
        planned = bool(self._pace.get(number, Pace()).tests)
        while True:
            harness, ran = self._with({number: pair}, "gate", patience=patience)
            runs += 1
            seen = harness.seen()[number]
            if seen.verdict == Verdict.CONFIRMED.name:
                seen = replace(seen, harm=self._harm(ran))
                if seen.harm or self._known(harness, number, pair):
                    return seen
            if seen.verdict == Verdict.INCONCLUSIVE.name:
                seen = self._by_results(seen, pair, ran, harness.staged(number))
                if seen.verdict != Verdict.INCONCLUSIVE.name or patience > 1 or not self._again:
                    return seen
                patience = 5.0
                continue
            first.setdefault(seen.verdict, seen)
            left = self._left(number, harness.tested(number))
            done += harness.tested(number)
            late = self._is_late(runs)
            if left and self._again and not late:
                continue
            if left and not late and first.keys() - {Verdict.CONFIRMED.name}:
                self._say(kind="partly", seen=asdict(first.get(Verdict.ORDERED.name, seen)), tested=done)
                return None
            if planned and self._again and not late and first.keys().isdisjoint(_SEEN):
                planned = False  # threads may take turns in another order than in the serial run
                self._pace[number] = replace(self._pace[number], tests=[])
                continue
            return self._concluded(first, seen, number, pair, len(done) if left else 0)

    def _is_late(self, runs: int) -> bool:
        """Whether the program takes so long that a pair gets no more runs than these."""
        return self._seconds > _LONG_RUN and runs >= _LONG_RUNS and self._spent > _SHARE * self._job.limit

    def _concluded(self, first: dict[str, Seen], last: Seen, number: int, pair: Pair, only: int) -> Seen:
        """The verdict after all runs. If `only` so many executions could be tested, the others may be without order."""
        if Verdict.CONFIRMED.name in first:
            return self._ungated(first[Verdict.CONFIRMED.name], pair)
        ordered = first.get(Verdict.ORDERED.name)
        return last if ordered is None else self._untested(ordered, number, only) if only else ordered

    def _untested(self, seen: Seen, number: int, tested: int) -> Seen:
        """The verdict where there is no time to test all executions: the others may be without order."""
        every = tested + len(self._pace[number].tests)
        text = f"{seen.evidence}; no time for more than {tested} of {every} rounds that were to be tested"
        return replace(seen, verdict=Verdict.INCONCLUSIVE.name, evidence=text)

    @property
    def _spent(self) -> float:
        return time.monotonic() - self._begun

    def _by_results(self, seen: Seen, pair: Pair, ran: scene.Run, staged: bool) -> Seen:
        """What an inconclusive run tells by its results after all."""
        row = pair.later.location.row
        if pair.later.host and not pair.later.clock and (harm := self._harm(ran)):
            text = f"line {row} came first, and the results are not those of a serial run"
            return replace(seen, verdict=Verdict.CONFIRMED.name, evidence=text, harm=harm)
        if staged and not ran.error and len(self._finals) > len(self._unstable):
            text = f"line {row} came first, but CUDA had taken a copy: the results are right"
            return replace(seen, verdict=Verdict.ORDERED.name, evidence=text)
        return seen

    def _left(self, number: int, tested: list[Test]) -> bool:
        """Whether other executions than those that were `tested` are to be tested."""
        pace = self._pace.get(number)
        if pace is None:
            return False
        pace.tests = [test for test in pace.tests if test not in tested]
        return bool(pace.tests and tested)

    def _known(self, harness: Harness, number: int, pair: Pair) -> bool:
        """Whether the two executions that were seen without order are on the same memory."""
        pace = self._pace.get(number)
        once = not pair.guessed and (pace is None or pace.once)
        return harness.compared(number) or once or pair.later.clock  # a clock has no memory

    def _whole(self) -> tuple[str, bool]:
        """Run the program once, as it is, and say how it ended."""
        self._say(kind="stage", stage="the run")
        if self._job.peak or self._job.memory:
            return self._watched()
        ran = self._first_run()
        text = ran.error or printed(ran.output.decode("utf-8", "replace"))
        name = (Verdict.FAILED if ran.error else Verdict.ENDS).name
        seen = Seen(0, name, text, milliseconds=1e3 * self._seconds)
        if self._job.reuse and not ran.error and self._again:
            self._say(kind="stage", stage="the run without reuse of memory")
            self._device.keeps = True
            try:
                seen = compared(seen, ran.names, self._run({}, None).names)
            finally:
                self._device.keeps = False
                self._device.fresh()
        self._tell(seen)
        return ran.error, self._again

    def _watched(self) -> tuple[str, bool]:
        """Run the program once and count the memory that it holds: its own, or what the bounded pool took for it."""
        self._device.fresh()
        self._device.bound(self._job.memory)
        start = time.monotonic()
        with self._device.watched() as water:
            ran = scene.run(self._job.path, self._texts, self._job.argv, None, module=self._job.module)
        name = (Verdict.FAILED if ran.error else Verdict.ENDS).name
        seconds = time.monotonic() - start
        peak = self._device.taken() if self._job.memory else water.peak
        self._tell(Seen(0, name, ran.error, milliseconds=1e3 * seconds, peak=peak))
        return ran.error, not ran.leftovers

    def _ungated(self, seen: Seen, pair: Pair) -> Seen:
        """The later access came first, but whether it is to the same memory cannot be seen: do results go wrong?"""
        row, poisoning, unstable = pair.later.location.row, self._device.poisoning, self._unstable
        self._device.poisoning = False
        try:
            # Unlike the first run, which may have gone wrong for the same reason, a serial one is right.
            self._unstable = self._changed(self._run({}, None, serial=True).names)
            for runs in range(1, _FREE_RUNS + 1):
                ran = self._run({}, None)
                if harm := self._harm(ran):
                    text = f"line {row} came first, and run {runs} without a gate went wrong"
                    return replace(seen, evidence=text, harm=harm)
        finally:
            self._device.poisoning, self._unstable = poisoning, unstable
        right = f"line {row} came first, but the results of {_FREE_RUNS} runs without a gate are right"
        if not pair.guessed:
            text = f"{right}, and whether it was to the same memory cannot be seen"
            return replace(seen, verdict=Verdict.INCONCLUSIVE.name, evidence=text, steps=())
        text = f"{APART}: {right}"
        return replace(seen, verdict=Verdict.NOT_REACHED.name, evidence=text, steps=())

    def _with(
        self, pairs: dict[int, Pair], mode: Mode, serial: bool = False, patience: float = 1.0
    ) -> tuple[Harness, scene.Run]:
        texts, visible = prepared(self._texts, pairs)
        sites = {site.filename for pair in pairs.values() for site in (pair.earlier, pair.later)}
        files = {self._job.path, *texts, *map(os.path.abspath, sites)} - {""}

        def told(seen: Seen) -> None:
            pair = pairs[seen.pair]
            if seen.verdict == Verdict.CONFIRMED.name and self._known(harness, seen.pair, pair):
                self._tell(seen)  # it stays so, whatever becomes of the run
            elif self._job.hurried and seen.verdict == Verdict.ORDERED.name:
                self._tell(_so_far(seen))

        def came(pair: int, role: int) -> None:
            self._say(kind="came", pair=pair, role=role)

        who = Told(self._job.hurried, told, came)
        harness = Harness(self._device, pairs, Setting(mode, visible, tuple(files), self._pace, patience, who))
        ran = self._run({**self._texts, **texts}, harness, serial)
        return harness, ran

    def _run(self, texts: dict[str, str], harness: Harness | None, serial: bool = False) -> scene.Run:
        self._device.fresh()
        if self._asks_for_plans:
            self._device.forget_plans()
        start = time.monotonic()
        wait = self._wait if serial and not captures(self._job) else None
        job, texts = self._job, texts or self._texts
        ran = scene.run(job.path, texts, job.argv, harness, wait, self._collect, job.module)
        self._seconds = time.monotonic() - start
        self._error = self._error or ran.error
        self._again = self._again and not ran.leftovers
        self._device.synchronize()
        ran.names["what it prints"] = ran.output
        return ran

    def _wait(self) -> None:
        if os.getpid() == self._process:  # a forked child cannot use the device
            with suppress(Exception):
                self._device.synchronize()

    def _tell(self, seen: Seen) -> None:
        self._say(kind="seen", seen=asdict(seen))

    def _collect(self, names: dict[str, Any]) -> dict[str, Any]:
        """What the program's names hold in the end, copied to the host."""
        self._device.synchronize()
        folder = launch.folder_of(self._job.path, self._job.module)
        return Finals(self._device.host, lambda file: scene.is_own(file, folder)).collect(names)

    def _changed(self, names: dict[str, Any]) -> set[str]:
        """The names whose values differ from those of the serial run."""
        return {name for name, right in self._finals.items() if differs(names.get(name), right)}

    def _harm(self, ran: scene.Run) -> str:
        for name, right in self._finals.items():
            if name in self._unstable or name not in ran.names:
                continue
            if found := differs(right, ran.names[name]):
                return f"{name}: {found}" if name != "what it prints" else "it prints other results"
        return ""


def _so_far(seen: Seen) -> Seen:
    """What was seen in one round, where the others were not tested."""
    if seen.verdict != Verdict.ORDERED.name:
        return seen
    text = f"{seen.evidence}; so it was as far as the run was watched"
    return replace(seen, verdict=Verdict.INCONCLUSIVE.name, evidence=text)


def _end(output: bytes) -> str:
    """The end of what a program printed."""
    return output[-TEXT:].decode("utf-8", "replace")
