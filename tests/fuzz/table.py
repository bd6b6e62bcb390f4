"""Writes the table of docs/security.md from reports of the fuzzer.

``python -m tests.fuzz.table docs/security-fuzz.json [docs/security.md]`` puts it between the markers of the page;
``--merge REPORT ...`` first adds up reports into that file. A test sees to it that the page and the numbers agree.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .generate import CATEGORIES

START, END = "<!-- fuzz: start -->", "<!-- fuzz: end -->"
_HEAD = (
    "| category | inputs | of them through the command | failures | most time | most memory |",
    "|---|--:|--:|--:|--:|--:|",
)


def merged(reports: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """One report of several runs: counts add up, the most of each stays, and each run's seeds."""
    categories: dict[str, dict[str, Any]] = {}
    for report in reports:
        for name, tally in report["categories"].items():
            known = categories.setdefault(name, {key: {} if key == "kinds" else 0 for key in tally})
            for key, value in tally.items():
                if key == "kinds":
                    for kind, count in value.items():
                        known[key][kind] = known[key].get(kind, 0) + count
                else:
                    known[key] = max(known[key], value) if key in ("seconds", "megabytes") else known[key] + value
    return {"runs": [run for report in reports for run in _runs(report)], "categories": categories}


def _runs(report: dict[str, Any]) -> list[dict[str, Any]]:
    """What tells a run from another: its seeds, hours, failures."""
    return report.get("runs") or [{key: value for key, value in report.items() if key != "categories"}]


def table(report: dict[str, Any]) -> str:
    """The table as Markdown, with a line on the seeds and the hours."""
    rows = []
    for name, category in CATEGORIES.items():
        if (tally := report["categories"].get(name)) is not None:
            rows.append(_row(category.shown, tally))
    total = {
        key: sum(tally[key] for tally in report["categories"].values()) for key in ("inputs", "commands", "failed")
    }
    most = {key: max(tally[key] for tally in report["categories"].values()) for key in ("seconds", "megabytes")}
    runs = _runs(report)
    seeds = ", ".join(f"{run['first_seed']:,} to {run['last_seed']:,}" for run in runs)
    hours = sum(run["hours"] for run in runs)
    versions = ", ".join(sorted({run["python"] for run in runs}))
    foot = f"Seeds {seeds}; {hours:.1f} hours; Python {versions}."
    return "\n".join([*_HEAD, *rows, _row("**all**", total | most), "", foot])


def _row(shown: str, tally: dict[str, Any]) -> str:
    kinds = "".join(f", {kind} {count}" for kind, count in sorted(tally.get("kinds", {}).items()))
    return (
        f"| {shown} | {tally['inputs']:,} | {tally['commands']:,} | {tally['failed']}{kinds} "
        f"| {tally['seconds']:.1f} s | {tally['megabytes']:.0f} MB |"
    )


def placed(page: str, text: str) -> str:
    """`page` with `text` between the markers.

    Raises:
        ValueError: a marker is missing.
    """
    before, start, rest = page.partition(START)
    _, end, after = rest.partition(END)
    if not start or not end:
        raise ValueError(f"the page needs {START} and {END}")
    return f"{before}{START}\n{text}\n{END}{after}"


def main(arguments: list[str] | None = None) -> int:
    """Merge what is to be merged, and write the page."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.table", description=__doc__)
    parser.add_argument("report", type=Path)
    parser.add_argument("page", type=Path, nargs="?", default=Path("docs/security.md"))
    parser.add_argument("--merge", type=Path, nargs="+", default=[], metavar="REPORT")
    options = parser.parse_args(arguments)
    if options.merge:
        parts = [json.loads(path.read_text(encoding="utf-8")) for path in options.merge]
        options.report.write_text(json.dumps(merged(parts), indent=1) + "\n", encoding="utf-8")
    text = table(json.loads(options.report.read_text(encoding="utf-8")))
    options.page.write_text(placed(options.page.read_text(encoding="utf-8"), text), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
