"""``--report FILE.html``: one page that holds everything, opens anywhere and asks the network for nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from cupylint.escape import to_html as escape
from cupylint.web import document

from . import excerpts
from .lanes import drawing
from .results import Result
from .table import Row, milliseconds

_AROUND = 4

PICTURES = """
.met{color:var(--met)}.missed{color:var(--missed)}.skipped{color:var(--skipped)}
svg{width:100%;min-width:36rem}svg .tick{fill:var(--soft);font-size:11px}
svg line.rule,svg line.tick{stroke:var(--line)}svg rect.shut{fill:var(--shut)}
svg rect.gate{fill:var(--gate)}svg rect.work{fill:var(--work)}svg rect.wait{fill:var(--card);stroke:var(--wait);
stroke-width:1.5;stroke-dasharray:4 3}svg rect.host{fill:var(--host)}
svg text.in.gate,svg text.in.work,svg text.in.host{fill:var(--on)}
.key{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;font-size:.85rem;color:var(--soft);padding:0;list-style:none}
.key b{display:inline-block;width:1.4em;height:.8em;border-radius:2px;margin-right:.4em}
"""
"""How pictures and verdicts look."""

_STYLE = """
td.case{min-width:11rem;overflow-wrap:anywhere}td.place{white-space:nowrap}
form{display:flex;flex-wrap:wrap;gap:.6rem 1rem;margin:1rem 0;align-items:end}
form[hidden],[hidden]{display:none!important}
label{display:grid;gap:.2rem;font-size:.85rem;color:var(--soft)}label.text{flex:1 1 16rem}
input,select{font:inherit;color:var(--ink);background:var(--page);border:1px solid var(--line);border-radius:6px;
padding:.35rem .5rem;min-width:0;width:100%}
@media(max-width:40rem){td.case{min-width:0}td.place{white-space:normal}}
@media print{form,#shown{display:none}.wide{overflow:visible}}
"""

# A link into a closed case opens it; what narrows the cases down is hidden where no script runs.
_SCRIPT = """
const form=document.querySelector("form"),cases=[...document.querySelectorAll("details")],
lines=[...document.querySelectorAll("tbody tr")],texts=cases.map(one=>one.textContent.toLowerCase());
function show(){const at=document.getElementById(location.hash.slice(1));if(at)at.open=true}
function narrow(){const words=form.text.value.toLowerCase().split(/\\s+/);let count=0;
cases.forEach((one,at)=>{const fits=(!form.code.value||one.dataset.code===form.code.value)&&
(!form.verdict.value||one.dataset.verdict===form.verdict.value)&&words.every(word=>texts[at].includes(word));
one.hidden=lines[at].hidden=!fits;count+=fits});
document.querySelector("#shown").textContent=`${count} of ${cases.length} shown`}
addEventListener("hashchange",show);show();
if(form){form.hidden=false;form.addEventListener("input",narrow);
form.addEventListener("submit",event=>event.preventDefault());narrow()}
"""

_KEY = (
    ("gate", "gate: the earlier access is held back"),
    ("work", "work on the device"),
    ("wait", "waiting"),
    ("host", "the host"),
)
_STATES = {"met": "as expected", "missed": "not as expected", "skipped": "not supported here"}


def render(rows: Sequence[Row], sources: Callable[[str], str | None], about: str, date: str) -> str:
    """The page of bundled programs; `findings_page` has that of a user's own.

    Args:
        rows: results, in order.
        sources: a file's text by its name, or None.
        about: the backend in one line ("cuda: NVIDIA H200, CuPy 14.2.0, CUDA 13.0").
        date: of the run, as it is to be shown.
    """
    title = "cupylint: bundled programs, verified"
    body = f"""<header><h1>{title}</h1>
<p class="soft">{escape(about)} · {escape(date)}</p></header>
<main>
{_summary(rows)}
<h2 id="cases">Cases</h2>
{key(rows)}
{"".join(_case(row, number, sources) for number, row in enumerate(rows, 1))}
</main>
<footer class="soft"><p>A gate is a kernel that keeps a stream from going on until the host opens it. What ends while
the gate is shut does not wait for the work behind it: one run proves it, no timing is involved. Times are
milliseconds from the start of the case.</p></footer>"""
    return document(title, PICTURES + excerpts.STYLE + _STYLE, body, _SCRIPT)


def _summary(rows: Sequence[Row]) -> str:
    verdicts = Counter(row.result.verdict.value for row in rows)
    states = Counter(row.state for row in rows)
    told = ", ".join(
        f'<span class="state {key}">{states[key]} {text}</span>' for key, text in _STATES.items() if states[key]
    )
    counts = ", ".join(f"{count} {escape(verdict)}" for verdict, count in verdicts.most_common())
    lines = "".join(_line(row, number) for number, row in enumerate(rows, 1))
    return f"""<section aria-label="Summary"><p>{told or "Nothing was verified."}</p><p class="soft">{counts}</p>
{_form(rows)}<table><thead><tr><th scope="col">Case</th><th scope="col">Place</th><th scope="col">Static</th>
<th scope="col">Observed</th><th scope="col">Expected</th><th scope="col" class="number">ms</th></tr></thead>
<tbody>{lines}</tbody></table></section>"""


def _form(rows: Sequence[Row]) -> str:
    """What narrows the cases down."""
    if not rows:
        return ""
    codes, verdicts = (
        "".join(f"<option>{escape(value)}</option>" for value in sorted(values))
        for values in ({row.result.code for row in rows}, {row.result.verdict.value for row in rows})
    )
    return (
        '<form hidden role="search" aria-label="Narrow the cases down">'
        '<label class="text">Text<input name="text" type="search" autocomplete="off"></label>'
        f'<label>Rule<select name="code"><option value="">all</option>{codes}</select></label>'
        f'<label>Observed<select name="verdict"><option value="">all</option>{verdicts}</select></label></form>\n'
        '<p class="soft" id="shown" aria-live="polite"></p>\n'
    )


def _line(row: Row, number: int) -> str:
    result = row.result
    return (
        f'<tr><td class="case"><a href="#case-{number}">{escape(result.case)}</a></td>'
        f'<td class="place">{escape(_place(row))}</td>'
        f'<td data-name="static">{escape(row.static)}</td>'
        f'<td data-name="observed" class="state {row.state}">{escape(result.verdict.value)}</td>'
        f'<td data-name="expected">{escape(result.expected)}</td>'
        f'<td data-name="ms" class="number">{milliseconds(result.milliseconds)}</td></tr>\n'
    )


def _place(row: Row) -> str:
    return f"{row.result.code}, line {row.result.row}" if row.result.row else row.result.code


def key(rows: Sequence[Row]) -> str:
    """What the colours of the pictures mean, as far as there are any."""
    used = {step.kind for row in rows for step in row.result.steps}
    items = []
    for kind, text in _KEY:
        if kind in used:
            style = f"background:var(--{kind})" if kind != "wait" else "border:1.5px dashed var(--wait)"
            items.append(f'<li><b style="{style}"></b>{text}</li>')
    return f'<ul class="key" aria-label="Colours of the pictures">{"".join(items)}</ul>' if items else ""


def _case(row: Row, number: int, sources: Callable[[str], str | None]) -> str:
    result = row.result
    expected = f" <span class=soft>(expected {escape(result.expected)})</span>" if row.state != "met" else ""
    streams = f'<p class="soft">{escape(" → ".join(result.streams))}</p>' if result.streams else ""
    harm = f"<p><strong>Harm:</strong> {escape(result.harm)}</p>" if result.harm else ""
    shown = picture(result, f"What ran when in {result.case}", f"picture-{number}")
    about = f'data-code="{escape(result.code)}" data-verdict="{escape(result.verdict.value)}"'
    return f"""<details id="case-{number}" {about}{" open" if row.state == "missed" or number <= 3 else ""}>
<summary><h3>{escape(result.case)}</h3> {escape(_place(row))}
<span class="state {row.state}">{escape(result.verdict.value)}</span>{expected}</summary>
<p>{escape(result.evidence)}</p>{harm}{streams}
{shown}{_excerpt(row, sources)}</details>
"""


def picture(result: Result, title: str, identifier: str) -> str:
    """What was observed, drawn; "" if there is nothing to draw."""
    drawn = drawing(result.steps, title, identifier)
    label = escape(f"Picture: {title}")
    return f'<div class="wide" tabindex="0" role="group" aria-label="{label}">{drawn}</div>' if drawn else ""


def _excerpt(row: Row, sources: Callable[[str], str | None]) -> str:
    here = row.result.row
    text = sources(row.result.filename) if here else None
    if text is None:
        return ""
    title = f"{row.result.case}, line {here}"
    return excerpts.excerpt(text, {here: ("here", "")}, title, 3 * _AROUND, _AROUND)
