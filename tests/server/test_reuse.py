"""What was found before is told again after edits of what nobody reads: the same words, in the rows as they are now."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from textwrap import indent

import pytest

from cupylint import source
from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.findings import Finding
from cupylint.runner import check_data
from cupylint.server import reuse
from cupylint.workspace import Workspace
from tests.bundled import CASES

SETTINGS = Settings(output_format="concise")
RACE = """\
import cupy as cp
a, b = cp.cuda.Stream(), cp.cuda.Stream()
def unread(n):
    total = 0
    for i in range(n):
        total += i
    return total
def read():
    '''
    # no comment
    '''
    with a:
        x = cp.ones(3)
    with b:
        y = x + 1
"""


class Reused(reuse.Reuse):
    """Counts how often a program was really followed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__()
        self.followed, self.workspace = 0, Workspace()
        from cupylint import engine

        original = engine.check_text

        def counted(of: object, *arguments: object) -> list[Finding]:
            self.followed += 1
            return original(of, *arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(engine, "check_text", counted)

    def found(self, text: str, path: str = "/a.py") -> list[Finding]:
        """The findings in a text."""
        check = partial(check_bytes, bounds=True, follow=self.follow)
        return check_data(text.encode(), path, SETTINGS, self.workspace, check).findings


def plain(found: Iterable[Finding]) -> list[Finding]:
    """Findings without fixes that nobody has tried yet."""
    return [
        replace(one, candidates=(), seen_from=None if one.seen_from is None else plain([one.seen_from])[0])
        for one in found
    ]


def fresh(text: str, path: str) -> list[Finding]:
    return plain(check_data(text.encode(), path, SETTINGS, Workspace(), partial(check_bytes, bounds=True)).findings)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("import", "# what it is\n\nimport"),
        ("    with b", "    # then\n\n    with b"),
        ("    total = 0\n", "    total = 1\n    total += 2\n"),
        ("    for i in range(n):\n        total", "    # rounds\n    for i in range(n):\n\n        total"),
        ("    # no comment", "    # still none"),
        ("    # no comment\n", "    What it reads.\n\n    And why.\n"),
        ("def read():\n", "def read():\n    'What it reads.'  # and this\n"),
        ("import", "'''What it is.'''\nimport"),
    ],
)
def test_edits_that_nobody_reads(monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    reused = Reused(monkeypatch)
    (before,) = reused.found(RACE)
    (after,) = plain(reused.found(RACE.replace(old, new, 1)))
    assert reused.followed == 1
    assert [after] == fresh(RACE.replace(old, new, 1), "/a.py")
    assert after.message != before.message or "b" in old or new.count("\n") == old.count("\n")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    # no comment\n    '''", "    no comment\n    '''; a.synchronize()"),
        ("    # no comment\n", "    # no comment\n    '''\n    a.synchronize()\n    '''\n"),
        ("def read():\n    '''", "def read():\n    text = '''"),
        ("ones(3)", "ones(4)"),
        ("ones(3)", "ones(3)  # a comment that is shown"),
        ("return total", "return total, a"),
        ("def read", "def written"),
        ("def read", "read = unread\ndef read"),
        ("    total = 0\n", "    import helper\n"),
    ],
)
def test_edits_that_matter(monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    reused = Reused(monkeypatch)
    reused.found(RACE)
    text = RACE.replace(old, new, 1)
    assert plain(reused.found(text)) == fresh(text, "/a.py")
    assert reused.followed == 3  # the third is that of `fresh`


def test_a_file_that_is_imported_by_what_it_imports(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What another file leads back to was read, too."""
    (tmp_path / "helper.py").write_text("import a\ndef use(s, x):\n    with s:\n        return a.unread(x)\n")
    text, path = RACE.replace("y = x + 1", "import helper; y = helper.use(b, x)"), tmp_path / "a.py"
    path.write_text(text)
    reused = Reused(monkeypatch)
    reused.found(text, str(path))
    path.write_text(text.replace("total = 0\n", "return n + 1\n"))
    found = reused.found(path.read_text(), str(path))
    assert reused.followed == 2
    assert plain(found) == fresh(path.read_text(), str(path))


def test_a_file_that_was_looked_at_changes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    helper, path = tmp_path / "helper.py", tmp_path / "a.py"
    helper.write_text("def use(s, x):\n    with s:\n        return x + 1\n")
    text, reused = RACE.replace("y = x + 1", "import helper; y = helper.use(b, x)"), Reused(monkeypatch)
    reused.found(text, str(path))
    reused.changed({str(path)})
    reused.found(f"{text}# more\n", str(path))
    assert reused.followed == 1
    reused.changed({str(helper)})
    reused.found(text, str(path))
    assert reused.followed == 2


def test_only_what_has_changed_is_parsed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Functions with one text have trees of their own: nodes tell where something stands."""
    method = indent(RACE[RACE.index("def read") :].replace("read()", "read(self)"), "    ")
    text, reused, parsed = f"{RACE}class A:\n{method}class B:\n{method}", Reused(monkeypatch), list[str]()
    parse = source.parse

    def noted(text: str) -> object:
        parsed.append(text)
        return parse(text)

    monkeypatch.setattr(source, "parse", noted)
    assert len(reused.found(text)) == 3
    parsed.clear()
    changed = text.replace("ones(3)", "ones(4)", 1)
    found = reused.found(changed)
    assert len(parsed) == 1
    assert "ones(4)" in parsed[0]
    assert plain(found) == fresh(changed, "/a.py")
    assert reused.found(f"{changed}(\n")[0].code == "CUP900"
    parsed.clear()
    reused.found(text.replace("ones(3)", "ones(5)", 1))
    assert [part.count("ones") for part in parsed] == [1]


def test_an_edit_that_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    reused = Reused(monkeypatch)
    texts = [RACE, RACE.replace("ones(3)", "ones(4)"), RACE.replace("with b", "with a")]
    found = [plain(reused.found(text)) for text in texts]
    assert [len(each) for each in found] == [1, 1, 0]
    assert [plain(reused.found(text)) for text in texts] == found
    (moved,) = reused.found(f"# more\n{RACE}")
    assert moved.location.row == found[0][0].location.row + 1
    assert reused.followed == 3
    for count in range(5):
        reused.found(RACE.replace("ones(3)", f"ones(3 + {count})"))
    reused.found(RACE)
    assert reused.followed == 9  # that is too long ago


def test_what_does_not_parse_makes_nothing_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    reused = Reused(monkeypatch)
    found = reused.found(RACE)
    assert [one.code for one in reused.found(RACE.replace("total += i", "total += ("))] == ["CUP900"]
    before = reused.followed
    assert reused.found(RACE.replace("total += i", "total -= i")) == plain(found)
    assert reused.followed == before


def edited(text: str, chance: random.Random) -> str:
    """A text with a line more, one less, or a character more."""
    rows = text.splitlines(keepends=True)
    at = chance.randrange(len(rows))
    row = rows[at]
    indent = row[: len(row) - len(row.lstrip())]
    column = chance.randrange(len(row))
    changes = [
        [f"{indent}# note\n", row],
        ["\n", row],
        [f"{indent}note = 1\n", row],
        [row[:column] + "1" + row[column:]],
        [f"{indent}'''\n{indent}note = 1\n{indent}'''\n", row],
        [],
    ]
    return "".join([*rows[:at], *chance.choice([*changes, *changes[:2], *changes[:2]]), *rows[at + 1 :]]) or "\n"


def check_programs(paths: list[Path], monkeypatch: pytest.MonkeyPatch) -> int:
    """Compare what is found after each edit with what a fresh analysis finds; how often it was told again."""
    chance, told = random.Random(7), 0
    for path in paths:
        text, reused = path.read_text(encoding="utf-8"), Reused(monkeypatch)
        reused.found(text, str(path))
        texts = [text]
        for _ in range(4):
            text, before = edited(text, chance) if chance.random() < 0.8 else chance.choice(texts), reused.followed
            texts.append(text)
            found = reused.found(text, str(path))
            told += bool(found) and reused.followed == before
            assert plain(found) == fresh(text, str(path))
        monkeypatch.undo()
    return told


def test_random_edits(monkeypatch: pytest.MonkeyPatch) -> None:
    assert check_programs([case.path for case in CASES[::40]], monkeypatch) > 3


@pytest.mark.slow
def test_random_edits_of_all_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    assert check_programs([case.path for case in CASES[1::3]], monkeypatch) > 50
