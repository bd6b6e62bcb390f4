"""A process that runs inputs one after another, watched from outside. See `pool`.

Each line of standard input is a request, each line of what was standard output an answer, both JSON.
"""

from __future__ import annotations

import base64
import contextlib
import faulthandler
import gc
import io
import json
import os
import pickle
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path
from typing import Any

from . import oracle
from .case import Case, write
from .generate import Size, generate
from .oracle import Failures, Run

_ROOT = Path(__file__).resolve().parents[2]
_ADDRESS_SPACE = 3 << 30
_LAUNCH = Path(__file__).with_name("launch.py")
FAULT = "CUPYLINT_FUZZ_FAULT"
"""Environment variable: a file of Python to run at the start, so that a test can put in a fault to be found."""
_QUICK = 0.3
"""Seconds: what took less is run twice."""
COMMAND_SECONDS = 30.0
"""After how long a command is killed, for each file."""


def main() -> None:
    """Answer requests until standard input ends. Where it falls or hangs goes to the file of `sys.argv`."""
    sys.setrecursionlimit(1000)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (_ADDRESS_SPACE, resource.RLIM_INFINITY))
    requests, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), 0)  # an input may have a link to the device of standard input
    os.dup2(2, 1)
    trace = open(sys.argv[1], "w")  # noqa: SIM115
    faulthandler.enable(trace)
    _warm_up()
    if FAULT in os.environ:
        exec(compile(Path(os.environ[FAULT]).read_text(), "fault", "exec"), {})
    print(json.dumps({"ready": True}), file=answers, flush=True)
    for line in requests:
        request = json.loads(line)
        faulthandler.dump_traceback_later(request["hang"] * 0.9, repeat=True, file=trace)
        answer = _answer(request)
        faulthandler.cancel_dump_traceback_later()
        print(json.dumps(answer), file=answers, flush=True)


def _warm_up() -> None:
    """Load what a first run loads, so that it does not count as work for a later one."""
    text = "import cupy as cp\ns = cp.cuda.Stream(non_blocking=True)\nwith s:\n    x = cp.zeros(10**12)\ny = x + 1\n"
    kernel = "k = cp.RawKernel('__global__ void k(int* x) { while (x[0]) __syncthreads(); }', 'k')\nk(1)\n"
    for form in ("json", "concise", "full"):
        case = Case({b"p.py": (text + kernel).encode()}, (f"--output-format={form}", "p.py"))
        with _folder(case) as folder:
            in_process(case, folder)


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    if "case" in request:
        case: Case = pickle.loads(base64.b64decode(request["case"]))
    else:
        case = generate(request["seed"], Size(**request["size"]))
    failures, run, again = examine(case)
    return {
        "failures": failures, "seconds": run.seconds, "megabytes": run.megabytes, "note": case.note, "again": again,
        "findings": run.out.count(b'"code"'), "command": case.command, "rss": _status("VmRSS"),
    }  # fmt: skip


def examine(case: Case) -> tuple[Failures, Run, bool]:
    """Run a case, and once more if that is quick; what was wrong, the first run, and whether there was a second."""
    with _folder(case) as folder:
        door = _command if case.command else in_process
        run = door(case, folder)
        failures = oracle.judge(case, run)
        again = run.seconds < _QUICK and not failures and oracle.is_repeatable(case)
        if again:
            _renew(case, folder)
            second = in_process(case, folder)
            if (second.status, second.out, second.err) != (run.status, run.out, run.err):
                failures["unstable"] = _difference(run, second)
    return failures, run, again


def _difference(first: Run, second: Run) -> str:
    if first.status != second.status:
        return f"exit codes {first.status}, {second.status}"
    pairs = zip((first.out + first.err).splitlines(), (second.out + second.err).splitlines(), strict=False)
    return next((f"{one!r} != {other!r}"[:300] for one, other in pairs if one != other), "one says more")


@contextlib.contextmanager
def _folder(case: Case) -> Any:
    """The folder of a case, there while the block runs. The working directory is it, too."""
    before = os.getcwd()
    outer = tempfile.mkdtemp(prefix="cupylint-fuzz-")
    folder = os.path.join(outer, "tree")
    os.mkdir(folder)
    try:
        write(case, folder)
        os.chdir(folder)
        yield folder
    finally:
        os.chdir(before)
        shutil.rmtree(os.fsencode(outer), ignore_errors=True)


def _renew(case: Case, folder: str) -> None:
    """Put the folder of a case back as it was: a run may have written a report, which the next one would find."""
    os.chdir(os.path.dirname(folder))
    shutil.rmtree(os.fsencode(folder), ignore_errors=True)
    os.makedirs(folder, exist_ok=True)
    write(case, folder)
    os.chdir(folder)


def in_process(case: Case, folder: str) -> Run:
    """Call `main` of the command in this process."""
    from cupylint import cli

    gc.collect(0)
    out, err = _text(), _text()
    before = sys.stdin, sys.stdout, sys.stderr
    run = Run(None)
    _reset_peak()
    start, memory = _processor_time(), _status("VmRSS")
    sys.stdin, sys.stdout, sys.stderr = io.TextIOWrapper(io.BytesIO(case.stdin)), out, err
    try:
        run.status = cli.main(list(case.arguments))
    except SystemExit as error:
        run.status = error.code if isinstance(error.code, int) else int(error.code is not None)
    except BaseException:
        run.status, run.escaped = 2, "".join(traceback.format_exc().splitlines(keepends=True)[-3:])
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    run.seconds = _processor_time() - start
    run.megabytes = max(_status("VmHWM") - memory, 0)
    run.out, run.err = _bytes(out), _bytes(err)
    run.canaries = oracle.canaries(folder, str(_ROOT))
    return run


def _command(case: Case, folder: str) -> Run:
    """Start the command as its users do."""
    environment = {**os.environ, "PYTHONPATH": str(_ROOT), "PYTHONUTF8": "1"}
    start, before = time.perf_counter(), _children_time()
    arguments = [os.fsencode(word) for word in case.arguments]
    process = subprocess.Popen(
        [sys.executable, str(_LAUNCH), *arguments], cwd=folder, env=environment, start_new_session=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        out, err = process.communicate(case.stdin, timeout=COMMAND_SECONDS * case.sources)
        status: int | None = process.returncode
    except subprocess.TimeoutExpired:
        with contextlib.suppress(OSError):
            os.killpg(process.pid, 9)
        out, err, status = *process.communicate(), None
    seconds = _children_time() - before if status is not None else time.perf_counter() - start
    return Run(status, out, err, seconds, canaries=oracle.canaries(folder, str(_ROOT)))


# --- measuring ------------------------------------------------------------------------------------


def _text() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n", write_through=True)


def _bytes(stream: io.TextIOWrapper) -> bytes:
    try:
        stream.flush()
        buffer = stream.buffer
        return buffer.getvalue() if isinstance(buffer, io.BytesIO) else b""
    except ValueError:  # closed
        return b""


def _processor_time() -> float:
    return time.process_time() + _children_time()


def _children_time() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _reset_peak() -> None:
    """Let the peak of memory count from now (Linux); elsewhere it counts from the start."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def _status(key: str) -> float:
    """A number of the process's status in MB."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith(f"{key}:")), 0.0)


if __name__ == "__main__":
    main()
