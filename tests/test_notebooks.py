"""Notebooks: one program in the order of the cells, told as cells and lines."""

from __future__ import annotations

import ast
import json
import time
from pathlib import Path
from typing import Any

import pytest

import cupylint
from cupylint import notebooks
from cupylint.cli import main
from cupylint.findings import Finding
from cupylint.report import FORMATS
from cupylint.source import UnreadableSource

MAKE = "import cupy as cp\na = cp.cuda.Stream(non_blocking=True)\nb = cp.cuda.Stream(non_blocking=True)\n"
WRITE = "with a:\n    x = cp.ones(9)\n"
READ = "with b:\n    y = x + 1\n"


def book(*cells: str, **keys: Any) -> str:
    """A notebook of code cells; what begins with ``#md`` is text."""
    made = [
        {"cell_type": "markdown" if text.startswith("#md") else "code", "metadata": {},
         "source": text.splitlines(keepends=True)}
        for text in cells
    ]  # fmt: skip
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5, **keys})


def run_in_order(text: str, *counts: int | None) -> str:
    """A notebook whose cells were run in an order that is told by the numbers that Jupyter gives them."""
    made = json.loads(text)
    for cell, count in zip(made["cells"], counts, strict=True):
        cell["execution_count"] = count
    return json.dumps(made)


def found(*cells: str) -> list[tuple[str, int, int]]:
    """The code, cell and line of each finding."""
    findings = cupylint.check(book(*cells), filename="n.ipynb", isolated=True)
    return [(finding.code, finding.location.cell, finding.location.row) for finding in findings]


def program(*cells: str) -> list[str]:
    """The rows of the program that cells are, without the first, which belongs to none."""
    return notebooks.read(book(*cells).encode()).program.splitlines()[1:]


def test_cells_are_one_program_in_their_order() -> None:
    assert found(MAKE, "#md a race:", WRITE, READ) == [("CUP101", 4, 2)]
    assert found(MAKE, WRITE, "a.synchronize()", READ) == []


def test_a_program_in_cells_has_the_findings_that_it_has_in_a_file(root: Path) -> None:
    paths = [
        max((root / "fixtures" / code).glob("bad_*.py")) for code in ("CUP101", "CUP103", "CUP104", "CUP107", "CUP302")
    ]
    for path in paths:
        rows = path.read_text(encoding="utf-8").splitlines(keepends=True)
        starts = [0, *(node.lineno - 1 for node in ast.parse("".join(rows)).body[1:])]
        cells = ["".join(rows[start:end]) for start, end in zip(starts, [*starts[1:], None], strict=True)]
        known = [(one.code, one.location.row, one.location.column) for one in cupylint.check(path, isolated=True)]
        findings = cupylint.check(book(*cells), filename=f"{path}.ipynb", isolated=True)
        places = [(one.code, starts[one.location.cell - 1], one.location) for one in findings]
        assert [(code, start + place.row, place.column) for code, start, place in places] == known != []


ON_HOST = "import cupy as cp\nimport numpy as np\nx = np.arange(9.0)\n"
ON_DEVICE = "x = cp.arange(9.0)\n"
CONVERTED = "y = np.array([x[0], x[1]])\n"


@pytest.mark.parametrize(
    ("counts", "premise"),
    [
        ((1, 2, 3), ""),
        ((None, None, None), ""),
        ((7, 2, 3), ""),  # the first cell was run once more, and nobody knows what `x` was before that
        ((7, 2, 9), "cells run from top to bottom: when they were run last, `x` came from cell 1"),
    ],
)
def test_what_the_numbers_of_cells_contradict_is_a_guess(counts: tuple[int | None, ...], premise: str) -> None:
    text = run_in_order(book(ON_HOST, ON_DEVICE, CONVERTED), *counts)
    settings: dict[str, Any] = {"filename": "n.ipynb", "isolated": True}
    (finding,) = cupylint.check(text, min_confidence="low", **settings)
    assert (finding.code, [each.text for each in finding.premises]) == ("CUP207", [premise] if premise else [])
    assert finding.severity == ("warning" if premise else "error")
    assert len(cupylint.check(text, **settings)) == (not premise)


