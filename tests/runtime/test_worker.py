"""Child processes: what programs may do to them, and what is left afterwards. No GPU: see `fake/cupy`."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cupylint.runtime_checks.backends import Backend, choose, device_answers
from cupylint.runtime_checks.jobs import Job, Outcome, Pair, Site
from cupylint.runtime_checks.process import Worker
from tests.runtime.accesses import place

RACE = """\
import cupy as cp
s1, s2 = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
x = cp.zeros(64)
cp.cuda.Device().synchronize()
with s1:
    y = x + 1
with s2:
    z = y + 1
cp.cuda.Device().synchronize()
"""


def job(path: Path, text: str = RACE, **more: object) -> Job:
    pair = Pair(Site(str(path), place(text, 6, "y")), Site(str(path), place(text, 8, "y")))
    return Job(str(path), (pair,), directory=str(path.parent), **more)  # type: ignore[arg-type]


def alive(text: str) -> list[str]:
    """Command lines of processes that contain a text."""
    if not os.path.isdir("/proc"):
        return []
    listing = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=False).stdout
    return [line for line in listing.splitlines() if text in line and "ps -eo" not in line]


def verdict(outcome: Outcome) -> str:
    return outcome.seen[0].verdict if outcome.seen else outcome.stopped or "nothing"


def test_a_race_is_seen_and_hurts(backend: Backend, script: Callable[[str], Path]) -> None:
    outcome = backend.run(job(script(RACE)))
    assert (verdict(outcome), outcome.error) == ("CONFIRMED", "")
    assert outcome.seen[0].harm.startswith("z: wrong 64 of 64")


def test_a_race_that_ordinary_runs_lose_hurts_too(backend: Backend, script: Callable[[str], Path]) -> None:
    # The stand-in's streams take Python functions: s1 is always slow, so that the first run already goes wrong.
    delay = "import functools, time; s1.issue(functools.partial(time.sleep, 0.05)); "
    slow = RACE.replace("    y", f"    {delay}y")
    path = script(slow)
    pair = Pair(Site(str(path), place(slow, 6, "y")), Site(str(path), place(slow, 8, "y")))
    outcome = backend.run(Job(str(path), (pair,), directory=str(path.parent)))
    assert (verdict(outcome), outcome.error) == ("CONFIRMED", "")
    assert outcome.seen[0].harm.startswith("z: wrong 64 of 64")


BAD = {
    "exits": ("import os; os._exit(7)\n", "exit status 7"),
    "crashes": ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)\n", "SIGSEGV"),
    "hangs": ("import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(600)\n", "did not end"),
}


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("name", BAD)
def test_the_next_program_runs_all_the_same(name: str, backend: Backend, script: Callable[..., Path]) -> None:
    text, said = BAD[name]
    outcome = backend.run(job(script(RACE + text, "bad.py"), limit=2.0))
    assert outcome.stopped in ("died", "time-out")
    assert said in outcome.error
    assert verdict(backend.run(job(script(RACE)))) == "CONFIRMED"


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="needs /proc")
def test_nothing_is_left_running(backend: Backend, script: Callable[[str], Path]) -> None:
    mark = f"{os.getpid()}7{time.time_ns() % 10**9}"
    text = RACE + (
        "import subprocess, sys, threading, time\n"
        f"command = [sys.executable, '-c', 'import time; time.sleep(300)  # {mark}']\n"
        "subprocess.Popen(command)\n"
        "subprocess.Popen(command, start_new_session=True)\n"
        "threading.Thread(target=time.sleep, args=(300,)).start()\n"
    )
    outcome = backend.run(job(script(text), limit=30.0))
    assert verdict(outcome) == "CONFIRMED"
    backend.close()
    assert not alive(mark)


def test_programs_start_afresh(backend: Backend, script: Callable[..., Path]) -> None:
    script("value = 1\n", "helper.py")
    text = RACE + (
        "import atexit, builtins, helper, os, sys\n"
        "assert __name__ == '__main__' and sys.argv[1:] == ['one', 'two'], sys.argv\n"
        "assert helper.value == 1 and sys.modules['__main__'].x is x\n"
        "assert 'LEFT' not in os.environ and os.getcwd() == os.path.dirname(__file__)\n"
        "plans = cp.fft.config.get_plan_cache()  # as before get_fft_plan\n"
        "assert (plans.get_size(), plans.get('one')) == (16, None)\n"
        "plans['one'] = 1; plans.set_size(0)\n"
        "helper.value = 2; os.environ['LEFT'] = '1'; os.chdir('/'); sys.path.append('nowhere')\n"
        "atexit.register(print, 'bye'); print('x' * 3_000_000); os.write(1, b'y' * 3_000_000)\n"
        "print(input() if False else sys.stdin.read())\n"
        "sys.exit(0)\n"
    )
    outcome = backend.run(job(script(text), argv=("one", "two")))
    assert (verdict(outcome), outcome.error) == ("CONFIRMED", "")


def test_kernels_of_cuda_core_are_loaded_when_they_are_made(backend: Backend, script: Callable[..., Path]) -> None:
    """Their first launch would load them, and wait for all streams; others keep what the user has set."""
    asked = "import os\nassert os.environ.get('CUDA_MODULE_LOADING') {} 'EAGER'\n"
    outcome = backend.run(job(script(RACE + asked.format("==") + "# kernels of cuda.core\n")))
    assert (verdict(outcome), outcome.error) == ("CONFIRMED", "")
    outcome = backend.run(job(script(RACE + asked.format("!="), "other.py")))
    assert (verdict(outcome), outcome.error) == ("CONFIRMED", "")


def test_exit_handlers_of_libraries_stay(backend: Backend, tmp_path: Path) -> None:
    library = tmp_path / "elsewhere"
    library.mkdir()
    (library / "library.py").write_text("import atexit\nended = []\natexit.register(ended.append, 1)\n")
    text = RACE + f"import sys\nsys.path.append({str(library)!r})\nimport library\nassert not library.ended\n"
    program = tmp_path / "program"
    program.mkdir()
    path = program / "main.py"
    path.write_text(text)
    outcome = backend.run(job(path))
    assert (verdict(outcome), outcome.error) == ("CONFIRMED", "")


def test_a_program_that_fails_says_where(backend: Backend, script: Callable[[str], Path]) -> None:
    outcome = backend.run(job(script(RACE.replace("as cp", "as cp, nothing_of_that_name", 1))))
    assert "ModuleNotFoundError" in outcome.error
    assert "(line 1)" in outcome.error


def test_a_fork_does_not_come_back(backend: Backend, script: Callable[[str], Path]) -> None:
    if not hasattr(os, "fork"):
        pytest.skip("no fork")
    text = RACE + "import os\nchild = os.fork()\nif child: os.waitpid(child, 0)\nelse: raise SystemExit\n"
    assert verdict(backend.run(job(script(text), limit=20.0))) == "CONFIRMED"


def test_too_few_devices(backend: Backend, script: Callable[[str], Path]) -> None:
    outcome = backend.run(job(script(RACE), devices=2))
    assert (outcome.stopped, outcome.error) == ("unfit", "it needs 2 devices, and there is 1")


def test_a_child_that_cannot_start() -> None:
    worker = Worker("cuda", command=[sys.executable, "-c", "raise SystemExit('no luck')"])
    assert worker.start() == "no luck"
    assert "cannot start" in Worker("cuda", command=["/no/such/python"]).start()


def test_names_of_backends() -> None:
    assert choose("simulator").name == "simulator"
    with pytest.raises(ValueError, match="backends are auto, cuda, simulator"):
        choose("rocm")


def test_without_cupy_the_device_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert device_answers() == "CuPy is not installed"
    assert choose("auto").name == "simulator"
