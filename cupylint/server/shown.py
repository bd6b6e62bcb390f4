"""Findings as an editor shows them: diagnostics, with every place that belongs to one, and a page about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from lsprotocol import types
from pygls.uris import from_fs_path

from cupylint import registry
from cupylint.findings import Finding, Location, Mark, Severity
from cupylint.records import dataclass
from cupylint.report.edits import words
from cupylint.report.lanes import draw
from cupylint.report.page import Page
from cupylint.report.places import DONE, statement
from cupylint.server.documents import Document, Sheet
from cupylint.server.texts import Text

SOURCE = "cupylint"
_SEVERITIES: dict[Severity, types.DiagnosticSeverity] = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "info": types.DiagnosticSeverity.Information,
}
_WIDTH = 80
"""Columns of a picture in a hover."""
_LABELLED = re.compile(r"^```python \w+$", re.MULTILINE)
"""The begin of an example whose label says what cupylint finds in it; editors know no such language."""

Texts = Callable[[str, int], "Sheet | None"]
"""The text of a file, or of a cell of one, by its absolute path; None if it cannot be read."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A finding with the diagnostic that stands for it in the editor."""

    finding: Finding
    diagnostic: types.Diagnostic


@dataclass(frozen=True, slots=True)
class Abilities:
    """What the editor has said that it understands."""

    related: bool = False
    links: bool = False
    tags: bool = False


def shown(finding: Finding, document: Document, texts: Texts, abilities: Abilities) -> tuple[str, Shown] | None:
    """A finding in a document as a diagnostic, and the address that it belongs to; None if it is in no text of it."""
    sheet = document.sheets.get(finding.location.cell) or next(iter(document.sheets.values()), None)
    if sheet is None:
        return None
    related = list(_related(finding, document, texts))
    message = statement(finding)
    if not abilities.related:
        message = "\n".join([message, *dict.fromkeys(place.message for place in related)])
    diagnostic = types.Diagnostic(
        range=_visible(sheet.text, finding.location),
        message=message,
        severity=_SEVERITIES[finding.severity],
        code=finding.code or None,
        code_description=types.CodeDescription(finding.url) if finding.url and abilities.links else None,
        source=SOURCE,
        tags=[types.DiagnosticTag.Unnecessary] if abilities.tags and _is_useless(finding) else None,
        related_information=related if abilities.related and related else None,
    )
    return sheet.uri, Shown(finding, diagnostic)


def _visible(text: Text, place: Location) -> types.Range:
    """The range of a place; one without characters is given those up to the end of its row."""
    found = text.range(place)
    if found.start == found.end:
        found = types.Range(
            found.start, text.position(place.row, len(text.rows[min(place.row, len(text.rows)) - 1]) + 1)
        )
    return found


def _is_useless(finding: Finding) -> bool:
    """Whether what the finding is about does nothing, so that it can be deleted."""
    return finding.fix is not None and finding.fix.place is not None and not finding.fix.code


def _related(finding: Finding, document: Document, texts: Texts) -> Iterator[types.DiagnosticRelatedInformation]:
    """What happens at the place itself, the other places, and where something waits or is recorded between them."""
    told: set[tuple[str, int, int]] = set()
    places = [(document.path, finding.location, finding.label)] if finding.label else []
    places += [(item.filename or document.path, item.location, item.message) for item in finding.related]
    for path, place, message in places:
        sheet = texts(path, place.cell)
        if sheet is not None and message:
            told.add((path, place.cell, place.row))
            yield types.DiagnosticRelatedInformation(types.Location(sheet.uri, sheet.text.range(place)), message)
    lanes = finding.lanes
    for mark in lanes.marks if lanes is not None else ():
        cell = _cell_of(mark)
        if cell is None or mark.kind in ("access", "operation") or (document.path, cell, mark.row) in told:
            continue
        sheet = texts(document.path, cell)
        if lanes is not None and sheet is not None and 1 <= mark.row <= len(sheet.text.rows):
            message = f"{lanes.names[mark.lane]}: {DONE[mark.kind]}"
            yield types.DiagnosticRelatedInformation(types.Location(sheet.uri, _row(sheet.text, mark.row)), message)


def _cell_of(mark: Mark) -> int | None:
    """The cell that a mark of the checked file stands in, 0 for a file without cells; None: it is in another file."""
    if not mark.file:
        return 0
    found = re.fullmatch(r"cell (\d+)", mark.file)
    return None if found is None else int(found[1])


def _row(text: Text, row: int) -> types.Range:
    """A row without the blanks at its ends."""
    line = text.rows[row - 1]
    return text.range(Location(row, len(line) - len(line.lstrip()) + 1, row, len(line.rstrip()) + 1))


def sheet_of(path: str, text: str, units: str) -> Sheet:
    """A file that is not open."""
    return Sheet(from_fs_path(path) or "", None, Text(text, units))


# --- the page -------------------------------------------------------------------------------------


def page(finding: Finding) -> str:
    """What there is to know about a finding, and about its rule, in Markdown."""
    parts = [f"**{finding.code} {finding.name}**: {_escaped(statement(finding))}"]
    plain = Page(lambda name: None, False, _WIDTH, True)
    picture = draw(finding.lanes, plain, _WIDTH) if finding.lanes is not None else []
    for rows in (picture, list(finding.table)):
        if rows:
            parts.append("\n".join(["```text", *(row.rstrip() for row in rows), "```"]))
    points = [f"- {_escaped(note)}" for note in finding.notes]
    points += [f"- if {_escaped(premise.text)} (confidence: {premise.confidence})" for premise in finding.premises]
    if finding.fix is not None:
        points.append(f"- fix ({finding.fix.applicability}): {words(finding.fix)}")
    if points:
        parts.append("\n".join(points))
    rule = registry.find(finding.code) if finding.code else None
    if rule is not None and rule.documentation:
        parts += ["---", f"# {rule.name}", _LABELLED.sub("```python", rule.documentation.strip())]
    return "\n\n".join(parts)


def _escaped(text: str) -> str:
    """A text in which nothing is Markdown, but for code."""
    return re.sub(r"(?<!\\)([*_<>\[\]#|])", r"\\\1", text)
