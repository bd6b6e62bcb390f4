"""The ``sarif`` format: SARIF 2.1.0, which GitHub's code scanning and editors read.

The picture of a finding becomes its code flow: a thread flow for each lane, the order in time as execution order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cupylint import __version__, registry
from cupylint.escape import to_json
from cupylint.findings import Finding, Fix, Lanes, Location, Mark, Proof, Severity, Suppression
from cupylint.report.edits import edit, words
from cupylint.report.page import Page
from cupylint.report.places import DONE, fingerprints, line, sentence
from cupylint.report.references import uri

Json = dict[str, object]

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS: dict[Severity, str] = {"error": "error", "warning": "warning", "info": "note"}
_BASE = "%SRCROOT%"
_SUPPRESSED: dict[Suppression, str] = {"comment": "inSource", "baseline": "external"}
_KINDS = {"CONFIRMED": "fail", "HANGS": "fail", "OUT OF MEMORY": "fail", "ORDERED": "pass"}
"""What a verdict makes of a result; any other leaves it open."""
_LINK = re.compile(r"\[([^\[\]]*)\](?=\()")
_PLACEHOLDER = re.compile(r"\{(\d+)\}")


def render(findings: Sequence[Finding], page: Page) -> str:
    """Return a log of one run. Columns count characters (``columnKind``), names of files are relative URIs."""
    codes = sorted({finding.code for finding in findings})
    marks = fingerprints(findings, page)
    results = [
        _result(finding, codes.index(finding.code), mark, page) for finding, mark in zip(findings, marks, strict=True)
    ]
    if any(finding.suppressed for finding in findings):  # then each result says whether it is
        for finding, result in zip(findings, results, strict=True):
            kind = _SUPPRESSED.get(finding.suppressed)
            result["suppressions"] = [{"kind": kind}] if kind else []
    run = {
        "tool": {
            "driver": {
                "name": "cupylint",
                "version": __version__,
                "semanticVersion": __version__,
                "rules": [_rule(code, findings) for code in codes],
            }
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_BASE: {"description": _text("The folder that cupylint was started in.")}},
        "results": results,
    }
    return to_json({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(code: str, findings: Sequence[Finding]) -> Json:
    """What is known of a rule; of one that is none (of a later version, say) what its finding says."""
    rule = registry.find(code)
    if rule is None:
        return {"id": code, "name": next(finding.name for finding in findings if finding.code == code)}
    address = next((finding.url for finding in findings if finding.code == code and finding.url), "")
    text = (rule.documentation or "").strip()
    return {
        "id": code,
        "name": rule.name,
        "shortDescription": _text(rule.summary),
        "fullDescription": _text(rule.summary),
        "help": {"text": text, "markdown": text},
        **({"helpUri": address} if address else {}),
        "defaultConfiguration": {"level": _LEVELS[rule.severity], "enabled": rule.default},
        "properties": {"tags": ["cupy", "gpu"]},
    }


def _text(text: str) -> Json:
    """A message: what looks like a link or a placeholder is none."""
    return {"text": _PLACEHOLDER.sub(r"{{\1}}", _LINK.sub(r"\\[\1\\]", text))}


def _result(finding: Finding, rule: int, fingerprint: str, page: Page) -> Json:
    place = _location(finding.filename, finding.location, page)
    if finding.label:
        place["message"] = _text(finding.label)
    result: Json = {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": _LEVELS[finding.severity],
        "message": _text(sentence(finding)),
        "locations": [place],
        "partialFingerprints": {"cupylint/v2": fingerprint},
    }
    if finding.related:
        result["relatedLocations"] = [
            {
                "id": number,
                **_location(other.filename or finding.filename, other.location, page),
                "message": _text(other.message or line(other.location.row, other.location.cell)),
            }
            for number, other in enumerate(finding.related)
        ]
    flows = list(_thread_flows(finding, page))
    if flows:
        result["codeFlows"] = [{"message": _text(finding.message), "threadFlows": flows}]
    if finding.proof is not None:
        result["kind"] = _KINDS.get(finding.proof.verdict, "open")
        if result["kind"] != "fail":
            result["level"] = "none"
    fixes = list(_fixes(finding, page))
    if fixes:
        result["fixes"] = fixes
    result["properties"] = _properties(finding)
    return result


def _properties(finding: Finding) -> Json:
    return {
        "confidence": finding.confidence or "certain",
        "premises": [
            {"kind": premise.kind, "text": premise.text, "confidence": premise.confidence}
            for premise in finding.premises
        ],
        "notes": list(finding.notes),
        **({} if finding.fix is None else {"fix": words(finding.fix)}),
        **({} if finding.proof is None else _proof(finding.proof)),
    }


def _proof(proof: Proof) -> Json:
    return {"verdict": proof.verdict, "evidence": proof.evidence, "backend": proof.backend}


# --- places ---------------------------------------------------------------------------------------


def _artifact(filename: str, page: Page) -> Json:
    name = uri(filename, page)
    return {"uri": name} if name.startswith("file:") else {"uri": name, "uriBaseId": _BASE}


def _location(filename: str, place: Location, page: Page) -> Json:
    """A place. The lines of a notebook's cell are none of its file: there the cell is a logical location."""
    physical: Json = {"artifactLocation": _artifact(filename, page)}
    if place.cell:
        physical["region"] = {"startLine": 1}
        name = f"{line(place.row, place.cell)}, column {place.column}"
        logical = {"name": f"cell {place.cell}", "fullyQualifiedName": name, "kind": "module"}
        return {"physicalLocation": physical, "logicalLocations": [logical]}
    physical["region"] = _region(place)
    return {"physicalLocation": physical}


