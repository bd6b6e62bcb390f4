"""Streams, arrays and waits that go from file to file: ``# expect:`` marks what is found, in whichever file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import marked
from tests.projects.conftest import Lint

STREAMS = """\
import cupy as cp
copier = cp.cuda.Stream(non_blocking=True)
worker = cp.cuda.Stream(non_blocking=True)
"""

PROJECTS: dict[str, dict[str, str]] = {
    "timers of another module": {
        "timers.py": """\
import time


class Timer:
    def __enter__(self):
        self.begin = time.perf_counter()
        return self

    def __exit__(self, *error):
        self.seconds = time.perf_counter() - self.begin  # expect: CUP501


def timed(function):
    def inner(*args):
        begin = time.perf_counter()
        result = function(*args)
        print(time.perf_counter() - begin)  # expect: CUP501
        return result
    return inner
""",
        "main.py": """\
import cupy as cp
import timers
from timers import Timer, timed

a = cp.random.rand(500, 500)


def direct():
    with Timer() as timer:
        b = a @ a
    return timer.seconds


def waits():
    with timers.Timer() as timer:
        b = a @ a
        cp.cuda.Device().synchronize()
    return timer.seconds


@timed
def product(x):
    return x @ x


@timed
def copied(x):
    return (x @ x).get()


product(a)
copied(a)
""",
    },
    "streams of another module": {
        "streams.py": STREAMS,
        "main.py": """\
import cupy as cp
from streams import copier, worker
with copier:
    x = cp.ones(9)
with worker:
    y = x + 1  # expect: CUP101
""",
    },
    "a helper that waits": {
        "streams.py": STREAMS,
        "waits.py": "def after(later, earlier):\n    later.wait_event(earlier.record())\n",
        "main.py": """\
import cupy as cp
import streams
from waits import after
with streams.copier:
    x = cp.ones(9)
after(streams.worker, streams.copier)
with streams.worker:
    y = x + 1
with streams.copier:
    z = y + 1  # expect: CUP101
""",
    },
    "helpers that work, called by a file without CuPy": {
        "streams.py": STREAMS,
        "steps.py": """\
import cupy as cp
from streams import copier, worker

def load(n):
    with copier:
        return cp.ones(n)

def use(x):
    with worker:
        return x * 2  # expect: CUP101

def wait():
    copier.synchronize()
""",
        "main.py": "import steps\na = steps.load(9)\nb = steps.use(a)\n",
        "good.py": "import steps\na = steps.load(9)\nsteps.wait()\nb = steps.use(a)\n",
    },
    "a class of another file": {
        "pipe.py": """\
import cupy as cp

class Pipe:
    def __init__(self, stream):
        self.stream = stream
        self.ready = cp.cuda.Event()

    def load(self, n):
        with self.stream:
            self.x = cp.ones(n)
        self.ready.record(self.stream)
        return self.x

    def result(self):
        self.ready.synchronize()
        return self.x
""",
        "main.py": """\
import cupy as cp
from pipe import Pipe

class Better(Pipe):
    def load(self, n):
        super().load(n)
        return self.x

a, b = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
p = Better(a)
x = p.load(9)
with b:
    y = x + 1  # expect: CUP101
q = Better(a)
q.load(9)
with b:
    z = q.result() + 1
""",
    },
    "packages, relative imports and what a package hands on": {
        "lib/__init__.py": "from .streams import copier\nfrom .inner import later\nfrom . import streams as s\n",
        "lib/streams.py": STREAMS,
        "lib/inner/__init__.py": "from .deep import later\n",
        "lib/inner/deep.py": "from ..streams import worker as later\n",
        "main.py": """\
import cupy as cp
import lib
from lib import later
with lib.copier:
    x = cp.ones(9)
with later:
    y = x + 1  # expect: CUP101
with lib.s.worker:
    z = y + 1
""",
    },
    "src layout, tests beside it": {
        "src/lib/__init__.py": "",
        "src/lib/streams.py": STREAMS,
        "tests/test_it.py": """\
import cupy as cp
from lib.streams import copier, worker

