"""What a line raises: itself, or what it calls of a library, but not what other lines of the program raise."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cupylint.runtime_checks.journal import Journal
from cupylint.runtime_checks.lines import Lines

COMPILED = "def fail():\n    raise ValueError('no')\n"
PROGRAM = """\
def inner():
    fail()
def outer():
    inner()
try:
    outer()
except ValueError:
    pass
"""


@pytest.mark.parametrize("name", ["cupy/cuda/stream.pyx", "cupy_backends/cuda/api/runtime.pyx", "stringsource", None])
def test_errors_of_compiled_code_belong_to_the_line_that_calls_it(name: str | None, tmp_path: Path) -> None:
    """A traceback names the sources that an extension was made of as they were called where it was made."""
    path = os.path.realpath(tmp_path / "program.py")
    library: dict[str, object] = {}
    exec(compile(COMPILED, name or os.path.join(os.path.dirname(os.__file__), "x.py"), "exec"), library)
    journal = Journal()
    lines = Lines(frozenset((path,)), os.getpid(), journal)
    with lines.followed():
        exec(compile(PROGRAM, path, "exec"), {"fail": library["fail"]})
    journal.remove()
    assert lines.errors == {(path, 2): ["ValueError: no"]}