def test_the_order_of_cells_counts_for_what_a_name_was_made_of() -> None:
    cells = [ON_HOST, ON_DEVICE, "z = x * 2\n", "w = z[:4]\ny = np.array([w, w])\n"]
    settings: dict[str, Any] = {"filename": "n.ipynb", "isolated": True}
    assert len(cupylint.check(run_in_order(book(*cells), 1, 2, 3, 4), **settings)) == 1
    assert not cupylint.check(run_in_order(book(*cells), 5, 2, 6, 7), **settings)
    assert len(cupylint.check(run_in_order(book(*cells), 5, 2, 3, 7), **settings)) == 1, "before cell 1 was run again"


def test_the_same_import_in_another_cell_is_no_other_name() -> None:
    cells = ["import cupy as cp\n", "import numpy as np, cupy as cp\n", "x = cp.int(3)\n"]
    text = run_in_order(book(*cells), 5, 2, 7)
    assert [each.code for each in cupylint.check(text, filename="n.ipynb", isolated=True)] == ["CUP301"]


@pytest.mark.parametrize(
    "used", ["y = np.array([x[i] for i in range(3)])\n", "def f(i):\n    return np.array([cp.ones(3), i])\nf(1)\n"]
)
def test_names_inside_of_a_statement_are_no_names_of_the_notebook(used: str) -> None:
    cells = ["import cupy as cp\nimport numpy as np\nx = cp.arange(9.0)\n", "i = 1\n", used, "i = 2\n"]
    text = run_in_order(book(*cells), 1, 2, 4, 3)
    assert [each.premises for each in cupylint.check(text, filename="n.ipynb", isolated=True)] == [()]


def test_a_race_in_one_cell_does_not_rest_on_the_order_of_others() -> None:
    text = run_in_order(book(MAKE, WRITE + READ, "x = 1\n"), 3, 5, 4)
    assert len(cupylint.check(text, filename="n.ipynb", isolated=True)) == 1


def test_all_places_are_cells_and_lines() -> None:
    (finding,) = cupylint.check(book(MAKE, WRITE, "#md", READ), filename="n.ipynb", isolated=True)
    assert "(cell 2, line 2)" in finding.message
    assert finding.label == "read on b, nothing makes it wait for cell 2, line 2"
    assert [(place.location.cell, place.location.row) for place in finding.related] == [(2, 2)]
    assert [(side.location.cell, side.location.row) for side in finding.accesses] == [(2, 2), (4, 2)]
    assert finding.lanes is not None
    assert [(mark.file, mark.row) for mark in finding.lanes.marks] == [("cell 2", 2), ("cell 4", 2)]
    assert finding.fix is not None
    assert (finding.fix.cell, finding.fix.before_row) == (4, 1)


def test_lines_of_rounds_are_no_lines_of_files() -> None:
    loop = "import numpy as np\nh = cp.cuda.alloc_pinned_memory(8)\nn = np.frombuffer(h, np.float64, 1)\n"
    loop += "d = cp.empty(1)\nfor i in range(9):\n    n[:] = i\n    d.set(n, stream=a)\n"
    (finding,) = cupylint.check(book(MAKE, loop), filename="n.ipynb", isolated=True)
    assert "cell 2, line 6 of a later round or call meets cell 2, line 7 of an earlier one" in finding.notes


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_tells_cells(tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str) -> None:
    (tmp_path / "n.ipynb").write_text(book(MAKE, WRITE, READ))
    assert main([str(tmp_path), "--isolated", "--output-format", form]) == 1
    out = capsys.readouterr().out
    where = '"cell": 3, "row": 2,' if "json" in form else "cell 3, line 2"
    assert where in " ".join(out.split())