def test():
    with copier:
        x = cp.ones(9)
    with worker:
        y = x + 1  # expect: CUP101
""",
    },
    "a folder without __init__.py is a package": {
        "lib/streams.py": STREAMS,
        "lib/use.py": """\
import cupy as cp
from .streams import copier, worker
with copier:
    x = cp.ones(9)
with worker:
    y = x + 1  # expect: CUP101
""",
    },
    "everything by star": {
        "streams.py": STREAMS,
        "more.py": "from streams import *\n",
        "main.py": """\
import cupy as cp
from more import *
with copier:
    x = cp.ones(9)
with worker:
    y = x + 1  # expect: CUP101
""",
    },
    "modules that import each other": {
        "one.py": """\
import cupy as cp
import two
s = cp.cuda.Stream(non_blocking=True)
def f(x):
    return two.g(x)
""",
        "two.py": """\
import one
def g(x):
    with one.s:
        return x + 1  # expect: CUP101
""",
        "main.py": """\
import cupy as cp
import one
t = cp.cuda.Stream(non_blocking=True)
with t:
    x = cp.ones(9)
y = one.f(x)
""",
    },
    "a context manager and a decorator of another file": {
        "managers.py": """\
from contextlib import contextmanager
import functools
import cupy as cp

@contextmanager
def waiting(stream):
    with stream:
        yield stream
    stream.synchronize()

@contextmanager
def on(stream):
    with stream:
        yield stream

def finished(stream):
    def decorate(function):
        @functools.wraps(function)
        def inner(*args):
            result = function(*args)
            stream.synchronize()
            return result
        return inner
    return decorate
""",
        "main.py": """\
import cupy as cp
from managers import finished, on, waiting
a, b = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)

@finished(a)
def make():
    with a:
        return cp.ones(9)

with waiting(a):
    x = cp.ones(9)
with b:
    y = x + make()
with on(a):
    z = cp.ones(9)  # expect: CUP104
with b:
    y = z + 1  # expect: CUP101
""",
    },
    "a module's global that a function sets": {
        "state.py": """\
import cupy as cp
stream = None

def init():
    global stream
    stream = cp.cuda.Stream(non_blocking=True)
""",
        "main.py": """\
import cupy as cp
import state
state.init()
b = cp.cuda.Stream(non_blocking=True)
with state.stream:
    x = cp.ones(9)
with b:
    y = x + 1  # expect: CUP101
""",
    },
    "imports inside functions, and another file's main part does not run": {
        "streams.py": STREAMS + "if __name__ == '__main__':\n    worker = copier\n",
        "main.py": """\
import cupy as cp
def f():
    from streams import copier, worker
    with copier:
        x = cp.ones(9)
    with worker:
        return x + 1  # expect: CUP101
""",
    },
    "what cannot be parsed is not known": {
        "broken.py": "import cupy\nStream = (\n",  # its own finding stands in another test
        "main.py": """\
import cupy as cp
import broken
s = cp.cuda.Stream(non_blocking=True)
with s:
    x = cp.ones(9)
broken.finish(s)
y = x.get()
""",
    },
    "a stream that may be any": {
        "work.py": "def use(x, stream):\n    with stream:\n        return x + 1\n",
        "main.py": """\
import cupy as cp
from work import use
def f(s, t):
    with s:
        x = cp.ones(9)
    return use(x, t)
""",
    },
    "a name of the standard library is never a file of the project": {
        "queue.py": STREAMS,
        "main.py": """\
import cupy as cp
from queue import copier, worker
with copier:
    x = cp.ones(9)
with worker:
    y = x + 1
""",
    },
    "a folder without __init__.py in a package that lies in no root": {
        "deep/lib/__init__.py": "",
        "deep/lib/streams.py": STREAMS,
        "deep/lib/gpu/work.py": """\
import cupy as cp
from lib.streams import copier, worker
from lib.gpu.helpers import double


def racy():
    a = double(copier)
    with worker:
        return a + 1  # expect: CUP101


