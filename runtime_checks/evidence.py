"""``--evidence FILE.md``: what the linter, the simulator and the device say of each case, side by side.

The verdicts are kept as JSON beside the file, so that a run on one backend leaves the other column as it was. Each has
hashes of what it comes from, see `origins`: one whose program or harness has changed since is shown as stale.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import Any

from cupylint import escape
from cupylint.reading import read_regular

from .cases import PEAK
from .origins import UNKNOWN, Origins, stale
from .peaks import WITHIN, is_near
from .table import Row

BACKENDS = ("simulator", "cuda")
_FOLDERS = re.compile(r"(?<![\w.])/(?:[\w.+-]+/)+(?=[\w.+-])")
"""Folders of the machine that a program ran on, as errors name them: they say nothing to others."""
_TIMES = ("programs", "repeat", "seconds")
_TITLES = {"simulator": "simulated", "cuda": "device"}


def write(
    path: str, rows: Sequence[Row], about: Mapping[str, str], complete: bool, origins: Origins | None = None
) -> None:
    """Write `path` and the JSON file beside it (same name, ``.json``).

    Args:
        rows: the results of one backend.
        about: ``backend`` and, as far as known, ``device``, ``cupy``, ``cuda``, ``date``.
        complete: all cases ran, so that others are gone, with the verdicts of each backend; else earlier verdicts of
            this backend on other lines of the same cases are dropped.
        origins: what the programs and the harness are now; None: the bundled ones.

    Raises:
        OSError: a file cannot be written.
        ValueError: the JSON file exists and is not what an earlier run wrote.
    """
    target = Path(path)
    data_file = target.with_suffix(".json")
    origins = origins or Origins()
    data = merged(_read(data_file), rows, about, complete)
    _sign(data, {row.result.case for row in rows if row.state != "skipped"}, about["backend"], origins)
    _mark_stale(data, origins)
    data_file.parent.mkdir(parents=True, exist_ok=True)
    data_file.write_text(json.dumps(data, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")
    target.write_text(markdown(data), encoding="utf-8")


def fresh(path: str, backend: str, origins: Origins | None = None) -> set[str]:
    """The cases whose verdicts on a backend are all of the program, and by the harness, as they are now.

    Raises:
        ValueError: the JSON file beside `path` is not what an earlier run wrote.
    """
    origins = origins or Origins()
    rows = [case for case in _read(Path(path).with_suffix(".json"))["cases"].values() if backend in case]
    stale_ones = {
        case["case"] for case in rows if stale(case[backend], origins.program(case["case"]), origins.harness(backend))
    }
    return {case["case"] for case in rows} - stale_ones


def _read(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(read_regular(path))
    except FileNotFoundError:
        return {"backends": {}, "cases": {}}
    except (ValueError, OSError) as error:
        raise ValueError(f"{path}: cannot be read ({error}); delete it and run again") from None
    if (
        not isinstance(data, dict)
        or not isinstance(data.get("cases"), dict)
        or not isinstance(data.get("backends"), dict)
    ):
        raise ValueError(f"{path}: holds no evidence; delete it or name another file")
    return data


def merged(old: Mapping[str, Any], rows: Sequence[Row], about: Mapping[str, str], complete: bool) -> dict[str, Any]:
    """`old` with the verdicts of `rows` in the column of their backend."""
    backend = about["backend"]
    cases: dict[str, dict[str, Any]] = {key: dict(case) for key, case in old["cases"].items()}
    left = _without_gone(cases, rows) if complete else cases
    skipped = _ran_elsewhere(cases, rows, backend) | _awaited(left, rows, backend)
    cases, rows = left, [row for row in rows if row.result.case not in skipped]
    ran = {row.result.case for row in rows}
    for case in cases.values():
        if case["case"] in ran:
            case.pop(backend, None)
    for row in rows:
        _add(cases.setdefault(_key(row), {}), row, backend)
    before = {} if complete else old["backends"].get(backend, {})
    return {
        "backends": {**old["backends"], backend: _about(before, about)},
        "cases": {key: case for key, case in cases.items() if any(name in case for name in BACKENDS)},
    }


def _ran_elsewhere(cases: Mapping[str, Mapping[str, Any]], rows: Sequence[Row], backend: str) -> set[str]:
    """What cannot run here, and has run on a machine with more devices."""
    earlier = {case["case"] for case in cases.values() if backend in case and not case[backend]["skipped"]}
    return {row.result.case for row in rows if row.state == "skipped"} & earlier


def _awaited(cases: Mapping[str, Mapping[str, Any]], rows: Sequence[Row], backend: str) -> set[str]:
    """Programs that need more devices, so that their lines are not known here: awaited, as before they were skipped."""
    others = [name for name in BACKENDS if name != backend]
    known = {case["case"] for case in cases.values() if any(name in case for name in others)}
    unknown = {
        row.result.case for row in rows if row.state == "skipped" and not row.result.row and _key(row) not in cases
    }
    return unknown & known


def _sign(data: Mapping[str, Any], ran: Set[str], backend: str, origins: Origins) -> None:
    """Put the hashes of what they come from beside the verdicts of the cases that `ran`."""
    for case in data["cases"].values():
        if case["case"] in ran and backend in case and (program := origins.program(case["case"])):
            case[backend] |= {"program": program, "harness": origins.harness(backend)}


def _mark_stale(data: Mapping[str, Any], origins: Origins) -> None:
    """Say of each verdict with hashes why it is stale, if it is."""
    for case in data["cases"].values():
        for backend in BACKENDS:
            if backend in case:
                why = stale(case[backend], origins.program(case["case"]), origins.harness(backend))
                case[backend].pop("stale", None)
                if why and why != UNKNOWN:
                    case[backend]["stale"] = why


def _about(before: Mapping[str, str], about: Mapping[str, str]) -> dict[str, str]:
    """What is said of a backend; the times are those of the run over more programs."""
    mine = {key: value for key, value in about.items() if key != "backend"}
    if int(before.get("programs", 0)) > int(mine.get("programs", 0)):
        mine |= {key: before[key] for key in _TIMES if key in before}
    return mine


def _without_gone(cases: dict[str, dict[str, Any]], rows: Sequence[Row]) -> dict[str, dict[str, Any]]:
    """Those of `cases` that are still there after a run of all of them."""
    there = {row.result.case for row in rows}
    lines = {_key(row) for row in rows}
    moved = {row.result.case for row in rows if row.state != "skipped"}  # if skipped, its lines may not be known
    return {
        key: case
        for key, case in cases.items()
        if case["case"] in there and (case["case"] not in moved or key in lines)
    }


def _add(case: dict[str, Any], row: Row, backend: str) -> None:
    """Put the verdict of a row into the column of its backend."""
    result = row.result
    case |= {"case": result.case, "code": result.code, "row": result.row, "expected": result.expected}
    if row.static != "-":
        case["static"] = row.static
    case[backend] = {
        "verdict": result.verdict.value,
        "evidence": _FOLDERS.sub("", result.evidence),
        "harm": result.harm,
        "as_expected": result.as_expected,
        "skipped": row.state == "skipped",
    }
    if result.peak:
        case[backend]["peak"] = result.peak


def _key(row: Row) -> str:
    return f"{row.result.case}:{row.result.code}:{row.result.row}"


def markdown(data: Mapping[str, Any]) -> str:
    """The page that `data` makes."""
    cases = sorted(data["cases"].values(), key=lambda case: (case["case"], case["row"], case["code"]))
    lines = ["# Evidence", ""]
    lines += ["Every bundled program, and what the linter, the simulator and a device say of it.", ""]
    lines += ["Written by `cupylint --verify --evidence fixtures/EVIDENCE.md`; do not edit.", ""]
    for backend in BACKENDS:
        if backend in data["backends"]:
            lines.append(f"- **{_TITLES[backend]}**: {_ran(data['backends'][backend], cases, backend)}")
            lines += [f"  - {line}" for line in _figures(data["backends"][backend], cases, backend)]
        if waiting := awaited(cases, backend):
            lines.append(f"  - not run yet: {_cell(', '.join(waiting))}")
    different = [case for case in cases if _disagree(case)]
    if all(backend in data["backends"] for backend in BACKENDS):
        lines.append(
            f"- The simulator and the device differ on {len(different)} of {_both(cases)} cases that both ran."
        )
    lines += _freshness(cases)
    lines += [
        "",
        "| case | line | expected | static | simulated | device | evidence |",
        "|---|---|---|---|---|---|---|",
    ]
    for case in cases:
        best = case.get("cuda") or case.get("simulator")
        said = best["evidence"] + (f"; {best['harm']}" if best["harm"] else "")
        said += f" (stale: {best['stale']})" if "stale" in best else ""
        place = f"{case['code']}:{case['row']}" if case["row"] else case["code"]
        cells = [case["case"], place, case["expected"], case.get("static", "-")]
        cells += [_verdict(case, backend) for backend in BACKENDS]
        lines.append("| " + " | ".join(_cell(cell) for cell in [*cells, said]) + " |")
    return "\n".join(lines) + "\n"


def awaited(cases: Iterable[Mapping[str, Any]], backend: str) -> list[str]:
    """The programs of which a backend has said nothing yet: added where there was none of it."""
    cases = list(cases)
    ran = {case["case"] for case in cases if backend in case}
    return sorted({case["case"] for case in cases} - ran)


def _ran(about: Mapping[str, str], cases: Sequence[Mapping[str, Any]], backend: str) -> str:
    mine = [case[backend] for case in cases if backend in case]
    met = sum(one["as_expected"] for one in mine)
    skipped = sum(one["skipped"] for one in mine)
    what = [about.get("device", ""), about.get("cupy", "") and f"CuPy {about['cupy']}"]
    what += [about.get("cuda", "") and f"CUDA {about['cuda']}", about.get("date", "")]
    count = f"{met} of {len(mine)} as expected" + (f", {skipped} not supported" if skipped else "")
    return ", ".join(_cell(part) for part in what if part) + f": {count}"


def _figures(about: Mapping[str, str], cases: Sequence[Mapping[str, Any]], backend: str) -> Iterator[str]:
    """What the run shows, in numbers. A safe program is one without a mistake."""
    ran = [case for case in cases if backend in case and not case[backend]["skipped"]]
    racy = [case for case in ran if case["expected"] == "CONFIRMED"]
    gated = sum("held back by a gate" in case[backend]["evidence"] for case in racy)
    by_gate = f", {gated} of them by one gated run" if gated else ""
    yield f"races: {_met(racy, backend)} of {len(racy)} CONFIRMED{by_gate}"
    safe = [case for case in ran if case["case"].partition("/")[2].startswith("good_")]
    clean = _met(safe, backend)
    repeat = int(about.get("repeat", 1))
    often = f" in {repeat} repeats" if repeat > 1 else ""
    yield f"programs without a mistake: {clean} of {len(safe)} as expected, {len(safe) - clean} accused{often}"
    for expected, title in (("HANGS", "hangs"), ("OUT OF MEMORY", "out of memory"), ("FAILED", "errors")):
        wanted = [case for case in ran if case["expected"] == expected]
        if wanted:
            yield f"{title}: {_met(wanted, backend)} of {len(wanted)}"
    watched = [case for case in ran if case["code"] == PEAK]
    if watched:
        near = sum(is_near(case[backend]["evidence"]) for case in watched)
        yield f"peaks of memory: {near} of {len(watched)} predicted within {WITHIN:.0%}"
    if about.get("seconds"):
        yield f"{about['programs']} programs once (without those that hang or fill the memory): {about['seconds']} s"


def _freshness(cases: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """How many verdicts are of the programs and the harness as they were when this was written."""
    each = [case[backend] for case in cases for backend in BACKENDS if backend in case]
    signed = [one for one in each if "program" in one]
    if signed:
        old = sum("stale" in one for one in signed)
        yield (
            f"- Verdicts on the programs, and by the harness, as they are: {len(signed) - old}; stale: {old}; "
            f"not known: {len(each) - len(signed)}."
        )


def _met(cases: Sequence[Mapping[str, Any]], backend: str) -> int:
    return sum(case[backend]["as_expected"] for case in cases)


def _disagree(case: Mapping[str, Any]) -> bool:
    """Whether one found what the other did not. That memory is apart is what only a device says."""
    if not all(name in case and not case[name]["skipped"] for name in BACKENDS):
        return False
    found = {case[name]["verdict"] for name in BACKENDS}
    return len(found) > 1 and found != {"ORDERED", "NOT REACHED"}


def _both(cases: Sequence[Mapping[str, Any]]) -> int:
    return sum(all(name in case and not case[name]["skipped"] for name in BACKENDS) for case in cases)


def _verdict(case: Mapping[str, Any], backend: str) -> str:
    if backend not in case:
        return "-"
    one = case[backend]
    shown = str(one["verdict"]) if one["as_expected"] or one["skipped"] else f"**{one['verdict']}**"
    return f"{shown} (stale)" if "stale" in one else shown


def _cell(text: str) -> str:
    return escape.line(" ".join(text.split())).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")
