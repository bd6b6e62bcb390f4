"""Fixes that are written into notebooks: nothing changes but the lines that they are about."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cupylint import notebooks
from cupylint.findings import Edit, Location
from cupylint.fixing.cells import edited_cell
from cupylint.fixing.edits import NotExact
from tests.fixing.conftest import Run

RACE = """\
{
 "cells": [
  {"cell_type": "markdown", "source": ["# caf\u00e9"]},
  {
   "source": [
    "import cupy as cp\\n",
    "a, b = cp.cuda.Stream(), cp.cuda.Stream()\\n",
    "with a:\\n",
    "    x = cp.ones(3)  # \\u00e9"
   ],
   "outputs": [{"text": "\\u00e9", "image": "aGk=\\/"}],
   "execution_count": 1.0e0, "metadata":{ },
   "cell_type": "code"
  },
  {"cell_type": "code", "source": "%time z = 1\\nwith b:\\n\\ty = x + 1", "outputs": []},
  {"cell_type": "code", "source": [
      "cp.cuda.synchronize()\\n", "w = 1\\n",
      "# noqa: CUP101"], "outputs": []}
 ],
 "nbformat": 4, "nbformat": 4
}"""
"""A notebook as several programs might have written it together."""


def test_fixes_are_written_into_cells(project: Path, run: Run) -> None:
    (project / "n.ipynb").write_bytes(RACE.encode())
    result = run("--fix")
    assert (result.status, result.out.count("CUP101 ")) == (1, 1)
    assert result.err.splitlines() == [
        "cupylint: fixed 2 findings in 1 file (CUP301 1, CUP901 1)",
        "cupylint: 1 finding has an unsafe fix: --unsafe-fixes",
    ]
    safe = RACE.replace("cp.cuda.synch", "cp.cuda.Device().synch").replace(
        '"w = 1\\n",\n      "# noqa: CUP101"', '"w = 1\\n"'
    )
    assert Path("n.ipynb").read_bytes() == safe.encode()
    assert run("--fix", "--unsafe-fixes").status == 0
    assert Path("n.ipynb").read_bytes() == safe.replace("with b:", "b.wait_event(a.record())\\nwith b:").encode()
    written = os.stat("n.ipynb").st_mtime_ns
    assert run("--fix", "--unsafe-fixes").err == "" and os.stat("n.ipynb").st_mtime_ns == written


def test_a_line_more_in_a_list(project: Path, run: Run) -> None:
    text = RACE.replace('"%time z = 1\\nwith b:\\n\\ty = x + 1"', '[\n    "with b:\\n",\n    "\\ty = x + 1"\n   ]')
    (project / "n.ipynb").write_bytes(text.replace("\n", "\r\n").encode())
    assert run("--fix", "--unsafe-fixes", "--select", "CUP101").status == 0
    fixed = text.replace('    "with b', '    "b.wait_event(a.record())\\n",\n    "with b')
    assert Path("n.ipynb").read_bytes() == fixed.replace("\n", "\r\n").encode()


def test_a_diff(project: Path, run: Run) -> None:
    (project / "n.ipynb").write_bytes(RACE.encode())
    result = run("--diff", "--select", "CUP301")
    assert (result.status, Path("n.ipynb").read_bytes()) == (1, RACE.encode())
    changed = [line for line in result.out.splitlines() if line[:1] in "+-"]
    assert changed == [
        "--- n.ipynb",
        "+++ n.ipynb",
        '-      "cp.cuda.synchronize()\\n", "w = 1\\n",',
        '+      "cp.cuda.Device().synchronize()\\n", "w = 1\\n",',
    ]


def test_a_finding_in_a_file_that_a_notebook_leads_to(project: Path, run: Run) -> None:
    helper = "import cupy as cp\ndef use(s, x):\n    with s:\n        return x + 1\n"
    make = "import cupy as cp\nimport helper\na, b = cp.cuda.Stream(), cp.cuda.Stream()\nwith a:\n    x = cp.ones(3)\n"
    book = {"cells": [{"cell_type": "code", "source": text} for text in (make, "y = helper.use(b, x)\n")]}
    (project / "helper.py").write_text(helper)
    (project / "n.ipynb").write_text(json.dumps(book))
    found = run(".", "--output-format", "concise")
    assert (found.status, found.out[:12]) == (1, "helper.py:4:")
    assert run("--fix", "--unsafe-fixes").status == 0
    assert Path("n.ipynb").read_text() == json.dumps(book).replace('"y =', '"b.wait_event(a.record())\\ny =')
    assert Path("helper.py").read_text() == helper


def test_comments_are_not_written_into_notebooks(project: Path, run: Run) -> None:
    (project / "n.ipynb").write_bytes(RACE.encode())
    assert "n.ipynb: is a notebook, which gets no comments: not changed" in run("--add-ignore").err
    assert Path("n.ipynb").read_bytes() == RACE.encode()


def as_string(text: str) -> str:
    return text


def as_lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


@settings(max_examples=150, deadline=None)
@given(
    text=st.text(st.sampled_from('ab"\\\n\u00e9\U0001f600\u2028'), max_size=20),
    content=st.text(st.sampled_from('xy"\\\n\u00e9\U0001f600'), max_size=8),
    ends=st.tuples(st.integers(0, 20), st.integers(0, 20)),
    form=st.sampled_from([as_string, as_lines]),
    style=st.sampled_from([{"indent": 1}, {"separators": (",", ":")}, {}, {"indent": 1, "ensure_ascii": False}]),
)
def test_what_is_around_an_edit_stays(text, content, ends, form, style) -> None:  # type: ignore[no-untyped-def]
    """In whatever way a notebook is written; what is added is written in the same way."""
    other = {"cell_type": "code", "source": "\u00e9", "outputs": [1.50, "\u00e9"]}
    data = json.dumps({"cells": [other, {**other, "source": form(text)}, other]}, **style).encode()
    first, last = sorted(min(end, len(text)) for end in ends)
    place = Location(*_place(text, first), *_place(text, last), cell=2)
    changed = edited_cell(data, Edit(place, content))
    after = text[:first] + content + text[last:]
    assert notebooks.read(changed).texts == {1: "\u00e9", 2: after, 3: "\u00e9"}
    as_split = [line for line in after.replace("\n", "\n\0").split("\0") if line]
    forms = [form(after), as_split] if form is as_lines else [after]
    layouts = [json.dumps({"cells": [other, {**other, "source": one}, other]}, **style).encode() for one in forms]
    if form is as_string or "\u2028" not in text:
        assert changed.decode().split() in [layout.decode().split() for layout in layouts] or not text


def _place(text: str, offset: int) -> tuple[int, int]:
    return text.count("\n", 0, offset) + 1, offset - (text.rfind("\n", 0, offset) + 1) + 1


@pytest.mark.parametrize("source", [[1, "x = 1"], None, {}])
def test_odd_cells(source: object) -> None:
    data = json.dumps({"cells": [{"cell_type": "code", "source": source}]}).encode()
    with pytest.raises((NotExact, IndexError)):
        edited_cell(data, Edit(Location(1, 1, 1, 2, 1), "y"))
    with pytest.raises(NotExact):
        edited_cell(data, Edit(Location(1, 1, 1, 1, 2), "y"))


def test_older_notebooks_and_marks() -> None:
    sheet = {"cells": [{"cell_type": "code", "input": ["a\n", "b"]}]}
    data = b"\xef\xbb\xbf" + json.dumps({"worksheets": [sheet, {}, sheet]}).encode()
    changed = edited_cell(data, Edit(Location(2, 1, 2, 2, 2), "c"))
    assert changed == data[:-10] + data[-10:].replace(b'"b"', b'"c"')