def safe():
    a = double(copier)
    worker.wait_event(copier.record())
    with worker:
        return a + 1
""",
        "deep/lib/gpu/helpers.py": """\
import cupy as cp


def double(stream):
    with stream:
        return cp.ones(9) * 2
""",
    },
    "an unused event at the top level of an imported file": {
        "holder.py": """\
import cupy as cp
copier = cp.cuda.Stream(non_blocking=True)
worker = cp.cuda.Stream(non_blocking=True)
ready = cp.cuda.Event()
worker.wait_event(ready)  # expect: CUP105
""",
        "main.py": """\
import cupy as cp
from holder import copier, worker
with copier:
    x = cp.ones(9)
worker.wait_event(copier.record())
""",
    },
    "an event that a helper waits for": {
        "steps.py": """\


def finish(event):
    event.synchronize()  # expect: CUP105
""",
        "main.py": """\
import cupy as cp
from steps import finish


def main():
    finish(cp.cuda.Event())


main()
""",
    },
    "streams by import in a file that mentions only waits itself": {
        "holder.py": STREAMS,
        "main.py": """\
import cupy as cp
import holder


def sync(x):
    cp.cuda.Device().synchronize()


def main():
    with holder.copier:
        x = cp.ones(9)
    with holder.worker:
        return x + 1  # expect: CUP101
""",
    },
    "a decorator that chooses the stream": {
        "streams.py": """\
import functools
import cupy as cp
copier = cp.cuda.Stream(non_blocking=True)


def on_copier(function):
    @functools.wraps(function)
    def inner(*args):
        with copier:
            return function(*args)
    return inner
""",
        "steps.py": """\
import cupy as cp
import streams


@streams.on_copier
def load():
    return cp.ones(9)
""",
        "main.py": """\
import cupy as cp
from steps import load
worker = cp.cuda.Stream(non_blocking=True)
x = load()
with worker:
    y = x + 1  # expect: CUP101
""",
    },
    "a fallback that makes the stream": {
        "main.py": """\
import cupy as cp


def fallback():
    try:
        import fast
    except ImportError:
        s = cp.cuda.Stream(non_blocking=True)
        x = cp.ones(9)
        with s:
            y = x + 1  # expect: CUP101
        return y  # expect: CUP103
