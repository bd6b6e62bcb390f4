"""Messages where a name does not tell enough: two streams that are called the same, two names of one array."""

from __future__ import annotations

from pathlib import Path

import pytest

from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.findings import Finding

HEAD = """\
import cupy as cp


class Stage:
    def __init__(self):
        self.stream = cp.cuda.Stream(non_blocking=True)

    def add(self, x):
        with self.stream:
            x += 1


def make():
    stream = cp.cuda.Stream(non_blocking=True)
    return stream


load, scale = Stage(), Stage()
one, other = make(), make()
stages = [Stage() for _ in range(2)]
A = cp.zeros(100)
L = A
cp.cuda.Device().synchronize()
"""


def found(text: str) -> list[Finding]:
    return check_bytes((HEAD + text).encode(), "program.py", Settings(select=("CUP1",)))


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("with load.stream:\n    A += 1\nwith scale.stream:\n    A += 2\n", "load.stream", "scale.stream"),
        ("load.add(A)\nscale.add(A)\n", "load.stream", "scale.stream"),
        ("with one:\n    A += 1\nwith other:\n    A += 2\n", "one", "other"),
        ("with stages[0].stream:\n    A += 1\nstages[1].add(A)\n", "stages[0].stream", "stages[1].stream"),
        ("with make():\n    A += 1\nwith make():\n    A += 2\n", "one stream", "another stream"),
    ],
    ids=["objects", "methods of objects", "made by a function", "in a list", "without a name"],
)
def test_two_streams_that_are_called_the_same(text: str, first: str, second: str) -> None:
    (finding, *_) = found(text)
    assert f"on {second} while {first} may" in finding.message
    assert [side.stream for side in finding.accesses] == [first, second]
    assert finding.lanes is not None and set(finding.lanes.names) >= {first, second}


def test_an_object_that_has_both() -> None:
    text = """
class Both:
    def __init__(self):
        self.load, self.scale, self.x = Stage(), Stage(), cp.zeros(9)
        cp.cuda.Device().synchronize()

    def run(self):
        with self.load.stream:
            self.x += 1
        with self.scale.stream:
            self.x += 2
        cp.cuda.Device().synchronize()
"""
    (finding,) = found(text)
    assert "on self.scale.stream while self.load.stream may" in finding.message


def test_two_names_of_one_array() -> None:
    (finding,) = found("with one:\n    A += 1\nwith other:\n    y = L * 2\n")
    assert finding.message.startswith("A is read on other")
    assert "L is A, line 22" in finding.notes


def test_one_name_needs_no_note() -> None:
    (finding,) = found("with one:\n    A += 1\nwith other:\n    y = A * 2\n")
    assert not [note for note in finding.notes if " is A" in note]


def test_the_other_name_may_be_given_in_another_file(tmp_path: Path) -> None:
    (tmp_path / "shared.py").write_text(HEAD)
    main = "import cupy as cp\nfrom shared import A, L, one, other\nwith one:\n    A += 1\nwith other:\n    y = L * 2\n"
    (tmp_path / "program.py").write_text(main)
    (finding,) = check_bytes(main.encode(), str(tmp_path / "program.py"), Settings(select=("CUP101", "CUP102")))
    assert "L is A, line 22 of shared.py" in finding.notes
