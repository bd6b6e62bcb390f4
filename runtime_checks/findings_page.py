"""``--report FILE.html`` for a user's own program: each finding, its two lines, what was observed, its fix.

Files are named as seen from the current folder: nobody who gets the page learns where the program lay.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from cupylint.escape import to_html as escape
from cupylint.findings import Finding, Fix, Side
from cupylint.web import document

from . import excerpts, page
from .results import Ran, Result, Verdict
from .table import Row

Sources = Callable[[str], "str | None"]

_AROUND = 3
_PROVEN = frozenset((Verdict.CONFIRMED, Verdict.HANGS, Verdict.OUT_OF_MEMORY))
_IN_ORDER = frozenset((Verdict.ORDERED, Verdict.ENDS))
_KINDS = {"proven": "missed", "ordered": "met", "open": "skipped"}
"""Colours: what was proven is red, what is in order green, what stays open amber."""

_STYLE = """
article{background:var(--card);border:1px solid var(--line);border-left:4px solid var(--line);border-radius:8px;
margin:1rem 0;padding:.6rem .9rem}article.is-missed{border-left-color:var(--missed)}
article.is-met{border-left-color:var(--met)}article.is-skipped{border-left-color:var(--skipped)}
article h3{display:block;margin:0 0 .3rem}article h4{font-size:.9rem;margin:.9rem 0 .2rem}
h3 .place{font-weight:400}td a{overflow-wrap:anywhere}.lanes{list-style:none;margin:.3rem 0;padding:0}
.lanes li{display:grid;
grid-template-columns:8rem 6rem 1fr;gap:.6rem;border-bottom:1px solid var(--line);padding:.2rem 0}
.lanes b{font-weight:600}.lanes code,.fix code{font:13px/1.5 ui-monospace,Menlo,Consolas,monospace;white-space:pre-wrap}
.fix ins,.fix del{display:block;text-decoration:none;padding:0 .6rem;white-space:pre-wrap;
font:13px/1.5 ui-monospace,Menlo,Consolas,monospace}.fix ins{color:var(--met)}.fix del{color:var(--missed)}
@media(max-width:40rem){td:empty{display:none}.lanes li{grid-template-columns:1fr 1fr}.lanes code{grid-column:1/-1}}
@media print{pre,.fix,.lanes li,.wide{break-inside:avoid}h3,h4{break-after:avoid}
.wide{overflow:visible}pre span{white-space:pre-wrap}svg{min-width:0}}
"""


def render(rows: Sequence[Row], sources: Sources, about: str, date: str, program: str, ran: Ran) -> str:
    """The page.

    Args:
        rows: results with their findings, in order.
        sources: a file's text by its name, or None.
        about: the backend in one line.
        date: of the run, as it is to be shown.
        program: what was run.
        ran: what became of it.
    """
    title = "cupylint: findings, verified"
    names = _Names(rows)
    failed = f'<p class="state missed">The program failed: {escape(names.within(ran.error))}</p>' if ran.error else ""
    body = f"""<header><h1>{title}</h1>
<p><code>{escape(names.shown(program) if os.path.exists(program) else program)}</code></p>
<p class="soft">{escape(about)} · {escape(date)}</p>{failed}</header>
<main>
{_summary(rows, names)}
{page.key(rows)}
{"".join(_article(row, number, sources, names) for number, row in enumerate(rows, 1))}
</main>
<footer class="soft"><p>{escape(_method(rows))}</p></footer>"""
    return document(title, page.PICTURES + excerpts.STYLE + _STYLE, body, "")


class _Names:
    """How files are called on the page."""

    def __init__(self, rows: Sequence[Row]) -> None:
        every = {row.result.filename for row in rows} | {row.result.case for row in rows}
        every |= {side.filename for row in rows if row.finding is not None for side in row.finding.accesses}
        self._long = sorted((name for name in every if os.path.isabs(name)), key=len, reverse=True)

    def shown(self, name: str) -> str:
        """A file as seen from the current folder; one that lies elsewhere by its own name."""
        relative = os.path.relpath(name) if os.path.isabs(name) and _same_drive(name) else name
        return os.path.basename(name) if relative.startswith(os.pardir) or os.path.isabs(relative) else relative

    def within(self, text: str) -> str:
        """A sentence, with its files called so."""
        for name in self._long:
            text = text.replace(name, self.shown(name))
        return text.replace(os.path.join(os.getcwd(), ""), "")


def _same_drive(name: str) -> bool:
    return os.path.splitdrive(name)[0] == os.path.splitdrive(os.getcwd())[0]


def _kind(row: Row) -> str:
    verdict = row.result.verdict
    return _KINDS["proven" if verdict in _PROVEN else "ordered" if verdict in _IN_ORDER else "open"]


def _method(rows: Sequence[Row]) -> str:
    if any(row.result.backend == "cuda" for row in rows):
        return (
            "A gate is a kernel that keeps a stream from going on until the host opens it. What ends while the gate is "
            "shut does not wait for the work behind it: one run proves it, no timing is involved. Times are "
            "milliseconds from the moment at which the gate was shut."
        )
    return (
        "The program ran in a simulator that knows which work of the device waits for which: what nothing orders is "
        "found whatever the times are. No device was used."
    )


def _summary(rows: Sequence[Row], names: _Names) -> str:
    counts = Counter(row.result.verdict for row in rows)
    told = ", ".join(
        f'<span class="state {_kind(next(row for row in rows if row.result.verdict is verdict))}">'
        f"{count} {escape(verdict.value)}</span>"
        for verdict, count in counts.most_common()
    )
    lines = "".join(
        f'<tr><td><a href="#finding-{number}">{escape(_rule(row))}</a></td>'
        f'<td data-name="place">{escape(names.shown(row.result.filename))}, line {row.result.row}</td>'
        f'<td data-name="observed" class="state {_kind(row)}">{escape(row.result.verdict.value)}</td>'
        f'<td data-name="with the fix">{escape(_fix_in_short(row.result))}</td></tr>\n'
        for number, row in enumerate(rows, 1)
    )
    if not lines:
        return "<p>The linter reports nothing, so there is nothing to verify.</p>"
    return f"""<section aria-label="Summary"><p>{told}</p>