""",
    },
}


@pytest.mark.parametrize("name", PROJECTS)
def test_findings_stand_where_the_later_access_does(name: str, lint: Lint) -> None:
    files = PROJECTS[name]
    found = {(Path(one.filename).as_posix(), one.location.row, one.code) for one in lint(files) if one.code != "CUP900"}
    assert found == {(file, row, code) for file, text in files.items() for row, code in marked(text)}


def test_processes_find_the_same(lint: Lint) -> None:
    """Of all projects side by side, so that each process has files of most of them."""
    together = {
        f"project_{number}/{name}": text
        for number, files in enumerate(PROJECTS.values())
        for name, text in {"pyproject.toml": "", **files}.items()
    }
    one = lint(together)
    marks = {(name, row, code) for name, text in together.items() for row, code in marked(text)}
    assert {(Path(each.filename).as_posix(), each.location.row, each.code) for each in one} >= marks
    assert lint(together, jobs=2) == one


HELPERS = PROJECTS["helpers that work, called by a file without CuPy"]


def test_a_file_linted_alone_tells_it_at_the_call(lint: Lint) -> None:
    (finding,) = lint(HELPERS, "main.py")
    assert (finding.filename, finding.location.row, finding.location.column) == ("main.py", 3, 5)
    assert "line 6 of steps.py" in finding.message
    assert [(one.filename or "main.py", one.location.row) for one in finding.related] == [
        ("steps.py", 6), ("steps.py", 10), ("main.py", 2),
    ]  # fmt: skip


@pytest.mark.parametrize(("file", "row"), [("main.py", 3), ("steps.py", 10)])
def test_a_comment_silences_it_at_either_place(file: str, row: int, lint: Lint) -> None:
    lines = HELPERS[file].splitlines()
    lines[row - 1] = lines[row - 1].partition("#")[0] + "  # noqa: CUP101"
    assert lint(HELPERS | {file: "\n".join(lines) + "\n"}) == []


def test_a_fix_may_go_to_the_calling_file(lint: Lint) -> None:
    main = "import steps\nfrom streams import copier\na = steps.load(9)\nb = steps.use(a)\n"
    findings = lint(HELPERS | {"main.py": main})
    (finding,) = findings
    assert finding.fix is not None
    assert (finding.fix.filename, finding.fix.before_row) == ("main.py", 4)
    assert finding.fix.code == "steps.worker.wait_event(copier.record())"


def test_what_several_callers_share_is_said_once(lint: Lint) -> None:
    second = "import steps\n\n\n\n\nx = steps.load(5)\ny = steps.use(x)\n"
    (alone,) = lint(HELPERS)
    (finding,) = lint(HELPERS | {"second.py": second})
    assert finding.location == alone.location
    assert finding.related[: len(alone.related)] == alone.related
    assert {(other.filename, other.location.row) for other in finding.related} >= {("main.py", 3), ("second.py", 7)}


def test_of_many_callers_some_are_named(lint: Lint) -> None:
    caller = "import steps\nx = steps.load(5)\ny = steps.use(x)\n"
    others = {f"other{number}.py": caller for number in range(30)}
    (finding,) = lint(HELPERS | others)
    assert len(finding.related) == 20


TIMERS = PROJECTS["timers of another module"]


def test_a_timer_of_another_file_is_told_once_with_its_uses(lint: Lint) -> None:
    second = "import cupy as cp\nfrom timers import Timer\na = cp.ones(9)\nwith Timer() as timer:\n    b = a + 1\n"
    findings = lint(TIMERS | {"second.py": second})
    assert [(one.filename, one.location.row) for one in findings] == [("timers.py", 10), ("timers.py", 17)]
    used = [(one.filename, one.location.row) for one in findings[0].related if one.message == "this is timed with it"]
    assert used == [("main.py", 9), ("second.py", 4)]


def test_a_file_linted_alone_tells_a_timer_of_another_file_at_its_use(lint: Lint) -> None:
    with_, call = lint(TIMERS, "main.py")
    assert [(one.filename, one.location.row) for one in (with_, call)] == [("main.py", 9), ("main.py", 31)]
    assert [(one.filename, one.location.row) for one in with_.related] == [
        ("timers.py", 6), ("", 10), ("timers.py", 10),
    ]  # fmt: skip


def test_a_changed_file_is_read_again(lint: Lint) -> None:
    assert lint(HELPERS)
    assert not lint(HELPERS | {"streams.py": STREAMS.replace("worker =", "worker = copier #")})


def test_what_is_wrong_in_an_imported_file_is_not_told_of_its_importer(lint: Lint) -> None:
    assert lint(PROJECTS["an unused event at the top level of an imported file"], "main.py") == []


def test_a_place_in_another_file_is_named(lint: Lint) -> None:
    (finding,) = lint(PROJECTS["an event that a helper waits for"])
    assert finding.message == "the event was never recorded, so this waits for nothing (made in line 6 of main.py)"
    assert [(other.filename, other.location.row) for other in finding.related] == [("main.py", 6)]


def test_the_likeliest_of_several_callers_is_told(lint: Lint) -> None:
    guess = "import cupy as cp\nimport engine\nfrom timers import timed\n"
    guess += "@timed\ndef f(x):\n    y = x @ x\n    engine.run(y)\nf(cp.ones((9, 9)))\n"
    sure = "import cupy as cp\nfrom timers import timed\n@timed\ndef f(x):\n    return x @ x\nf(cp.ones((9, 9)))\n"
    for files in ({"a.py": guess, "b.py": sure}, {"a.py": sure, "b.py": guess}):
        options = {"pyproject.toml": '[tool.cupylint]\nmin-confidence = "low"\n'}
        (finding,) = lint({"timers.py": TIMERS["timers.py"], **files, **options})
        assert (finding.location.row, finding.confidence) == (17, None)