def test_the_full_format_shows_the_lines_of_cells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "n.ipynb").write_text(book(MAKE, WRITE, READ))
    main([str(tmp_path / "n.ipynb"), "--isolated"])
    out = capsys.readouterr().out
    assert "n.ipynb: cell 3, line 2, column 9\n   |\n 1 | with b:\n 2 |     y = x + 1\n" in out
    assert "n.ipynb: cell 2, line 2, column 5\n   |\n 2 |     x = cp.ones(9)\n" in out
    assert "b.wait_event(a.record())   before cell 3, line 1" in out


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("%matplotlib inline\nx = 1\n", ["pass", "x = 1"]),
        ("!ls it's (\nx = 1", ["pass", "x = 1"]),
        ("if x:\n    !ls \\\n      -l\n    y = 1", ["if x:", "    pass", "", "    y = 1"]),
        ("x?\n?x\nx.y??\nx = 1", ["pass", "pass", "pass", "x = 1"]),
        ("files = !ls\nf = %pwd", ["files = get_ipython()", "f = get_ipython()"]),
        ("%%bash\nls (\n", ["", ""]),
        ("\n%%time\nx = 1\n", ["", "pass", "x = 1"]),
        ("%%timeit -n 3\nx = 1\n", ["pass", "x = 1"]),
        (
            "%lprun -f f -f a.g f(x)\n%prun -l 5 -q f(x)\n%memit -r 2 f(x)",
            ["if 1:              f(x)", "if 1:         f(x)", "if 1:       f(x)"],
        ),
        ("x = [\n  ....: 1,\n  ....: 2]", ["x = [", "        1,", "        2]"]),
        ("x = ['...: ',\n  ....: '...: ']", ["x = ['...: ',", "        '...: ']"]),
        (">>> x = 1\n>>> f(x)\n3", ["", "", ""]),
        ("\n  x = 1\n  if x:\n    y = 2\nz = 3", ["", "", "", "", ""]),
        ("  x = 1\n  !ls (", ["", ""]),
        ("mkdir code; ", [""]),
        ("pip install cupy-cuda12x\n", [""]),
        ("cd code\nx = 1", ["cd code", "x = 1"]),
        ("ls = 1\n", ["ls = 1"]),
        ("  x = 1\n    y = 2", ["  x = 1", "    y = 2"]),
        ("In [3]: x = 1\n   ...: y = 2", ["", ""]),
        (
            "%time x = f()\n%timeit -n 10 -q x + 1\n%time for i in x: y",
            ["if 1: x = f()", "if 1:            x + 1", "pass"],
        ),
        ("%time \n%time !ls\n%time x = \\\n  1\n%timeit -n", ["pass", "pass", "pass", "", "pass"]),
        ("x = (a\n% b\n)\ny = '''\n!ls\n%%time\n'''\nz = a \\\n% b", None),
        ('s = "%s" % x  # !\nwhy = "?"\n', None),
        ("x != y\nprint('a', '?')\n", None),
    ],
)
def test_what_only_ipython_understands_does_nothing(text: str, expected: list[str] | None) -> None:
    assert program(text) == (text.splitlines() if expected is None else expected)


def test_what_a_magic_runs_is_followed() -> None:
    assert found(MAKE, WRITE, "with b:\n    %time y = x + 1") == [("CUP101", 3, 2)]
    assert found(MAKE, WRITE, "%time a.synchronize()\n", READ) == []
    assert found(MAKE, "%%time\n" + WRITE, READ) == [("CUP101", 3, 2)]
    (finding,) = cupylint.check(book(MAKE, WRITE, "with b:\n    %time y = x + 1"), filename="n.ipynb", isolated=True)
    assert finding.location.column == len("    %time y = ") + 1


@pytest.mark.parametrize("comment", ["# noqa: CUP101", "# cupylint: ignore[unordered-read]"])
def test_suppressions(comment: str) -> None:
    assert found(MAKE, WRITE, f"with b:\n    y = x + 1  {comment}\n") == []
    assert found("# cupylint: ignore-file[CUP101]\n", MAKE, WRITE, READ) == []
    assert found("# -*- coding: latin-1 -*-\n# noqa\n", MAKE, WRITE, READ) == [("CUP101", 4, 2)]


def test_a_cell_that_does_not_parse_costs_itself_only() -> None:
    assert found(MAKE, "def f(:\n", WRITE, "x = )", READ) == [("CUP900", 2, 1), ("CUP900", 4, 1), ("CUP101", 5, 2)]
    assert found("# cupylint: ignore-file[CUP900]\n", MAKE, "def f(:\n") == []


