"""Makes `cupylint/sizes/plan_areas.json` of what `probe_plans.py` measured; needs no device.

    python -m tests.sizes.plan_table measured.json

Writes the table, and every so many of the measured plans to ``plans_measured.json`` here, which the tests compare.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from math import prod
from pathlib import Path

from cupylint.sizes.plan_areas import PARTS, TABLE, Floors, Kind, data_of, kind_of

Row = tuple[str, list[int], int, int]
"""Type, lengths, batch, and bytes of the area."""
SAMPLE = Path(__file__).with_name("plans_measured.json")
_THIN = 23
_SMALL = 1 << 16
"""Bytes of areas that do not count: the pool has rounded them up."""


def floors(rows: Iterable[Row]) -> dict[Kind, Floors]:
    """For each length, the smallest share of all plans of its kind that are as long or longer."""
    least: dict[Kind, dict[int, int]] = {}
    for name, lengths, batch, size in rows:
        share = size * PARTS // data_of(name, tuple(lengths), batch) if size >= _SMALL else 0
        shares = least.setdefault(kind_of(name, tuple(lengths), batch), {})
        length = prod(lengths)
        shares[length] = min(share, shares.get(length, share))
    return {kind: found for kind, shares in least.items() if (found := _steps(shares)).steps}


def _steps(shares: dict[int, int]) -> Floors:
    steps: list[tuple[int, int]] = []  # from the longest to the shortest
    for length in sorted(shares, reverse=True):
        share = min(shares[length], steps[-1][1]) if steps else shares[length]
        if steps and steps[-1][1] == share:
            steps.pop()
        steps.append((length, share))
    return Floors(max(shares), tuple(step for step in reversed(steps) if step[1]))


def table(measured: dict[str, object], rows: Iterable[Row]) -> str:
    """The text of the table."""
    head = json.dumps({key: value for key, value in measured.items() if key != "rows"})
    lines = [json.dumps([*kind, found.last, found.steps]) for kind, found in sorted(floors(rows).items())]
    return f'{head[:-1]}, "floors": [\n' + ",\n".join(lines) + "\n]}\n"


def main(path: str) -> None:
    measured = json.loads(Path(path).read_text("utf-8"))
    rows: list[Row] = measured["rows"]
    TABLE.write_text(table(measured, rows), "utf-8")
    sample = ",\n".join(json.dumps(row) for row in rows[::_THIN])
    SAMPLE.write_text(f"[\n{sample}\n]\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
