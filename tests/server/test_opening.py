"""Files that are opened and closed as they are on the disk change nothing for those that import them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cupylint.config import Resolver
from cupylint.server.documents import Document, Sheet
from cupylint.server.linting import Linter
from cupylint.server.texts import Text

USE = "def use(s, x):\n    with s:\n        return x + 1\n"
WAITING = "def use(s, x):\n    s.synchronize()\n    return x\n"
CALLER = """\
import cupy as cp
import helper
a, b = cp.cuda.Stream(), cp.cuda.Stream()
with a:
    x = cp.ones(3)
y = helper.use(b, x)
"""


class Counted(Linter):
    """Counts what is checked."""

    def __init__(self) -> None:
        super().__init__(lambda: Resolver(isolated=True))
        self.checked: list[str] = []

    def _checked(self, document, *, is_quick):  # type: ignore[no-untyped-def]
        self.checked.append(Path(document.path).name)
        return super()._checked(document, is_quick=is_quick)


class Folder:
    """A folder with files that are open or not."""

    def __init__(self, path: Path) -> None:
        self.path, self.linter = path, Counted()
        self._documents: dict[str, Document] = {}

    def opened(self, name: str, text: str) -> tuple[list[str], set[str]]:
        """What is checked once a file is open, and the files with findings."""
        path = str(self.path / name)
        self._documents = {**self._documents, path: Document(path, {0: Sheet(path, None, Text(text, "utf-16"))})}
        return self._told()

    def closed(self, name: str) -> tuple[list[str], set[str]]:
        """The same once a file is closed."""
        del self._documents[str(self.path / name)]
        return self._told()

    def _told(self) -> tuple[list[str], set[str]]:
        self.linter.checked.clear()
        *_, answer = self.linter.lint(self._documents)
        return self.linter.checked, {Path(path).name for path, found in answer.found.items() if found}


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """One in which a file is open that imports another one."""
    for name, text in (("helper.py", USE), ("a.py", CALLER)):
        (tmp_path / name).write_text(text)
    made = Folder(tmp_path)
    assert made.opened("a.py", CALLER) == (["a.py"], {"a.py"})
    return made


def test_as_it_is_on_the_disk(folder: Folder) -> None:
    assert folder.opened("helper.py", USE) == (["helper.py"], {"helper.py"})
    assert folder.closed("helper.py") == ([], {"a.py"})
    assert folder.opened("helper.py", WAITING) == (["a.py", "helper.py"], set())
    assert folder.closed("helper.py") == (["a.py"], {"a.py"})


def test_in_an_encoding(folder: Folder, tmp_path: Path) -> None:
    text = f"# coding: latin-1\n# \xe9\n{USE}"
    (tmp_path / "helper.py").write_bytes(text.encode("latin-1"))
    folder.linter.forget()
    folder.opened("a.py", CALLER)
    assert folder.opened("helper.py", text) == (["helper.py"], {"helper.py"})


def test_what_has_changed_on_the_disk_and_nobody_said(folder: Folder, tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text(WAITING)
    assert folder.opened("helper.py", WAITING) == (["a.py", "helper.py"], set())