def _region(place: Location) -> Json:
    row, column = max(place.row, 1), max(place.column, 1)
    last = max(place.end_row, row)
    past = max(place.end_column, column if last == row else 1)
    return {"startLine": row, "startColumn": column, "endLine": last, "endColumn": past}


# --- the picture ----------------------------------------------------------------------------------


def _thread_flows(finding: Finding, page: Page) -> Iterator[Json]:
    """A thread flow for each lane on which something happens."""
    lanes = finding.lanes or _accessed(finding)
    remarks = dict(lanes.remarks)
    for lane, known in enumerate(lanes.names):
        name = known or f"lane {lane + 1}"
        steps = [
            _step(mark, number, name, finding, page) for number, mark in enumerate(lanes.marks, 1) if mark.lane == lane
        ]
        if steps:
            remark = f": {remarks[lane]}" if remarks.get(lane) else ""
            yield {"id": f"{lane + 1}: {name}", "message": _text(f"{name}{remark}"), "locations": steps}


def _accessed(finding: Finding) -> Lanes:
    """The two accesses as a picture, for findings without one."""
    names = tuple(dict.fromkeys(side.stream for side in finding.accesses))
    base = finding.filename.replace("\\", "/").rpartition("/")[2]
    marks = []
    for side in finding.accesses:
        file = side.filename.replace("\\", "/").rpartition("/")[2]
        told = f"cell {side.location.cell}" if side.location.cell else file if file != base else ""
        marks.append(Mark(names.index(side.stream), "access", side.location.row, side.mode, told))
    return Lanes(names, tuple(marks), ())


def _step(mark: Mark, number: int, lane: str, finding: Finding, page: Page) -> Json:
    told = f"{lane} {DONE[mark.kind]}{f': {mark.text}' if mark.text else ''}"
    where = _mark_location(mark, finding, page)
    return {
        "executionOrder": number,
        "importance": "essential" if mark.kind == "access" else "important",
        "location": {**where, "message": _text(told)},
    }


def _mark_location(mark: Mark, finding: Finding, page: Page) -> Json:
    """Where a mark stands. Its file is told shortly: it is one of those that the finding names, or not known."""
    row = max(mark.row, 1)
    if not mark.file or mark.file.startswith("cell "):
        cell = int(mark.file.split()[1]) if mark.file and mark.file.split()[1].isdecimal() else 0
        if cell:
            return _location(finding.filename, Location(row, 1, row, 1, cell), page)
        physical = {"artifactLocation": _artifact(finding.filename, page), "region": {"startLine": row}}
        return {"physicalLocation": physical}
    names = [*(item.filename for item in finding.related), *(side.filename for side in finding.accesses)]
    known = next((name for name in names if name.replace("\\", "/").rpartition("/")[2] == mark.file), None)
    if known is None:
        return {}
    return {"physicalLocation": {"artifactLocation": _artifact(known, page), "region": {"startLine": row}}}


# --- fixes ----------------------------------------------------------------------------------------


def _fixes(finding: Finding, page: Page) -> Iterator[Json]:
    """The fix as a change of its file; none in a notebook, whose file is not its text."""
    fix: Fix | None = finding.fix
    change = None if fix is None or fix.cell else edit(fix, finding.filename, page)
    if fix is not None and change is not None:
        replacement = {"deletedRegion": _region(change.place), "insertedContent": {"text": change.content}}
        artifact = _artifact(fix.filename or finding.filename, page)
        changes = [{"artifactLocation": artifact, "replacements": [replacement]}]
        yield {"description": _text(words(fix)), "artifactChanges": changes}
