"""What an editor offers for a finding: its fix, a comment that silences it, and all safe fixes of a file at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from lsprotocol import types

from cupylint.counted import counted
from cupylint.findings import Edit, Finding
from cupylint.fixing.ignores import silencing
from cupylint.report.edits import words
from cupylint.server.documents import Document, Sheet
from cupylint.server.shown import Shown, Texts

FIX_ALL = "source.fixAll.cupylint"

Change = tuple[Sheet, Edit]


def fixes(found: Iterable[Shown], document: Document, texts: Texts, *, versions: bool) -> Iterator[types.CodeAction]:
    """The fixes of findings, each with the diagnostic that it belongs to.

    Args:
        versions: the editor takes edits that name the version of the text that they are for.
    """
    for finding, diagnostic in ((one.finding, one.diagnostic) for one in found):
        change = _fix(finding, document, texts)
        if change is not None and finding.fix is not None:
            is_safe = finding.fix.applicability == "safe"
            yield types.CodeAction(
                title=f"{words(finding.fix)} ({finding.code}{'' if is_safe else ', unsafe'})",
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[diagnostic],
                is_preferred=is_safe,
                edit=_workspace_edit([change], versions),
            )


def silences(found: Iterable[Shown], document: Document, *, versions: bool) -> Iterator[types.CodeAction]:
    """Comments that silence findings, as ``--add-ignore`` writes them."""
    for finding, diagnostic in ((one.finding, one.diagnostic) for one in found):
        sheet = document.sheets.get(finding.location.cell)
        if sheet is None or not finding.code:
            continue
        edit = silencing(sheet.text.text, finding)
        if edit is not None:
            yield types.CodeAction(
                title=f"Silence {finding.code} here: # cupylint: ignore[{finding.name}]",
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[diagnostic],
                edit=_workspace_edit([(sheet, edit)], versions),
            )


def all_safe(found: Sequence[Finding], document: Document, texts: Texts, *, versions: bool) -> types.CodeAction | None:
    """All safe fixes of the findings of a file that do not touch one another; None if there are none."""
    changes: list[Change] = []
    for finding in found:
        change = _fix(finding, document, texts)
        is_safe = finding.fix is not None and finding.fix.applicability == "safe"
        if change is not None and is_safe and not any(_meet(change, other) for other in changes):
            changes.append(change)
    if not changes:
        return None
    title = f"cupylint: apply {counted(len(changes), 'safe fix', 'safe fixes')}"
    return types.CodeAction(title=title, kind=FIX_ALL, edit=_workspace_edit(changes, versions))


def _fix(finding: Finding, document: Document, texts: Texts) -> Change | None:
    """The text that a finding's fix changes, and how."""
    fix = finding.fix
    sheet = None if fix is None else texts(fix.filename or document.path, fix.cell)
    if fix is None or sheet is None:
        return None
    try:
        return sheet, fix.edit(sheet.text.text)
    except IndexError:
        return None


def _meet(one: Change, other: Change) -> bool:
    (sheet, edit), (same, earlier) = one, other
    first, second = sorted((edit.place, earlier.place))
    return sheet.uri == same.uri and (first.end_row, first.end_column) >= (second.row, second.column)


def _workspace_edit(changes: Sequence[Change], versions: bool) -> types.WorkspaceEdit:
    """Changes of several texts."""
    edits: dict[tuple[str, int | None], list[types.TextEdit]] = {}
    for sheet, edit in changes:
        text_edit = types.TextEdit(sheet.text.range(edit.place), edit.content)
        edits.setdefault((sheet.uri, sheet.version), []).append(text_edit)
    if not versions:
        return types.WorkspaceEdit(changes={uri: texts for (uri, _), texts in edits.items()})
    return types.WorkspaceEdit(
        document_changes=[
            types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri, version), texts)
            for (uri, version), texts in edits.items()
        ]
    )