<table><thead><tr><th scope="col">Finding</th><th scope="col">Place</th><th scope="col">Observed</th>
<th scope="col">With the fix</th></tr></thead><tbody>{lines}</tbody></table></section>"""


def _rule(row: Row) -> str:
    return f"{row.result.code} {row.finding.name}" if row.finding is not None else row.result.code


def _fix_in_short(result: Result) -> str:
    if not result.fixed:
        return ""
    found = re.search(r"verdict is ([A-Z][A-Z ]*[A-Z])", result.fixed)
    return found[1] if found else "not tried" if "not tried" in result.fixed else Verdict.ORDERED.value


def _article(row: Row, number: int, sources: Sources, names: _Names) -> str:
    result, finding = row.result, row.finding
    message = f"<p>{escape(names.within(finding.message))}</p>" if finding is not None else ""
    evidence = result.evidence.removesuffix(f"; {result.fixed}") if result.fixed else result.evidence
    harm = f"<p><strong>Harm:</strong> {escape(names.within(result.harm))}</p>" if result.harm else ""
    picture = page.picture(result, f"What ran when, finding {number}", f"picture-{number}")
    return f"""<article id="finding-{number}" class="is-{_kind(row)}">
<h3>{escape(_rule(row))} · <span class="place">{escape(names.shown(result.filename))}, line {result.row}</span> ·
<span class="state {_kind(row)}">{escape(result.verdict.value)}</span></h3>
{message}{"".join(_marked(row, sources, names))}
<h4>Observed</h4><p>{escape(_sentence(names.within(evidence)))}</p>{harm}
{picture or _lanes(row, sources)}{_fix(row, sources, names)}</article>
"""


def _marked(row: Row, sources: Sources, names: _Names) -> Iterator[str]:
    """The source with both lines marked, file by file."""
    marks: dict[str, dict[int, tuple[str, str]]] = {}
    finding, result = row.finding, row.result
    sides = finding.accesses if finding is not None else ()
    for side, kind, word in zip(sides, ("first", "here"), ("earlier", "later"), strict=False):
        name = side.filename or result.filename
        marks.setdefault(name, {})[side.location.row] = kind, f"{word}: {_does(side)}"
    marks.setdefault(result.filename, {}).setdefault(result.row, ("here", ""))
    for name, marked in marks.items():
        text = sources(name)
        if text is None:
            continue
        if len(marks) > 1:
            yield f'<p class="soft">{escape(names.shown(name))}</p>'
        title = f"{names.shown(name)}, lines {', '.join(map(str, sorted(marked)))}"
        yield excerpts.excerpt(text, marked, title, _AROUND, _AROUND)


def _does(side: Side) -> str:
    what = {"clock": "reads a clock"}.get(side.mode, f"{side.mode}s")
    return f"{'the host' if side.stream == 'host' else side.stream} {what}"


def _lanes(row: Row, sources: Sources) -> str:
    """The two operations on their lanes, in the order in which the program issued them."""
    finding = row.finding
    if finding is None or len(finding.accesses) != 2:
        return ""
    items = []
    for side in finding.accesses:
        lines = (sources(side.filename or row.result.filename) or "").splitlines()
        at = side.location.row
        code = lines[at - 1].strip() if 0 < at <= len(lines) else ""
        items.append(f"<li><b>{escape(side.stream)}</b><span>line {at}</span><code>{escape(code)}</code></li>")
    return f'<ul class="lanes" aria-label="Lanes">{"".join(items)}</ul>'


def _fix(row: Row, sources: Sources, names: _Names) -> str:
    """The change that the linter offers, and what was observed with it."""
    if row.finding is None or row.finding.fix is None:
        return ""
    fix = row.finding.fix
    said = row.result.fixed or "It was not tried, as nothing was confirmed."
    good = _fix_in_short(row.result) == Verdict.ORDERED.value
    state = ' class="state met"' if good else ""
    return f"""<h4>Fix</h4><div class="fix">{"".join(_change(row.finding, fix, sources, names))}
<p{state}>{escape(_sentence(names.within(said)))}</p></div>"""


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "."


def _change(finding: Finding, fix: Fix, sources: Sources, names: _Names) -> Iterator[str]:
    name = fix.filename or finding.filename
    lines = (sources(name) or "").splitlines()
    row = fix.before_row
    where = f"line {row}" + (f" of {names.shown(name)}" if name != finding.filename else "")
    there = lines[row - 1] if 0 < row <= len(lines) else ""
    if fix.place is None:
        yield f'<p class="soft">before {escape(where)}: <code>{escape(there.strip())}</code></p>'
        yield "".join(f"<ins>+ {escape(line)}</ins>" for line in fix.code.split("\n"))
        return
    after = fix.applied("\n".join(lines) + "\n").splitlines() if lines else []
    yield f'<p class="soft">in {escape(where)}</p><del>- {escape(there.strip())}</del>'
    if 0 < row <= len(after) and len(after) >= len(lines):
        yield f"<ins>+ {escape(after[row - 1].strip())}</ins>"
