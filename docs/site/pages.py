"""Pages of the site that are made when it is built: rules from their docstrings, pictures from programs, the changelog.

`mkdocs` calls the functions whose names begin with ``on_``; the others need nothing of it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
sys.path.insert(0, str(ROOT))

from cupylint import registry  # noqa: E402
from cupylint.config import Settings  # noqa: E402
from cupylint.engine import check_bytes  # noqa: E402
from cupylint.findings import Edge, Lanes, Mark  # noqa: E402
from cupylint.report import lanes_svg  # noqa: E402

if TYPE_CHECKING:
    from cupylint.rule import Rule

FAMILIES = {
    "CUP1": "Order between streams, and lifetimes",
    "CUP2": "Host memory, other libraries, processes",
    "CUP3": "Kernels, names, and stopping what runs",
    "CUP4": "Memory size",
    "CUP5": "Time and graphs",
    "CUP9": "cupylint itself",
}
_FENCE = re.compile(r"^```python (bad|good)$", re.MULTILINE)
_PICTURE = re.compile(r"^```(picture|lanes)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_INNER_ITEM = re.compile(r"^  - ", re.MULTILINE)
_PROGRAM = re.compile(r"\]\(\.\./fixtures/(CUP\d+/\w+)\.py\)")
_EXPECTATION = re.compile(r"[ \t]*(?://[ \t]*)?# (?:expect|related): [A-Z0-9, ]+$", re.MULTILINE)


# --- rules ----------------------------------------------------------------------------------------


def rule_page(rule: Rule) -> str:
    """The page of a rule: what `--explain` prints, with a picture of the first example."""
    text = (rule.documentation or "").strip()
    first = re.search(r"^```python bad\n(.*?)^```\n", text, re.MULTILINE | re.DOTALL)
    drawn = picture(first[1], rule.code) if first else ""
    if first and drawn:
        text = f"{text[: first.end()]}\n{drawn}\n{text[first.end() :]}"
    text = _FENCE.sub(lambda found: f'```python title="{_titles(rule)[found[1]]}"', text)
    text = re.sub(r"`?docs/([\w-]+)\.md`?", r"[\1](../\1.md)", text)
    summary, _, rest = text.partition("\n")
    state = "on by default" if rule.default else f"opt-in: `--select {rule.code}`"
    fixes = {"safe": "safe fix", "unsafe": "unsafe fix", None: "no fix"}[rule.fix]
    facts = f"`{rule.name}` · {rule.severity} · {state} · {fixes}"
    return f"# {rule.code} {rule.name}\n\n{facts}\n{{ .facts }}\n\n{summary}\n\n{_EXPECTATION.sub('', rest)}\n"


def _titles(rule: Rule) -> dict[str, str]:
    return {"bad": f"{rule.code} finds something", "good": "finds nothing"}


def rules_index() -> str:
    """The table of all rules, family by family."""
    lines = ["# Rules", "", "`cupylint --explain CUP101` prints the page of a rule. Each has a code and a name,"]
    lines += ["and both work wherever a rule is named: `--select`, `ignore` and in comments.", ""]
    for family, title in FAMILIES.items():
        lines += [f"## {title}", "", "| code | name | | default | fix | what |", "|---|---|---|---|---|---|"]
        for rule in registry.rules():
            if rule.code.startswith(family):
                shown = (f"[{rule.code}]({rule.code}.md)", f"`{rule.name}`", rule.severity)
                more = ("yes" if rule.default else "no", rule.fix or "", rule.summary.replace("|", "\\|"))
                lines.append(f"| {' | '.join([*shown, *more])} |")
        lines.append("")
    return "\n".join(lines)


# --- pictures -------------------------------------------------------------------------------------


@cache
def picture(program: str, identifier: str) -> str:
    """The picture of the first finding of a program that has one, as SVG; "" for none."""
    for finding in check_bytes(_EXPECTATION.sub("", program).encode(), "program.py", Settings(output_format="concise")):
        if finding.lanes is not None:
            return _framed(finding.lanes, f"What runs when: {finding.message}", identifier)
    return ""


def drawn(text: str, identifier: str) -> str:
    """The picture that lines describe: ``stream: what it does`` in the order of time, and arrows between two of these.

    ``1 -> 2`` puts the first before the second, ``1 -x 2`` is an order that is missing; a name alone is an empty lane.
    """
    names: list[str] = []
    marks: list[Mark] = []
    edges: list[Edge] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        if arrow := re.fullmatch(r"(\d+) -([>x]) (\d+)", line):
            edges.append(Edge(int(arrow[1]) - 1, int(arrow[3]) - 1, missing=arrow[2] == "x"))
            continue
        name, _, told = map(str.strip, line.partition(":"))
        if name not in names:
            names.append(name)
        if told:
            marks.append(Mark(names.index(name), "operation", len(marks) + 1, told))
    return _framed(Lanes(tuple(names), tuple(marks), tuple(edges)), "What runs when", identifier)


def _framed(lanes: Lanes, title: str, identifier: str) -> str:
    svg = lanes_svg.picture(lanes, title, identifier)
    return f'<div class="lanes-frame" tabindex="0" role="group" aria-label="Picture">{svg}</div>' if svg else ""


def with_pictures(text: str, name: str) -> str:
    """The text of a page with its pictures drawn: ``picture`` blocks are programs, ``lanes`` blocks descriptions."""
    counted = iter(range(1, 1000))

    def replaced(block: re.Match[str]) -> str:
        identifier = f"{name}-{next(counted)}"
        if block[1] == "lanes":
            return drawn(block[2], identifier)
        svg = picture(block[2], identifier)
        if not svg:
            raise ValueError(f"{name}: a program that is to have a picture has no finding with one")
        return f"```python\n{block[2]}```\n\n{svg}"

    return _PICTURE.sub(replaced, text)


# --- all pages that are no files in docs/ ---------------------------------------------------------


def generated() -> dict[str, Callable[[], str]]:
    """The names of the pages that are made, each with what makes its text."""
    return {
        "rules/index.md": rules_index,
        **{f"rules/{rule.code}.md": partial(rule_page, rule) for rule in registry.rules()},
        "changelog.md": partial(_from_root, "CHANGELOG.md"),
        "contributing.md": partial(_from_root, "CONTRIBUTING.md"),
        "evidence.md": partial(_from_root, "fixtures/EVIDENCE.md"),
        **{f"programs/{name}.md": partial(_program, name) for name in sorted(linked_programs())},
    }


def _from_root(name: str) -> str:
    """A page that lies elsewhere in the repository."""
    text = (ROOT / name).read_text(encoding="utf-8").replace("](docs/", "](")
    return _INNER_ITEM.sub("    - ", text)  # the generator wants four blanks


def _program(name: str) -> str:
    code = (ROOT / "fixtures" / f"{name}.py").read_text(encoding="utf-8")
    return f"# {name}\n\n```python\n{code}```\n"


def linked_programs() -> set[str]:
    """The bundled programs that pages link to."""
    return {name for page in DOCS.glob("*.md") for name in _PROGRAM.findall(page.read_text(encoding="utf-8"))}


# --- what mkdocs calls ----------------------------------------------------------------------------


def on_config(config: Any) -> Any:
    """Put the rules into the navigation."""
    families = [
        {title: [f"rules/{rule.code}.md" for rule in registry.rules() if rule.code.startswith(family)]}
        for family, title in FAMILIES.items()
    ]
    for part in config.nav:
        for title, content in part.items():
            if content == "rules":
                part[title] = ["rules/index.md", *families]
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that are made, and the site's own files."""
    from mkdocs.structure.files import File

    for name, made in generated().items():
        files.append(File.generated(config, name, content=made()))
    for name in ("site.css", "site-icon.svg"):
        files.append(File.generated(config, name, abs_src_path=str(DOCS / "site" / name)))
    return files


def on_page_markdown(markdown: str, page: Any, **rest: Any) -> str:
    """Draw pictures, and lead links out of docs/ to the pages of the site."""
    if page.parent is None:  # beside it there is nothing to go to
        page.meta["hide"] = ["navigation"]
    elif page.file.name in ("comparison", "evidence"):  # a wide table
        page.meta["hide"] = ["toc"]
    text = _PROGRAM.sub(r"](programs/\1.md)", markdown).replace("](../fixtures/EVIDENCE.md)", "](evidence.md)")
    return with_pictures(text, page.file.name)