def test_await_at_the_top_level() -> None:
    assert found(MAKE, WRITE, "await something()\n", READ) == found(MAKE, WRITE, "something()\n", READ)


def test_a_project_around_a_notebook(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("def use(s, x):\n    with s:\n        return x + 1\n")
    (tmp_path / "n.ipynb").write_text(book(MAKE, WRITE, "import helper\nhelper.use(b, x)\n"))
    assert [_place(finding) for finding in cupylint.check(tmp_path / "n.ipynb", isolated=True)] == [("n.ipynb", 3, 2)]
    (finding,) = cupylint.lint(tmp_path, isolated=True)
    assert _place(finding) == ("helper.py", 0, 3)
    assert ("n.ipynb", 2, 2) in [(Path(item.filename).name, item.location.cell, item.location.row)
                                 for item in finding.related]  # fmt: skip
    assert "(cell 2, line 2 of n.ipynb)" in finding.message


def _place(finding: Finding) -> tuple[str, int, int]:
    return Path(finding.filename).name, finding.location.cell, finding.location.row


def test_older_notebooks_and_other_languages() -> None:
    old = {"worksheets": [{"cells": [{"cell_type": "code", "input": MAKE + WRITE + READ}]}], "nbformat": 3}
    assert [cell.number for cell in notebooks.read(json.dumps(old).encode()).cells] == [1]
    other = book("x <- 1", metadata={"language_info": {"name": "R"}})
    assert notebooks.read(other.encode()).cells == ()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is no notebook: not valid JSON (Expecting value)"),
        (b"[" * 100_000, "is no notebook: nested too deeply"),
        (b"[]", "is no notebook: it has no list of cells"),
        (b'{"cells": {}}', "is no notebook: it has no list of cells"),
        (b"\xff", "is no notebook: it is not UTF-8"),
        (b'{"cells": ' + b"1" * 10_000 + b"}", "is no notebook: a number has too many digits"),
    ],
)
def test_what_is_no_notebook(data: bytes, reason: str) -> None:
    with pytest.raises(UnreadableSource) as caught:
        notebooks.read(data)
    assert caught.value.reason == reason


@pytest.mark.parametrize(
    "cells", [[None, 1, [], {}, {"cell_type": "code"}, {"cell_type": "code", "source": [1, None, "x"]}], ["cupy"]]
)
def test_odd_cells_are_passed_over(cells: list[Any]) -> None:
    text = json.dumps({"cells": cells, "metadata": [], "about": "cupy"})
    assert cupylint.check(text, filename="n.ipynb") == []


@pytest.mark.parametrize("bad", ["'\ud800'", "'\x00'"])
def test_characters_that_no_program_has(bad: str) -> None:
    findings = cupylint.check(
        json.dumps({"cells": [{"cell_type": "code", "source": f"import cupy\n{bad}"}]}), filename="n.ipynb"
    )
    assert [finding.code for finding in findings] == ["CUP900"]


def test_the_command_says_it_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "n.ipynb").write_text('{"cupy": ')
    assert main([str(tmp_path), "--isolated", "--output-format", "concise"]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    assert out.endswith(
        "n.ipynb:1:10: CUP900 [unreadable-file] the file is no notebook: not valid JSON (Expecting value)\n"
    )


def test_hundreds_of_cells_are_quick() -> None:
    cells = [MAKE, *(f"%time x{number} = {number}\n!ls\n" for number in range(1_500)), "def f(:"]
    assert found(*cells) == [("CUP900", 1_502, 1)]


@pytest.mark.parametrize(
    "line", ["%time x\n", "!ls (\n", "x?\n", "'''\n", "'", "%time -n 1 ", "x = !a\n", "x = ", "(\n", "\\\n"]
)
def test_reading_takes_time_linear_in_the_length(line: str) -> None:
    text = json.dumps({"cells": [{"cell_type": "code", "source": line * 200_000}]})
    started = time.process_time()
    notebooks.read(text.encode())
    assert time.process_time() - started < 4
