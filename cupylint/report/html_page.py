"""The ``html`` format: one page that holds everything, opens anywhere and asks the network for nothing.

Without its script it shows all findings; the script adds what narrows them down.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from cupylint import web
from cupylint.counted import counted
from cupylint.escape import to_html as escape
from cupylint.findings import Finding, Location, Severity
from cupylint.report import lanes_svg
from cupylint.report.edits import words
from cupylint.report.page import Page
from cupylint.report.places import place
from cupylint.report.text import excerpt_of, shown

_AROUND = 2
_CODE = re.compile(r"`([^`]+)`")
_LONGEST_LINE = 400  # characters of a line of source that are shown
_SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")
_NOUNS: dict[Severity, str] = {"error": "error", "warning": "warning", "info": "remark"}

_STYLE = (
    """
.error{color:var(--missed)}.warning{color:var(--skipped)}.info{color:var(--work)}
form{display:flex;flex-wrap:wrap;gap:.6rem 1rem;margin:1rem 0;align-items:end}form[hidden],[hidden]{display:none}
label{display:grid;gap:.2rem;font-size:.85rem;color:var(--soft)}label.text{flex:1 1 16rem}
input,select{font:inherit;color:var(--ink);background:var(--page);border:1px solid var(--line);border-radius:6px;
padding:.35rem .5rem;min-width:0;width:100%;height:2.3rem}
.place{font:.9rem ui-monospace,Menlo,Consolas,monospace}summary p{margin:.2rem 0 0}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem .8rem;margin:.6rem 0}dt{font-weight:600}dd{margin:0}
:is(dd,summary) code{font:.9em ui-monospace,Menlo,Consolas,monospace;white-space:pre-wrap}
.table{padding:.5rem .6rem;white-space:pre}
summary h2{display:inline;font-size:1rem;margin:0}
@media(max-width:40rem){dl{grid-template-columns:1fr}section table{display:table}
section thead{display:table-header-group}
section tbody{display:table-row-group}section tr{display:table-row}section td,section td.number{display:table-cell;
border-bottom:1px solid var(--line);padding:.3rem .5rem .3rem 0}section td.number{text-align:right}
section td[data-name]::before{content:none}
pre i.says{display:block;white-space:normal;padding-left:6ch;width:min(78vw,40rem)}}
@media print{form,#shown{display:none}.wide{overflow:visible}svg.lanes{max-width:100%;height:auto}
summary{list-style:none}
pre span,.table{white-space:pre-wrap}pre span.here{width:auto}}
"""
    + lanes_svg.STYLE
)

_SCRIPT = """
const form=document.querySelector("form"),cards=[...document.querySelectorAll("details")];
function narrow(){const words=form.text.value.toLowerCase().split(/\\s+/);let count=0;
for(const card of cards){const fits=(!form.rule.value||card.dataset.rule===form.rule.value)&&
(!form.severity.value||card.dataset.severity===form.severity.value)&&
words.every(word=>card.textContent.toLowerCase().includes(word));card.hidden=!fits;count+=fits}
document.querySelector("#shown").textContent=`${count} of ${cards.length} shown`}
function show(){const at=document.getElementById(location.hash.slice(1));if(at&&at.tagName==="DETAILS")at.open=true}
if(form){form.hidden=false;form.addEventListener("input",narrow);form.addEventListener("submit",e=>e.preventDefault());
let open=[];
addEventListener("beforeprint",()=>{open=cards.filter(card=>card.open);cards.forEach(card=>card.open=true)});
addEventListener("afterprint",()=>cards.forEach(card=>card.open=open.includes(card)));
addEventListener("hashchange",show);show();narrow()}
"""


def render(findings: Sequence[Finding], page: Page) -> str:
    """Return the page; the same findings give the same page."""
    cards = "".join(_card(finding, number, page) for number, finding in enumerate(findings, 1))
    body = f"""<header><h1>cupylint: findings</h1>
