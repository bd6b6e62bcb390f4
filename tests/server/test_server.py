"""``cupylint server``, with a real client at the other end of its standard input and output."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from lsprotocol import types

import cupylint
from cupylint.config import Settings
from cupylint.runner import check_data
from cupylint.runtime_checks.cases import Case
from cupylint.workspace import Workspace
from tests.bundled import CASES
from tests.server.conftest import Editor

pytestmark = pytest.mark.asyncio(loop_scope="module")

RACE = """\
import cupy as cp
a, b = cp.cuda.Stream(), cp.cuda.Stream()
with a:
    x = cp.ones(3)
with b:
    y = x + 1
"""
HELPER = "def use(s, x):\n    with s:\n        return x + 1\n"
CALLER = """\
import cupy as cp
import helper
a, b = cp.cuda.Stream(), cp.cuda.Stream()
with a:
    x = cp.ones(3)
y = helper.use(b, x)
"""
SLOW = "import cupy as cp\nimport numpy as np\na, b = cp.cuda.Stream(), cp.cuda.Stream()\n" + "".join(
    f"def f{n}(x, n):\n    for i in range(n):\n        for j in range(n):\n"
    f"            with a:\n                x[i] = x[j] + {n}\n            with b:\n                x[j] = x[i]\n"
    for n in range(120)
)


def span(row: int, column: int, end_row: int, end_column: int) -> types.Range:
    """A range, all counted from 0."""
    return types.Range(types.Position(row, column), types.Position(end_row, end_column))


def places(found: list[types.Diagnostic]) -> list[tuple[str, int, int]]:
    """Code, row and column, from 1, of what was told."""
    return sorted((str(one.code), one.range.start.line + 1, one.range.start.character + 1) for one in found)


async def becomes(editor: Editor, path: Path, expected: list[tuple[str, int, int]]) -> None:
    """Wait until this is told of a file as it is now."""
    while places(await editor.of(path.as_uri(), editor.versions[path.as_uri()])) != expected:
        await editor.news()


def applied(text: str, action: types.CodeAction) -> str:
    """A text with what an action changes in it."""
    assert action.edit is not None and action.edit.document_changes is not None
    (change,) = action.edit.document_changes
    assert isinstance(change, types.TextDocumentEdit)
    rows = text.splitlines(keepends=True)
    for edit in sorted(change.edits, key=lambda edit: edit.range.start, reverse=True):
        start, end = edit.range.start, edit.range.end
        head = "".join(rows[: start.line]) + ("".join(rows[start.line :])[: start.character])
        tail = "".join(rows[end.line :])[end.character :]
        rows = (head + edit.new_text + tail).splitlines(keepends=True)
    return "".join(rows)


async def test_a_finding_with_all_that_belongs_to_it(editor: Editor, tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    (one,) = await editor.open(path, RACE)
    (known,) = cupylint.check(RACE)
    assert (one.code, one.source, one.message) == ("CUP101", "cupylint", known.message)
    assert (one.severity, one.range) == (types.DiagnosticSeverity.Error, span(5, 8, 5, 9))
    assert one.related_information is not None
    assert [(place.message, place.location.range) for place in one.related_information] == [
        ("read on b, nothing makes it wait for line 4", span(5, 8, 5, 9)),
        ("written on a", span(3, 4, 3, 5)),
    ]
    assert {place.location.uri for place in one.related_information} == {path.as_uri()}


async def test_what_waits_too_early_is_told(editor: Editor, tmp_path: Path) -> None:
    text = RACE.replace("with a:\n", "e = a.record()\nb.wait_event(e)\nwith a:\n")
    (one,) = await editor.open(tmp_path / "waits.py", text)
    told = [(place.location.range.start.line, place.message) for place in one.related_information or ()]
    assert {(2, "a: records an event"), (3, "b: waits")} <= set(told), told


async def test_edits_of_a_part_and_of_all(editor: Editor, tmp_path: Path) -> None:
    path = tmp_path / "edits.py"
    assert places(await editor.open(path, RACE)) == [("CUP101", 6, 9)]
    head = "# \U0001f600 \u00e9\n\x0c\n"
    assert places(await editor.edit(path, (span(0, 0, 0, 0), head))) == [("CUP101", 8, 9)]
    assert places(await editor.edit(path, (span(6, 0, 6, 0), "b.wait_event(a.record())\n"))) == []
    wait = span(6, 0, 7, 0)
    found = await editor.edit(path, (wait, ""), (span(0, 4, 0, 6), "x"), (span(7, 8, 7, 8), "'\U0001f600', "))
    assert places(found) == [("CUP101", 8, 15)]  # the face has two units
    assert places(await editor.edit(path, RACE.replace("\n", "\r\n"))) == [("CUP101", 6, 9)]


async def test_what_cannot_be_read_is_one_finding_and_the_server_lives(editor: Editor, tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    assert places(await editor.open(path, RACE + "def f(:\n")) == [("CUP900", 7, 7)]
    assert places(await editor.edit(path, RACE + "x = '\x00'\n")) == [("CUP900", 7, 6)]
    assert places(await editor.edit(path, RACE + "x = '\ud800'\n".encode("utf-8", "replace").decode())) != []
    assert places(await editor.edit(path, "(" * 10_000 + "cupy Stream")) == []  # not followed
    assert places(await editor.edit(path, RACE)) == [("CUP101", 6, 9)]


async def test_hover_shows_the_picture_and_the_page(editor: Editor, tmp_path: Path) -> None:
    path = tmp_path / "hover.py"
    await editor.open(path, RACE)
    text = await editor.hover(path, 5, 8)
    assert "[6 y = x + 1]" in text and "a  ──[4 x = cp.ones(3)]" in text
    assert "## Why is this bad?" in text and "```python\nimport cupy" in text
    assert await editor.hover(path, 0, 0) == ""


async def test_a_fix_and_a_comment(editor: Editor, tmp_path: Path) -> None:
    path = tmp_path / "actions.py"
    (one,) = await editor.open(path, RACE)
    fix, silence = await editor.actions(path, one.range)
    assert fix.title == "Insert `b.wait_event(a.record())` before line 5 (CUP101, unsafe)"
    assert (fix.kind, fix.is_preferred) == (types.CodeActionKind.QuickFix, False)
    assert applied(RACE, fix) == RACE.replace("with b:", "b.wait_event(a.record())\nwith b:")
    assert silence.title == "Silence CUP101 here: # cupylint: ignore[unordered-read]"
    for action in (fix, silence):
        assert await editor.edit(path, applied(RACE, action)) == []
    assert await editor.actions(path, one.range) == []


async def test_all_safe_fixes(editor: Editor, tmp_path: Path) -> None:
    path = tmp_path / "safe.py"
    text = f"{RACE}cp.cuda.synchronize()\nz = 1  # noqa: CUP102\n"
    found = await editor.open(path, text)
    assert [code for code, _, _ in places(found)] == ["CUP101", "CUP301", "CUP901"]
    (idle,) = [one for one in found if one.code == "CUP901"]
    assert idle.tags == (types.DiagnosticTag.Unnecessary,)
    (action,) = await editor.actions(path, span(0, 0, 0, 0), ["source.fixAll"])
    assert (action.title, action.kind) == ("cupylint: apply 2 safe fixes", "source.fixAll.cupylint")
    assert applied(text, action) == f"{RACE}cp.cuda.Device().synchronize()\nz = 1\n"


async def test_files_see_one_another_as_they_are_in_the_editor(editor: Editor, tmp_path: Path) -> None:
    helper, caller = tmp_path / "helper.py", tmp_path / "caller.py"
    helper.write_text(HELPER)
    caller.write_text("")
    assert places(await editor.open(caller, CALLER)) == [("CUP101", 6, 5)]
    await editor.open(helper, HELPER)  # both are open: it is told where the read stands
    await becomes(editor, helper, [("CUP101", 3, 16)])
    await becomes(editor, caller, [])
    waits = HELPER.replace("    with", "    s.synchronize()\n    cupy.cuda.Device().synchronize()\n    with")
    assert places(await editor.edit(helper, f"import cupy\n{waits}")) == []
    editor.close(helper)  # it counts as it is on the disk again
    await becomes(editor, caller, [("CUP101", 6, 5)])
    helper.write_text(f"import cupy\n{waits}")
    (watch,) = editor.asked
    assert watch.method == types.WORKSPACE_DID_CHANGE_WATCHED_FILES
    event = types.FileEvent(helper.as_uri(), types.FileChangeType.Changed)
    editor.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
    await becomes(editor, caller, [])


async def test_the_configuration_of_the_project(editor: Editor, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.cupylint]\nignore = ["CUP1"]\nexclude = ["out.py"]\n')
    path = tmp_path / "b.py"
    assert await editor.open(tmp_path / "out.py", f"{RACE}cp.cuda.synchronize()\n") == []
    assert places(await editor.open(path, f"{RACE}cp.cuda.synchronize()\n")) == [("CUP301", 7, 1)]
    (tmp_path / "pyproject.toml").write_text("[tool.cupylint]\nignored = []\n")
    event = types.FileEvent((tmp_path / "pyproject.toml").as_uri(), types.FileChangeType.Changed)
    editor.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
    await becomes(editor, path, [("None", 1, 1)])
    (wrong,) = editor.told[path.as_uri(), 1]
    assert "unknown key 'ignored' in [tool.cupylint]: did you mean ignore?" in wrong.message


async def test_a_newer_edit_ends_an_older_lint(editor: Editor, tmp_path: Path) -> None:
    path = tmp_path / "slow.py"
    await editor.open(path, RACE)
    for number in range(8):
        editor.type(path, f"{SLOW}n = {number}\n")  # nothing that was found before holds
        await asyncio.sleep(0.1)
    assert places(await editor.edit(path, RACE)) == [("CUP101", 6, 9)]
    told = [version for uri, version in editor.told if uri == path.as_uri()]
    assert len(told) < 10  # most were never finished
    editor.close(path)


async def test_what_was_found_before_is_told_at_once(editor: Editor, tmp_path: Path) -> None:
    """Without a version: only what was found in a version names it."""
    path = tmp_path / "at_once.py"
    text = SLOW + RACE.removeprefix("import cupy as cp\n")
    before = await editor.open(path, text)
    editor.type(path, (span(2, 0, 2, 0), "# which streams\n"))
    version = editor.versions[path.as_uri()]
    first = await editor.of(path.as_uri(), None)
    assert (path.as_uri(), version) not in editor.told
    assert places(first) == [(code, row + 1, column) for code, row, column in places(before)]
    assert places(await editor.of(path.as_uri(), version)) == places(first)


async def test_notebooks(editor: Editor, tmp_path: Path) -> None:
    """Cells are one program; each shows its own findings."""
    book, cells = (tmp_path / "n.ipynb").as_uri(), [f"cell:{number}" for number in range(3)]
    texts = [RACE[: RACE.index("with a")], "%time\n" + RACE[RACE.index("with a") : RACE.index("with b")]]
    texts.append(RACE[RACE.index("with b") :])
    document = types.NotebookDocument(
        book, "jupyter-notebook", 1, [types.NotebookCell(types.NotebookCellKind.Code, cell) for cell in cells]
    )
    items = [types.TextDocumentItem(cell, "python", 1, text) for cell, text in zip(cells, texts, strict=True)]
    editor.notebook_document_did_open(types.DidOpenNotebookDocumentParams(document, items))
    (one,) = await editor.of(cells[2], 1)
    assert places([one]) == [("CUP101", 2, 9)]
    assert [place.location.uri for place in one.related_information or ()] == [cells[2], cells[1]]
    identifier = types.TextDocumentIdentifier(cells[2])
    actions = await editor.text_document_code_action_async(
        types.CodeActionParams(identifier, one.range, types.CodeActionContext([]))
    )
    assert [applied(texts[2], action) for action in actions or () if isinstance(action, types.CodeAction)] == [
        "b.wait_event(a.record())\n" + texts[2],
        texts[2].replace("x + 1", "x + 1  # cupylint: ignore[unordered-read] not judged yet"),
    ]
    changes = types.NotebookDocumentCellChanges(
        text_content=[
            types.NotebookDocumentCellContentChanges(
                types.VersionedTextDocumentIdentifier(2, cells[2]),
                [types.TextDocumentContentChangePartial(span(0, 0, 0, 0), "a.synchronize()\n")],
            )
        ]
    )
    identifiers = types.VersionedNotebookDocumentIdentifier(2, book)
    editor.notebook_document_did_change(
        types.DidChangeNotebookDocumentParams(identifiers, types.NotebookDocumentChangeEvent(cells=changes))
    )
    assert await editor.of(cells[2], 2) == []


async def test_closed_files_have_no_findings(editor: Editor, tmp_path: Path) -> None:
    path = tmp_path / "closed.py"
    await editor.open(path, RACE)
    editor.close(path)
    assert await editor.of(path.as_uri(), None) == []


# --- the same findings as the command's -----------------------------------------------------------


async def check_cases(editor: Editor, chosen: Sequence[Case], tmp_path: Path) -> int:
    """Compare what is told of programs with what the engine finds; how much that is."""
    count = 0
    (tmp_path / "pyproject.toml").write_text("[tool.cupylint]\nper-thread-default-stream = true\n")
    for number, case in enumerate(chosen):
        folder = tmp_path if case.per_thread else tmp_path.parent
        path = folder / f"{tmp_path.name}_{number}_{case.path.name}"
        text = case.path.read_text(encoding="utf-8")
        model = replace(Settings().model, per_thread_default_stream=case.per_thread)
        expected = check_data(text.encode(), str(path), Settings(model=model), Workspace()).findings
        found = await editor.open(path, text)
        assert places(found) == sorted((one.code, one.location.row, one.location.column) for one in expected), path
        assert sorted(one.message.partition(" (if ")[0] for one in found) == sorted(one.message for one in expected)
        count += len(found)
        editor.close(path)
    return count


async def test_some_programs_have_the_findings_of_the_command(editor: Editor, tmp_path: Path) -> None:
    assert await check_cases(editor, CASES[::60], tmp_path) > 3


@pytest.mark.slow
async def test_all_programs_have_the_findings_of_the_command(editor: Editor, tmp_path: Path) -> None:
    assert await check_cases(editor, CASES, tmp_path) > 100
