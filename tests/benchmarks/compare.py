"""cupylint, ruff, flake8, pylint, Fixit and TorchFix side by side on the same trees, in one run.

    python tests/benchmarks/compare.py TREE [TREE ...] [--tool NAME=COMMAND ...] [--repeat N] [--write FOLDER]

Of each tree the Python files are copied, so that no configuration of it counts and nothing of it is changed. Each tool
runs with its own default rules in one process: without its cache (cold), with it after a run that filled it (warm),
and once more after one file that names CuPy has changed. Tools without a cache have one figure. ``--write`` makes
``performance.md`` and ``performance.svg``, which shows how cupylint's time grows. Tools that are not found are named.

Seconds are the least of ``--repeat`` runs. Compare ratios: a machine that does other things makes all of them slower.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bench import CUPYLINT, Cost, cost

_PATIENCE = 240  # seconds for a run; what takes longer has no figure
TOOLS = ("ruff", "flake8", "pylint", "fixit", "torchfix")


@dataclass(frozen=True, slots=True)
class Tool:
    """A linter: how it is run on a folder, cold (`cache` is None) or with a cache in a folder.

    Attributes:
        version: as it tells it.
        cached: it has a cache.
    """

    name: str
    version: str
    command: Callable[[Path, Path | None], list[str]]
    cached: bool = False


def tools(given: dict[str, str]) -> tuple[list[Tool], list[str]]:
    """The tools that are there, and the names of those that are not."""
    found = [Tool("cupylint", _said([*CUPYLINT, "--version"]), _cupylint, cached=True)]
    missing = []
    for name in TOOLS:
        path = given.get(name) or shutil.which(name)
        if path is None:
            missing.append(name)
            continue
        options: dict[str, Callable[[Path, Path | None], list[str]]] = {
            "ruff": lambda tree, cache, path=path: [  # type: ignore[misc]
                path, "check", "--isolated", "--exit-zero", "-q",
                *(["--no-cache"] if cache is None else ["--cache-dir", str(cache)]), str(tree),
            ],
            "flake8": lambda tree, cache, path=path: [path, "--isolated", "--jobs=1", "--exit-zero", str(tree)],  # type: ignore[misc]
            "pylint": lambda tree, cache, path=path: [  # type: ignore[misc]
                path, f"--rcfile={os.devnull}", "--jobs=1", "--exit-zero", "--recursive=y", "--score=n", str(tree),
            ],
            "fixit": lambda tree, cache, path=path: [path, "--quiet", "lint", str(tree)],  # type: ignore[misc]
            "torchfix": lambda tree, cache, path=path: [path, "--select=ALL", str(tree)],  # type: ignore[misc]
        }  # fmt: skip
        found.append(Tool(name, _version(path), options[name], cached=name == "ruff"))
    return found, missing


def _cupylint(tree: Path, cache: Path | None) -> list[str]:
    how = ["--no-cache"] if cache is None else ["--cache-dir", str(cache)]
    return [*CUPYLINT, "--jobs=1", "--output-format=concise", *how, str(tree)]


def _version(path: str) -> str:
    """The version of a tool: what it says, or that of its package."""
    said = _said([path, "--version"])
    if any(sign.isdigit() for sign in said):
        return said.split("(")[0].strip()
    python = Path(path).with_name("python")
    code = f"import importlib.metadata as m; print(m.version({Path(path).name!r}))"
    return f"{Path(path).name} {_said([str(python), '-c', code])}"


def _said(command: Sequence[str]) -> str:
    try:
        lines = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60).stdout.splitlines()
    except (OSError, subprocess.TimeoutExpired):
        return "?"
    return lines[0].strip() if lines else "?"


@dataclass(frozen=True, slots=True)
class Row:
    """What a tool costs on a tree; None: it has no cache, or took too long."""

    tree: str
    tool: str
    cold: Cost | None
    warm: Cost | None = None
    changed: Cost | None = None


def least(
    command: Sequence[str], folder: Path, repeat: int, before: Callable[[], object] = lambda: None
) -> Cost | None:
    """The least of several runs in a folder; None where one takes too long."""
    limit = ["timeout", str(_PATIENCE)] if shutil.which("timeout") else []
    runs = []
    for _ in range(repeat):
        before()
        runs.append(cost([*limit, *command], folder))
        if runs[-1].wall >= _PATIENCE:
            return None
    first = min(runs, key=lambda run: run.cpu)
    return replace(first, wall=min(run.wall for run in runs))


def measure(tree: Path, every: Sequence[Tool], repeat: int) -> list[Row]:
    """All tools on one tree."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / tree.name
        for path in sorted(tree.rglob("*.py")):
            place = copy / path.relative_to(tree)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(path.read_bytes())
            os.utime(place, (1e9, 1e9))
        named = [path for path in sorted(copy.rglob("*.py")) if b"import cupy" in path.read_bytes()]
        middle = sorted(named, key=lambda path: path.stat().st_size)[len(named) // 2]

        def change() -> None:
            with middle.open("a", encoding="utf-8") as file:
                file.write("# changed\n")

        rows, here = [], Path(".")
        for tool in every:
            row = Row(tree.name, tool.name, least(tool.command(here, None), copy, repeat))
            if tool.cached:
                cache = Path(scratch) / f"cache-{tool.name}"
                time.sleep(2.5)  # what changed just now is not kept
                cost(tool.command(here, cache), copy)
                row = replace(row, warm=least(tool.command(here, cache), copy, repeat))
                row = replace(row, changed=least(tool.command(here, cache), copy, repeat, change))
            rows.append(row)
            print(f"measured {tree.name}: {tool.name}", file=sys.stderr, flush=True)
        return rows


# --- how the time grows ---------------------------------------------------------------------------


def program(functions: int, streams: int) -> str:
    """A program with so many functions, each of which hands an array from stream to stream."""
    lines = ["import cupy as cp", *(f"s{number} = cp.cuda.Stream()" for number in range(streams))]
    for number in range(functions):
        lines += [f"def f{number}(x):"]
        for stream in range(streams):
            lines += [f"    with s{stream}:", f"        x = x + {stream}", f"    s{stream}.synchronize()"]
        lines += ["    return x"]
    return "\n".join(lines) + "\n"


CURVES: dict[str, tuple[tuple[int, ...], Callable[[int], dict[str, str]]]] = {
    "files": ((1, 50, 100, 200), lambda n: {f"m{number}.py": program(2, 2) for number in range(n)}),
    "functions": ((1, 50, 100, 200), lambda n: {"m.py": program(n, 2)}),
    "streams": ((2, 8, 16, 32), lambda n: {"m.py": program(4, n)}),
}
"""What grows: how far, and the files of a program of that size."""


def curve(name: str) -> list[tuple[int, float]]:
    """Sizes with the processor seconds that cupylint takes."""
    sizes, files = CURVES[name]
    points = []
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            for file, text in files(size).items():
                (Path(folder) / file).write_text(text, encoding="utf-8")
            found = least(_cupylint(Path("."), None), Path(folder), 2)
            points.append((size, 0.0 if found is None else found.cpu))
    return points


def picture(curves: dict[str, list[tuple[int, float]]]) -> str:
    """The curves as SVG, side by side."""
    wide, high, edge = 260, 180, 40
    parts = []
    for number, (name, points) in enumerate(curves.items()):
        left = number * (wide + edge) + edge
        most_x, most_y = max(x for x, _ in points), max(y for _, y in points) or 1.0
        places = [(left + x / most_x * wide, edge + high - y / most_y * high) for x, y in points]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts += [
            f'<path d="M{left} {edge}V{edge + high}H{left + wide}" fill="none" stroke="#888"/>',
            f'<polyline points="{line}" fill="none" stroke="#3b82e0" stroke-width="2"/>',
            *(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="#3b82e0"/>' for x, y in places),
            f'<text x="{left}" y="{edge - 10}">{most_y:.1f} s</text>',
            f'<text x="{left + wide}" y="{edge + high + 22}" text-anchor="end">{most_x} {name}</text>',
        ]
    size = f'width="{len(curves) * (wide + edge) + edge}" height="{high + 2 * edge}"'
    style = 'font-family="sans-serif" font-size="18" fill="#7a828e"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><g {style}>\n' + "\n".join(parts) + "\n</g></svg>\n"


# --- the page -------------------------------------------------------------------------------------


def table(rows: Sequence[Row]) -> str:
    """The rows in Markdown, each with its ratio to cupylint's cold run."""
    head = "| tree | tool | cold: CPU s | wall s | MB | of cupylint | warm: CPU s | one file changed: CPU s |"
    lines = [head, "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |"]
    own = {row.tree: row.cold for row in rows if row.tool == "cupylint"}
    for row in rows:
        base = own.get(row.tree)
        if row.cold is None:
            cells = [f"over {_PATIENCE} s", "", "", ""]
        else:
            ratio = f"{row.cold.cpu / base.cpu:.2f}" if base is not None else ""
            cells = [f"{row.cold.cpu:.2f}", f"{row.cold.wall:.1f}", f"{row.cold.peak:.0f}", ratio]
        later = ["" if each is None else f"{each.cpu:.2f}" for each in (row.warm, row.changed)]
        lines.append("| " + " | ".join([row.tree, row.tool, *cells, *later]) + " |")
    return "\n".join(lines)


def page(rows: Sequence[Row], every: Sequence[Tool], missing: Sequence[str], load: float) -> str:
    """The page of documentation."""
    said = "; ".join(f"{tool.name}: {tool.version}" for tool in every)
    about = (
        f"{datetime.date.today()}, Python {platform.python_version()}, {platform.system()} {platform.machine()}, "
        f"{os.cpu_count()} processors, load {load:.1f} at the end. {said}."
        + (f" Not there: {', '.join(missing)}." if missing else "")
    )
    return f"""# Performance

Made by `tests/benchmarks/compare.py`. Each tool ran with its own default rules, in one process, on the same Python
files; the tools look for different mistakes, so this says what they cost, not what they are worth. Seconds are of a
processor, start-up included, but for "wall". "Of cupylint": in units of cupylint's cold run; below 1 is quicker.

{about}

{table(rows)}

A load above the number of processors means that the machine did other things, too: then "wall" says nothing, and
seconds of a processor are too large for all tools alike. Only ratios of one table can be compared.

How the time grows, start-up included, with the number of files, of functions in one file, and of streams in four
functions:

![growth](performance.svg)
"""


def main() -> None:
    """Measure the trees that the command line names."""
    parser = argparse.ArgumentParser(description="cupylint and other linters side by side.")
    parser.add_argument("trees", nargs="+", type=Path, metavar="TREE")
    parser.add_argument("--tool", action="append", default=[], metavar="NAME=COMMAND", help="where a tool lies")
    parser.add_argument("--repeat", type=int, default=3, metavar="N")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="write performance.md and performance.svg there")
    arguments = parser.parse_args()
    every, missing = tools(dict(each.split("=", 1) for each in arguments.tool))
    rows = [row for tree in arguments.trees for row in measure(tree.resolve(), every, arguments.repeat)]
    print(table(rows))
    if arguments.write is not None:
        arguments.write.mkdir(parents=True, exist_ok=True)
        curves = {name: curve(name) for name in CURVES}
        (arguments.write / "performance.svg").write_text(picture(curves), encoding="utf-8")
        text = page(rows, every, missing, os.getloadavg()[0])
        (arguments.write / "performance.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
