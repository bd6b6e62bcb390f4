"""What was found before an edit is told at once, where it stands now, until the file has been checked again."""

from __future__ import annotations

from pathlib import Path

import pytest

from cupylint.config import Resolver
from cupylint.findings import Finding
from cupylint.server.documents import Document, Sheet
from cupylint.server.earlier import kept_rows
from cupylint.server.linting import Answer, Linter
from cupylint.server.texts import Text
from tests.server.test_reuse import plain

RACE = """\
import cupy as cp
a, b = cp.cuda.Stream(), cp.cuda.Stream()
def make():
    with a:
        x = cp.ones(3)
    n = 1
    with b:
        y = x + n
"""


class Opened:
    """Files in an editor, whose texts are replaced one after the other."""

    def __init__(self) -> None:
        self._linter = Linter(lambda: Resolver(isolated=True))
        self._documents: dict[str, Document] = {}

    def edited(self, path: str, text: str) -> list[Answer]:
        """What is told once a file has a text."""
        sheet = Sheet(Path(path).as_uri(), None, Text(text, "utf-16"))
        self._documents = {**self._documents, path: Document(path, {0: sheet})}
        return list(self._linter.lint(self._documents, path))


def told(answer: Answer, path: str) -> list[Finding]:
    """What is told of a file, as far as an edit leaves it."""
    return plain(answer.found[path])


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "a.py")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    n = 1", "    m = 2\n\n    n = 1"),
        ("    n = 1\n", ""),
        ("    n = 1", "    n = 12"),
        ("import cupy", "# which\n\nimport cupy"),
        ("x + n\n", "x + n\n    return y\n"),
    ],
)
def test_what_was_found_is_told_where_it_stands_now(path: str, old: str, new: str) -> None:
    opened = Opened()
    (opening,) = opened.edited(path, RACE)
    assert [one.code for one in opening.found[path]] == ["CUP101"] and opening.is_checked
    first, last = opened.edited(path, RACE.replace(old, new, 1))
    assert not first.is_checked and last.is_checked
    assert told(first, path) == told(last, path)


@pytest.mark.parametrize("row", ["        x = cp.ones(3)\n", "    with b:\n", "        y = x + n\n"])
def test_what_names_an_edited_line_is_not_told(path: str, row: str) -> None:
    opened = Opened()
    opened.edited(path, RACE)
    first, last = opened.edited(path, RACE.replace(row, f"{row.rstrip()}  # edited\n"))
    assert not first.found[path]
    assert last.found[path]


def test_what_was_found_last_is_kept_until_the_text_can_be_read_again(path: str) -> None:
    opened = Opened()
    opened.edited(path, RACE)
    _, broken = opened.edited(path, RACE.replace("n = 1", "n = ("))
    assert [one.code for one in broken.found[path]] == ["CUP900"]
    first, last = opened.edited(path, RACE.replace("n = 1", "n = (1)\n"))
    assert told(first, path) == told(last, path) != []


def test_findings_that_name_another_file_that_was_edited(tmp_path: Path) -> None:
    helper, path = str(tmp_path / "helper.py"), str(tmp_path / "a.py")
    use = "def use(s, x):\n    with s:\n        return x + 1\n"
    (tmp_path / "helper.py").write_text(use)
    opened = Opened()
    opened.edited(helper, use)
    *_, before = opened.edited(path, RACE.replace("y = x + n", "import helper; helper.use(b, x)"))
    assert [one.code for one in before.found[helper]] == ["CUP101"]
    first, *_, last = opened.edited(helper, f"\n{use}")
    assert [one.location.row for one in first.found[helper]] == [4]
    assert not any(one.filename == helper or one.related for one in first.found[path])
    assert told(first, helper) == told(last, helper)


def test_of_a_notebook_nothing_is_told_until_it_was_checked(tmp_path: Path) -> None:
    linter, path = Linter(lambda: Resolver(isolated=True)), str(tmp_path / "a.ipynb")

    def edited(text: str) -> list[Answer]:
        sheet = Sheet("cell:1", None, Text(text, "utf-16"))
        return list(linter.lint({path: Document(path, {1: sheet})}, path))

    assert [one.is_checked for one in edited(RACE)] == [True]
    (answer,) = edited(f"\n{RACE}")
    assert answer.is_checked and [one.location.row for one in answer.found[path]] == [9]


@pytest.mark.parametrize(
    ("before", "now", "kept"),
    [
        ("abc", "abc", {1: 1, 2: 2, 3: 3}),
        ("abc", "axbc", {1: 1, 2: 3, 3: 4}),
        ("aabc", "abc", {1: 1, 3: 2, 4: 3}),
        ("abc", "abbc", {1: 1, 2: 2, 3: 4}),
        ("abc", "axc", {1: 1, 3: 3}),
        ("abc", "", {}),
        ("", "abc", {}),
    ],
)
def test_rows_around_an_edit(before: str, now: str, kept: dict[int, int]) -> None:
    assert kept_rows(list(before), list(now)) == kept
