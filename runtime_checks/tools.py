"""Everything that runs programs, behind one small interface, so that the command knows nothing of how."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cupylint import interpreter
from cupylint.findings import Finding
from cupylint.options import DEVICE_MEMORY, ModelOptions

from . import cases, memory
from .backends import Backend, choose
from .bundled import Bundled, Lint, Predict
from .cases import Case
from .children import Ending
from .command import Command
from .hangs import LEAST, Hangs
from .jobs import Job
from .options import UsageError
from .pairs import Pair, pair
from .results import Result, Verdict
from .verify import LIMIT, Verified, verify_command

_ASK = """
import json, cupy
cupy.zeros(1)
cupy.cuda.Device().synchronize()
name = cupy.cuda.runtime.getDeviceProperties(cupy.cuda.Device().id)["name"]
version = cupy.cuda.runtime.runtimeGetVersion()
print(json.dumps({"device": name.decode() if isinstance(name, bytes) else name, "cupy": cupy.__version__,
                  "cuda": f"{version // 1000}.{version % 1000 // 10}",
                  "devices": cupy.cuda.runtime.getDeviceCount()}))
"""
_ASK_LIMIT = 120.0
_EXTRAS = "install cupylint[cuda12] or cupylint[cuda13] on a machine with an NVIDIA GPU, or use --backend simulator"


@dataclass(frozen=True, slots=True)
class Unit:
    """What is run in one go: a program, or a pair that is judged by how it ends.

    Attributes:
        safe: it has no mistake, so its verdict must be the same each time.
    """

    name: str
    programs: tuple[Case, ...]
    whole: Pair | None = None

    @property
    def safe(self) -> bool:
        """Whether nothing in it is a mistake."""
        return not any(program.bad for program in self.programs)


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
        done = subprocess.run(interpreter.code(_ASK), capture_output=True, timeout=_ASK_LIMIT, check=False)
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


class Tools:
    """The real ones.

    Args:
        lint: the findings in a bundled program.
        predict: the memory that it needs, as the linter says.
    """

    def __init__(self, lint: Lint, predict: Predict) -> None:
        self.lint: Lint = cache(lint)
        self._predict = predict
        self._backend: Backend | None = None
        self._simulator = Backend("simulator")
        self._bundled: Bundled | None = None
        self._hangs = Hangs()
        self._devices = 0

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
        self._backend, self._bundled = choose(about["backend"]), None
        self._simulator = self._backend if about["backend"] == "simulator" else choose("simulator")
        self._devices = int(about.pop("devices", "0"))
        return about

    def verify_unit(self, unit: Unit, limit: float | None) -> list[Result]:
        """The verdicts on a bundled program, or on both of a pair that is judged by how it ends."""
        assert self._backend is not None
        case = unit.programs[0]
        if unit.whole is None:
            if self._devices and case.devices > self._devices:
                return [_unfit(case, f"needs {case.devices} devices, there is {self._devices}", self._backend.name)]
            if self._bundled is None:
                self._bundled = Bundled(self._backend, self._simulator, self.lint, self._predict)
            return self._bundled.judge(case, limit or LIMIT)
        predicted = max((finding.needs for finding in self.lint(case)), default=0)
        if self._backend.name != "cuda":
            if unit.whole.expected == Verdict.OUT_OF_MEMORY.value:
                return memory.judge(unit.whole, limit or LIMIT, self._simulated, predicted, self._backend.name)
            said = "in the simulator kernels are not run: needs a device"
            return [
                unit.whole.result(bad, Verdict.NOT_SUPPORTED, said, 0.0, backend=self._backend.name)
                for bad in (True, False)
            ]
        self._backend.close()  # its children hold the device, and nothing else may run beside what hangs
        if unit.whole.expected == Verdict.HANGS.value:
            self._hangs.least = limit or LEAST
            return self._hangs.judge(unit.whole)
        return memory.judge(unit.whole, limit or memory.LIMIT, predicted=predicted)

    def _simulated(self, program: Path, limit: float, bound: int) -> Ending:
        assert self._backend is not None
        with tempfile.TemporaryDirectory(prefix="cupylint-", ignore_cleanup_errors=True) as directory:
            job = Job(path=str(program), pairs=(), directory=directory, limit=limit, bundled=True)
            return memory.simulated(self._backend, job, bound)

    def verify_command(
        self,
        command: Command,
        findings: Sequence[Finding],
        limit: float | None,
        model: ModelOptions,
        told: Callable[[Result], None],
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

    def close(self) -> None:
        """End all child processes."""
        self._simulator.close()
        if self._backend is not None:
            self._backend.close()


def _unfit(case: Case, why: str, backend: str) -> Result:
    expected = Verdict.CONFIRMED if case.bad else Verdict.ORDERED
    return _result(case, case.code, 0, expected, Verdict.NOT_SUPPORTED, why, backend)


def _result(case: Case, code: str, row: int, expected: Verdict, verdict: Verdict, said: str, backend: str) -> Result:
    return Result(case.name, code, str(case.path), row, 0, expected.value, verdict, said, 0.0, backend)
