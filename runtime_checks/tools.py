"""Everything that runs programs, behind one small interface, so that the command knows nothing of how."""

from __future__ import annotations

import json
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from cupylint import child_python
from cupylint.findings import Finding
from cupylint.options import DEVICE_MEMORY, ModelOptions

from . import cases, memory
from .backends import Backend, choose
from .bundled import FEATURES, Bundled, Lint, Predict, ended
from .cases import Case
from .children import Ending
from .command import Command
from .hangs import CONTEXT, HANGING, LEAST, TIMES, Hangs
from .jobs import Job, Seen
from .options import UsageError
from .pairs import Pair, pair, simulated
from .results import Result, Verdict
from .schedule import Phase, cores
from .timings import CLOCKS
from .verify import LIMIT, Verified, verify_command

if TYPE_CHECKING:
    from .dynamic.observe import Observation

_ASK = """
import json, cupy
cupy.zeros(1)
cupy.cuda.Device().synchronize()
name = cupy.cuda.runtime.getDeviceProperties(cupy.cuda.Device().id)["name"]
version = cupy.cuda.runtime.runtimeGetVersion()
print(json.dumps({"device": name.decode() if isinstance(name, bytes) else name, "cupy": cupy.__version__,
                  "cuda": f"{version // 1000}.{version % 1000 // 10}",
                  "devices": cupy.cuda.runtime.getDeviceCount(),
                  "memory": cupy.cuda.runtime.memGetInfo()[1]}))
"""
_ASK_LIMIT = 120.0
_ON_A_DEVICE = 12
"""Programs that run on one device at the same time at most, besides those that hang. A gate holds back the work of its
own process only, and the driver gives each process its turn. A verdict that is not the expected one is found again with
nothing beside it."""
_EXTRAS = "install cupylint[cuda12] or cupylint[cuda13] on a machine with an NVIDIA GPU, or use --backend simulator"