<p class="soft">{_counts(findings, page)}</p></header>
<main>
{_summary(findings)}
{_form(findings)}
{cards}
</main>
<footer class="soft"><p>In the pictures time goes to the right, a lane is a stream or the host, and a dashed line with
a cross is the order that is missing.</p></footer>"""
    return web.sealed(web.document("cupylint: findings", _STYLE, body, _SCRIPT))


def _counts(findings: Sequence[Finding], page: Page) -> str:
    if not findings:
        checked = f" in {counted(len(page.run.files), 'file')}" if page.run.files else ""
        return f"Nothing was found{checked}."
    severities = Counter(finding.severity for finding in findings)
    told = ", ".join(counted(severities[one], _NOUNS[one]) for one in _SEVERITIES if severities[one])
    where = counted(len({finding.filename for finding in findings}), "file")
    checked = f"; {counted(len(page.run.files), 'file')} checked" if page.run.files else ""
    return f"{counted(len(findings), 'finding')} ({told}) in {where}{checked}"


def _summary(findings: Sequence[Finding]) -> str:
    if not findings:
        return ""
    counts = Counter((finding.code, finding.name) for finding in findings)
    files = {key: {one.filename for one in findings if (one.code, one.name) == key} for key in counts}
    rows = "".join(
        f"<tr><td>{escape(code)}</td><td>{escape(shown(name))}</td>"
        f'<td class="number" data-name="findings">{counts[code, name]}</td>'
        f'<td class="number" data-name="files">{len(files[code, name])}</td></tr>\n'
        for code, name in sorted(counts)
    )
    return (
        '<section aria-label="Findings of each rule"><table><thead><tr><th scope="col">Rule</th>'
        '<th scope="col">Name</th><th scope="col" class="number">Findings</th>'
        f'<th scope="col" class="number">Files</th></tr></thead><tbody>{rows}</tbody></table></section>'
    )


def _form(findings: Sequence[Finding]) -> str:
    """What narrows the findings down; hidden where no script shows it."""
    if not findings:
        return ""
    rules = sorted({(finding.code, finding.name) for finding in findings})
    present = {finding.severity for finding in findings}
    codes = "".join(
        f'<option value="{escape(code)}">{escape(shown(f"{code} {name}"))}</option>' for code, name in rules
    )
    severities = "".join(f"<option>{severity}</option>" for severity in _SEVERITIES if severity in present)
    return (
        '<form hidden role="search" aria-label="Narrow the findings down">'
        '<label class="text">Text<input name="text" type="search" autocomplete="off"></label>'
        f'<label>Rule<select name="rule"><option value="">all</option>{codes}</select></label>'
        f'<label>Severity<select name="severity"><option value="">all</option>{severities}</select></label></form>\n'
        '<p class="soft" id="shown" aria-live="polite"></p>'
    )


def _card(finding: Finding, number: int, page: Page) -> str:
    title = f"{finding.code} {finding.name}"
    drawing = ""
    if finding.lanes is not None:
        drawing = _wide("div", lanes_svg.picture(finding.lanes, f"What runs when: {title}", f"p{number}"), "Picture")
    table = _wide("pre", escape("\n".join(shown(row) for row in finding.table)), "Table", " table")
    return f"""<details id="f{number}" data-rule="{escape(finding.code)}" data-severity="{finding.severity}"\
{" open" if number == 1 else ""}>
<summary><h2>{escape(shown(title))}</h2>
<span class="state {finding.severity}">{finding.severity}{"" if finding.certain else " (maybe)"}</span>
<span class="place">{escape(place(finding.filename, finding.location))}</span>
<p>{_marked(finding.message)}</p></summary>
{_excerpts(finding, page)}
{drawing}{table}{_remarks(finding)}</details>
"""


def _wide(tag: str, content: str, label: str, kind: str = "") -> str:
    """What may be wider than the page, and is scrolled on its own, with keys as well."""
    if not content:
        return ""
    return f'<{tag} class="wide{kind}" tabindex="0" role="group" aria-label="{label}">{content}</{tag}>'


def _remarks(finding: Finding) -> str:
    items = [("note", _marked(note)) for note in finding.notes]
    items += [("if", _marked(premise.text)) for premise in finding.premises]
    if finding.fix is not None:
        items.append(("fix", f"{_marked(words(finding.fix))} ({finding.fix.applicability})"))
    if finding.url:
        items.append(("rule", f'<a href="{escape(finding.url)}" rel="noreferrer">{escape(finding.url)}</a>'))
    return f"<dl>{''.join(f'<dt>{key}</dt><dd>{text}</dd>' for key, text in items)}</dl>" if items else ""


def _marked(text: str) -> str:
    """A text whose code stands between backquotes."""
    return _CODE.sub(r"<code>\1</code>", escape(shown(text)))


def _excerpts(finding: Finding, page: Page) -> str:
    """The lines around the places of a finding, those of one file or cell together."""
    first = (finding.filename, finding.location.cell)
    labels = {first: [(finding.location, finding.label or finding.code)]}
    for other in finding.related:
        key = (other.filename or finding.filename, other.location.cell)
        labels.setdefault(key, []).append((other.location, other.message))
    return "".join(_excerpt(*key, told, page, headed=key != first) for key, told in labels.items())


def _excerpt(filename: str, cell: int, told: Sequence[tuple[Location, str]], page: Page, headed: bool) -> str:
    """The lines around some places; `headed`: with the name of the first above."""
    name = place(filename, told[0][0])
    title = f'<p class="place">{escape(name)}</p>' if headed else ""
    lines = page.lines(filename, cell)
    said = {location.row: " · ".join(text for other, text in told if other.row == location.row) for location, _ in told}
    if lines is None:
        items = "".join(f"<li>line {row}: {escape(shown(text))}</li>" for row, text in sorted(said.items()))
        return f"{title}<ul>{items}</ul>"
    near = {row + step for row in said for step in range(-_AROUND, _AROUND + 1)}
    shown_rows, before = [], 0
    for row in sorted(row for row in near if 0 < row <= len(lines)):
        if before and row > before + 1:
            shown_rows.append("<span><i>   …</i></span>")
        before = row
        code = escape(excerpt_of(lines[row - 1], _LONGEST_LINE))
        remark = f'  <i class="says">← {escape(shown(said[row]))}</i>' if said.get(row) else ""
        mark = ' class="here"' if row in said else ""
        shown_rows.append(f"<span{mark}><i>{row:>4}</i>  {code}{remark}</span>")
    label = escape(f"Source of {name}")
    return title + _wide("pre", "".join(shown_rows), label)
