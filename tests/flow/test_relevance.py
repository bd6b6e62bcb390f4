"""Which functions are worth starting in."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cupylint.config import Settings
from cupylint.engine import check_bytes, is_asked
from cupylint.flow import Subject, analyse
from cupylint.options import ModelOptions
from cupylint.program import lower
from cupylint.source import parse
from cupylint.workspace import Workspace
from tests.programs import check_marks

NULL_ONLY = """
import cupy as cp

def wait(x):
    x += 1
    cp.cuda.Stream.null.synchronize()
    return x
"""

RACE = """
import cupy as cp

def step(x):
    s = cp.cuda.Stream(non_blocking=True)
    with s:
        y = cp.ones(9)
    return y + 1
"""


def followed(text: str) -> set[str]:
    """The functions that were entries of an analysis."""
    return set(analyse(Subject(lower(parse(text)), ModelOptions())).entry_work) - {""}  # the top level


def test_the_null_stream_alone_is_no_reason_to_follow_a_function() -> None:
    assert followed(NULL_ONLY) == set()
    assert followed(RACE) == {"step"}


def test_a_file_with_the_null_stream_alone_is_not_asked_about_order() -> None:
    asked = {rule.code for rule in is_asked(NULL_ONLY.encode(), "a.py", Settings(), Workspace())}
    assert not asked & {"CUP101", "CUP102", "CUP104"}
    asked = {rule.code for rule in is_asked(RACE.encode(), "a.py", Settings(), Workspace())}
    assert {"CUP101", "CUP102", "CUP104"} <= asked


def test_of_a_module_only_what_gives_streams_counts(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "tools.py").write_text(
        "import cupy as cp\n\ndef make():\n    return cp.cuda.Stream()\n\ndef name():\n    return 'x'\n"
    )
    user = tmp_path / "user.py"
    text = "import tools\n\ndef one():\n    return tools.make()\n\ndef two():\n    return tools.name()\n"
    user.write_text(text)
    found = analyse(Subject(lower(parse(text)), ModelOptions(), Workspace(), str(user)))
    assert set(found.entry_work) - {""} == {"one"}


def test_a_race_in_a_function_that_mentions_both_is_found() -> None:
    text = RACE.replace("    return y", "    cp.cuda.Stream.null.synchronize()\n    return y")
    assert [finding.code for finding in check_bytes(text.encode(), "a.py", Settings())] == ["CUP103"]


CLOSURE = """
S = cp.cuda.Stream(non_blocking=True)
def on_side(function):
    def wrapper(*args):
        with S:
            return function(*args)
    return wrapper
"""
OWN = """
def on_side(function):
    stream = cp.cuda.Stream(non_blocking=True)
    @functools.wraps(function)
    def wrapper(*args):
        with stream:
            return function(*args)
    return wrapper
"""
INSTANCE = """
class on_side:
    def __init__(self, function):
        self.function = function
        self.stream = cp.cuda.Stream(non_blocking=True)
    def __call__(self, *args):
        with self.stream:
            return self.function(*args)
"""
MANAGER = """
S = cp.cuda.Stream(non_blocking=True)
@contextlib.contextmanager
def side():
    with S:
        yield
on_side = side()
"""
USER = """
@on_side
def make(n):
    return cp.ones(n)
def use(n):
    x = make(n)
    return x + 1{mark}
"""


@pytest.mark.parametrize("decorator", [CLOSURE, OWN, INSTANCE, MANAGER])
def test_who_calls_what_a_decorator_puts_on_a_stream_is_followed(decorator: str) -> None:
    head = "import contextlib\nimport functools\nimport cupy as cp\n"
    check_marks(head + decorator + USER.format(mark="  # expect: CUP103"))
    safe = head + decorator.replace("non_blocking=True", "") + USER.format(mark="")
    check_marks(safe)  # a blocking stream and null
    assert "use" in followed(safe)


def test_a_decorator_without_streams_makes_nothing_worth_following() -> None:
    plain = "def on_side(function):\n    def wrapper(*args):\n        return function(*args)\n    return wrapper\n"
    assert followed("import cupy as cp\n" + plain + USER.format(mark="")) == set()


def test_a_generator_that_its_own_function_names_comes_to_an_end() -> None:
    loop = "def side():\n    yield again\nagain = side()\n"
    outer = "def make():\n    def inner():\n        yield held\n    held = inner()\n    return inner\nkept = make()\n"
    assert followed("import cupy as cp\n" + loop + outer) == set()


def _helped(tmp_path: Path, model: ModelOptions) -> tuple[set[str], int]:
    """The functions of a helper that were followed for a file, and what that cost."""
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "helper.py").write_text(
        "import cupy as cp\n\ndef plain(x):\n    return x + 1\n\ndef large(n):\n    return cp.zeros((n, n))\n"
    )
    user = tmp_path / "user.py"
    text = (
        "import cupy as cp\nimport numpy as np\nimport helper\n\n"
        "def work():\n    x = cp.ones(100_000)\n    helper.plain(x)\n    helper.large(100_000)\n"
        "    return np.asarray(x)\n"
    )
    user.write_text(text)
    found = analyse(Subject(lower(parse(text)), model, Workspace(), str(user)))
    return {name for name in ("plain", "large") if name in found.reached}, found.work


@pytest.mark.parametrize(
    ("sizes", "conversions", "schedules", "helpers"),
    [
        (False, True, False, set()),
        (True, False, False, {"large"}),
        (True, True, True, {"plain", "large"}),
    ],
)
def test_functions_of_other_files_are_followed_for_what_hangs_on_them(
    sizes: bool, conversions: bool, schedules: bool, helpers: set[str], tmp_path: Path
) -> None:
    model = ModelOptions(sizes=sizes, conversions=conversions, converting=frozenset({"work"}), schedules=schedules)
    clocked = replace(model, all_functions=schedules)  # so that `work` is followed for more than its sizes
    assert _helped(tmp_path, clocked)[0] == helpers


def test_a_function_that_has_no_stream_is_followed_for_its_sizes_alone(tmp_path: Path) -> None:
    assert _helped(tmp_path, ModelOptions())[0] == {"large"}