@dataclass(frozen=True, slots=True)
class Unit:
    """What is run in one go: a program, or a pair that is judged by how it ends.

    Attributes:
        safe: it has no mistake, so its verdict must be the same each time.
        twin_only: only the corrected program of a pair that hangs, for what is judged later.
    """

    name: str
    programs: tuple[Case, ...]
    whole: Pair | None = None
    twin_only: bool = False

    @property
    def hangs(self) -> bool:
        """Whether one of them must not come to its end."""
        return self.whole is not None and self.whole.expected == Verdict.HANGS.value

    @property
    def alone(self) -> bool:
        """Whether nothing may run beside it: it takes all memory of the device, or the time."""
        takes_all = self.whole is not None and not self.hangs and not self.whole.memory
        return takes_all or self.programs[0].code in CLOCKS

    @property
    def kind(self) -> str:
        """What takes a process time before it can run this: other default streams, a package; "" if nothing does."""
        case = self.programs[0]
        needs = dict(case.fields).get("needs", "").strip()
        return "per thread" if case.per_thread else "" if needs in FEATURES else needs

    @property
    def safe(self) -> bool:
        """Whether nothing in it is a mistake."""
        return not any(program.bad for program in self.programs)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The backend that was chosen.

    Attributes:
        devices: how many there are, 0 if nobody counted.
        memory: bytes of the device.
    """

    backend: str
    devices: int = 0
    memory: int = 0


Verify = Callable[[Unit, "float | None"], "list[Result]"]
"""The verdicts on a unit, within so many seconds."""
Answer = tuple["list[list[Result]]", float]
"""The verdicts of each run of a unit, and the seconds of the first."""
Judged = Callable[[Verify, Unit], Answer]
Of = TypeVar("Of")


def units(every: Sequence[Case]) -> list[Unit]:
    """All programs in units, in their order.

    Raises:
        OSError, ValueError: a program that is judged by how it ends has no twin or a wrong option.
    """
    found = []
    twins = set()
    for case in every:
        whole = pair(case)
        if whole is not None:
            twins.add(whole.good.name)
            found.append(Unit(case.name, (case, whole.good), whole))
        else:
            found.append(Unit(case.name, (case,)))
    return [unit for unit in found if unit.whole is not None or unit.name not in twins]


def device() -> dict[str, str]:
    """Name of the current device and versions of CuPy and CUDA, asked in a process of its own.

    Raises:
        UsageError: there is no usable device; the text says why.
    """
    try:
        done = subprocess.run(child_python.code(_ASK), capture_output=True, timeout=_ASK_LIMIT, check=False)
    except (OSError, subprocess.TimeoutExpired):
        raise UsageError(f"no CUDA device answers: {_EXTRAS}") from None
    try:
        told = json.loads(done.stdout.decode("utf-8", "replace").strip().splitlines()[-1])
        return {str(key): str(value) for key, value in told.items()}
    except (ValueError, IndexError, AttributeError):
        pass
    words = done.stderr.decode("utf-8", "replace")
    if "No module named 'cupy'" in words:
        raise UsageError(f"CuPy is not installed: {_EXTRAS}")
    last = next((" ".join(line.split())[:160] for line in reversed(words.splitlines()) if line.strip()), "no answer")
    raise UsageError(f"no CUDA device answers ({last}): {_EXTRAS}")


class Judge:
    """Judges bundled programs, one after the other, in processes of its own.

    Args:
        about: the backend to use, see `Tools.choose`.
        hangs: shared by all judges, as the device is.
    """

    def __init__(self, about: Surroundings, lint: Lint, predict: Predict, hangs: Hangs) -> None:
        self._about, self._lint, self._hangs = about, lint, hangs
        self._backend = choose(about.backend)
        self._simulator = self._backend if about.backend == "simulator" else choose("simulator")
        self._bundled = Bundled(self._backend, self._simulator, lint, predict)

    def verify(self, unit: Unit, limit: float | None) -> list[Result]:
        """The verdicts on a bundled program, or on both of a pair that is judged by how it ends."""
        if unit.whole is None:
            return self._alone(unit.programs[0], limit or LIMIT)
        if unit.twin_only:
            self._hangs.prepare(unit.whole, lambda program, most: self._bounded(program, limit or most, 0))
            return []
        return self._by_its_end(unit, unit.whole, limit)

    def _alone(self, case: Case, limit: float) -> list[Result]:
        """The verdicts on a bundled program."""
        if self._about.devices and case.devices > self._about.devices:
            reason = f"needs {case.devices} devices, there is {self._about.devices}"
            return [_unfit(case, reason, self._backend.name)]
        return self._bundled.judge(case, limit)

    def _by_its_end(self, unit: Unit, whole: Pair, limit: float | None) -> list[Result]:
        """The verdicts on both programs of a pair."""
        case, name = unit.programs[0], self._backend.name
        predicted = max((finding.needs for finding in self._lint(case)), default=0)
        if whole.expected == Verdict.OUT_OF_MEMORY.value and (name != "cuda" or whole.memory):
            return memory.judge(whole, limit or LIMIT, self._bounded, predicted, name)
        if name != "cuda":
            return simulated(whole, lambda program: self._ended(program, limit or LIMIT))
        self._backend.close()  # its children hold the device, and nothing else may run beside what hangs
        if unit.hangs:
            self._hangs.least = limit or LEAST
            return self._hangs.judge(whole)
        return memory.judge(whole, limit or memory.LIMIT, predicted=predicted)

    def _bounded(self, program: Path, limit: float, bound: int) -> Ending:
        with _job(program, limit) as job:
            return memory.bounded(self._backend, job, bound)

    def _ended(self, program: Path, limit: float) -> Seen:
        with _job(program, limit) as job:
            return ended(self._backend.run(job))

    def end(self) -> None:
        """End all child processes, for good."""
        self._simulator.end()
        self._backend.end()


class Tools:
    """The real ones.

    Args:
        lint: the findings in a bundled program.
        predict: the memory that it needs, as the linter says.
    """

    def __init__(self, lint: Lint, predict: Predict) -> None:
        self.lint: Lint = _one_at_a_time(lint)
        self._predict: Predict = _one_at_a_time(predict)
        self._backend: Backend | None = None
        self._about = Surroundings("simulator")
        self._judges: list[Judge] = []
        self._hangs = Hangs()

    def units(self) -> list[Unit]:
        """The bundled programs."""
        return units(cases.cases())

    def choose(self, name: str) -> dict[str, str]:
        """Take the backend called `name`; returns its name and that of the device, with versions.

        Raises:
            UsageError: "cuda" was asked for and there is no device.
        """
        about = {"backend": "simulator", "device": "the ordering model on NumPy"}
        if name != "simulator":
            try:
                about = {"backend": "cuda", **device()}
            except UsageError as error:
                if name == "cuda":
                    raise UsageError(f"--backend cuda: {error}") from None
        self._backend = choose(about["backend"])
        self._about = Surroundings(about["backend"], int(about.pop("devices", "0")), int(about.pop("memory", "0")))
        return about

    def phases(self, units: Sequence[Unit], judged: Judged) -> list[Phase[Unit, Answer]]:
        """What may be judged side by side: in the simulator everything; on a device what leaves room for others.

        Args:
            judged: what is done with each unit, and with whom to ask for verdicts.
        """
        numbered = tuple(enumerate(units))
        if self._about.backend == "simulator":
            return [self._phase(numbered, cores() + 1, judged)]  # a lane may wait for the linter
        bounded = max((unit.whole.memory for unit in units if unit.whole is not None), default=0)
        room = self._about.memory // (2 * bounded) if bounded else cores()
        hanging = tuple(each for each in numbered if each[1].hangs)
        twins = tuple((number, replace(unit, twin_only=True)) for number, unit in hanging)
        shared = tuple(each for each in numbered if not each[1].hangs and not each[1].alone)
        beside = min(HANGING, 2 * cores() // TIMES, self._about.memory // (2 * TIMES * CONTEXT))
        parts = (
            (min(_ON_A_DEVICE, cores(), max(room, 1)), twins + shared),
            (1, tuple(each for each in numbered if each[1].alone)),
            (max(beside, 1), hanging),
        )
        return [self._phase(items, lanes, judged) for lanes, items in parts]

    @property
    def on_device(self) -> bool:
        """Whether programs share a device."""
        return self._about.backend == "cuda"

    def alone(self, items: Sequence[tuple[int, Unit]], judged: Judged) -> Phase[Unit, Answer]:
        """What is judged with nothing beside it; `items`: units with their numbers."""
        return self._phase(tuple(items), 1, judged)

    def _phase(self, items: tuple[tuple[int, Unit], ...], lanes: int, judged: Judged) -> Phase[Unit, Answer]:
        made = [self._judge() for _ in range(min(lanes, max(len(items), 1)))]
        return Phase(items, tuple(partial(judged, judge.verify) for judge in made), lambda unit: unit.kind)

    def _judge(self) -> Judge:
        self._judges.append(Judge(self._about, self.lint, self._predict, self._hangs))
        return self._judges[-1]

    def verify_command(
        self,
        command: Command,
        findings: Sequence[Finding],
        limit: float | None,
        model: ModelOptions,
        told: Callable[[int, Result], None],
    ) -> Verified:
        """The verdicts on what the linter reports, one a finding, and how the user's program ended."""
        assert self._backend is not None
        return verify_command(
            command,
            findings,
            self._backend,
            limit=limit or LIMIT,
            per_thread_default_stream=model.per_thread_default_stream,
            device_memory=model.device_memory or DEVICE_MEMORY,
            on_result=told,
        )

    def observe_command(
        self, command: Command, limit: float | None, per_thread_default_stream: bool, **more: Any
    ) -> Observation:
        """What a traced run of the user's program shows; `more`: see `dynamic.observe`."""
        from .dynamic.observe import Surroundings, observe

        assert self._backend is not None
        around = Surroundings(limit or LIMIT, per_thread_default_stream=per_thread_default_stream)
        return observe(command, self._backend, around, **more)

    def close(self) -> None:
        """End all child processes, for good."""
        for judge in self._judges:
            judge.end()
        if self._backend is not None:
            self._backend.end()


@contextmanager
def _job(program: Path, limit: float) -> Iterator[Job]:
    """Run a bundled program as a whole."""
    with tempfile.TemporaryDirectory(prefix="cupylint-", ignore_cleanup_errors=True) as directory:
        yield Job(path=str(program), pairs=(), directory=directory, limit=limit, bundled=True)


def _one_at_a_time(ask: Callable[[Case], Of]) -> Callable[[Case], Of]:
    """`ask`, once a program and never by two threads at once: the linter does not expect that."""
    lock, known = threading.Lock(), cache(ask)

    def asked(case: Case) -> Of:
        with lock:
            return known(case)

    return asked


def _unfit(case: Case, why: str, backend: str) -> Result:
    expected = Verdict.CONFIRMED if case.bad else Verdict.ORDERED
    verdict = Verdict.NOT_SUPPORTED
    return Result(case.name, case.code, str(case.path), 0, 0, expected.value, verdict, why, 0.0, backend)
