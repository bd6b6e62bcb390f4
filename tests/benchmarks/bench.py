"""What cupylint costs on whole source trees, next to parsers and other linters, all measured in one run.

    python tests/benchmarks/bench.py TREE [TREE ...] [--flake8 COMMAND] [--json FILE]

For each tree: its files, those that name CuPy, lines; processor seconds of cupylint in one process (start-up taken
off), of LibCST's and the standard library's parsers over the files that name CuPy, of ruff and of flake8 over all;
peak memory, wall time with all cores, findings, functions followed and how often, and budgets that ended. Prints a
table in Markdown and judges nothing. Compare ratios rather than seconds, on a machine that is otherwise idle.

flake8 runs the plugins that it finds: give the one of an environment without cupylint.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CUPYLINT = [sys.executable, "-P", "-m", "cupylint", "--isolated", "--exit-zero"]
UNCACHED = [*CUPYLINT, "--no-cache"]


@dataclass(slots=True)
class Cost:
    """What one command cost: processor and wall time in seconds, peak memory in megabytes, and what it printed."""

    cpu: float
    wall: float
    peak: float
    output: str


def cost(command: Sequence[str], folder: Path | None = None) -> Cost:
    """Run a command in `folder`; its exit status is not looked at, since linters tell findings by it."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # what is installed is compiled already
    with tempfile.TemporaryFile() as output:
        start = time.perf_counter()
        process = subprocess.Popen(command, cwd=folder, stdout=output, stderr=subprocess.DEVNULL, env=environment)
        _, _, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        output.seek(0)
        text = output.read().decode("utf-8", "replace")
    return Cost(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024, text)


_PARSE = """
import sys, time, warnings
import PARSER as parser
warnings.simplefilter("ignore")
parser.FUNCTION("import cupy")
total = 0.0
for path in sys.stdin.read().split("\\0"):
    data = open(path, "rb").read() if path else b""
    start = time.process_time()
    try:
        parser.FUNCTION(data)
    except Exception:
        continue
    finally:
        total += time.process_time() - start
print(total)
"""


def parse_seconds(parser: str, function: str, paths: Sequence[Path]) -> float:
    """Processor seconds that a parser alone takes for some files; it is imported before."""
    program = _PARSE.replace("PARSER", parser).replace("FUNCTION", function)
    done = subprocess.run(
        [sys.executable, "-c", program], input="\0".join(map(str, paths)), capture_output=True, text=True, check=True
    )
    return float(done.stdout)


_COUNT = """
import sys
from cupylint import engine
from cupylint.config import Settings
from cupylint.flow.driver.run import Run
from cupylint.flow.interp import bodies
from cupylint.workspace import Workspace
followed, executed, ended = set(), 0, {}
run = bodies.run_function
def counted(interpreter, state, target, *arguments, **keywords):
    global executed
    executed += 1
    code = getattr(target, "function", None)
    if code is not None:
        followed.add((interpreter.modules.paths.get(target.frames[-1]) if target.frames else "", code.name, id(code)))
        kept.append(code)
    return run(interpreter, state, target, *arguments, **keywords)
kept = []
bodies.run_function = counted
gave_up = Run._give_up
def given_up(following, function, name):
    interpreter = following.interpreter
    reason = interpreter.work.budget.reason or "work"
    ended[(interpreter.modules.paths.get(0), id(function))] = f"{interpreter.modules.paths.get(0)}: {name}: {reason}"
    kept.append(function)
    gave_up(following, function, name)
Run._give_up = given_up
with_fixes = Settings(output_format="concise")
workspace = Workspace()
for path in sys.stdin.read().split("\\0"):
    if path:
        engine.check_bytes(open(path, "rb").read(), path, with_fixes, workspace)
print(len(followed), executed, *ended.values(), sep="\\n")
"""


def counts(paths: Sequence[Path]) -> tuple[int, int, list[str]]:
    """Functions that were followed, how often one was, and those whose budget ended, each once with its place."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", _COUNT], input="\0".join(map(str, paths)), capture_output=True, text=True, check=True,
        env=environment,
    )  # fmt: skip
    followed, executed, *ended = done.stdout.splitlines()
    return int(followed), int(executed), ended


@dataclass(slots=True)
class Row:
    """The figures of one tree; seconds are of a processor unless they are called wall, start-up taken off."""

    tree: str
    files: int
    cupy_files: int
    lines: int
    cupylint: float
    libcst: float
    ast: float
    ruff: float
    flake8: float | None
    peak_mb: float
    wall_one: float
    wall_all: float
    findings: int
    followed: int
    executed: int
    ended: list[str]

    @property
    def ratio(self) -> float:
        """Cupylint in units of LibCST's parser."""
        return self.cupylint / self.libcst if self.libcst else math.nan


def measure(tree: Path, start_up: Cost, flake8: str | None) -> Row:
    """All figures of one tree."""
    paths = sorted(path for path in tree.rglob("*.py") if path.is_file())
    data = {path: path.read_bytes() for path in paths}
    cupy = [path for path in paths if b"cupy" in data[path]]
    one = cost([*UNCACHED, "--jobs=1", "--output-format=full", str(tree)])
    spread = cost([*UNCACHED, "--output-format=full", str(tree)])
    found = cost([*UNCACHED, "--jobs=1", "--output-format=json", str(tree)])
    ruff = shutil.which("ruff", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))
    followed, executed, ended = counts(cupy)
    return Row(
        tree=tree.name,
        files=len(paths),
        cupy_files=len(cupy),
        lines=sum(text.count(b"\n") for text in data.values()),
        cupylint=max(0.0, one.cpu - start_up.cpu),
        libcst=parse_seconds("libcst", "parse_module", cupy),
        ast=parse_seconds("ast", "parse", cupy),
        ruff=cost([ruff, "check", "--no-cache", "--isolated", "--exit-zero", str(tree)]).cpu if ruff else math.nan,
        flake8=cost([flake8, "--isolated", "--jobs=1", "--exit-zero", str(tree)]).cpu if flake8 else None,
        peak_mb=one.peak,
        wall_one=one.wall,
        wall_all=spread.wall,
        findings=len(json.loads(found.output or "[]")),
        followed=followed,
        executed=executed,
        ended=ended,
    )


def table(rows: Sequence[Row]) -> str:
    """The rows in Markdown, and the geometric mean of their ratios."""
    head = (
        "tree", "files", "CuPy", "lines", "cupylint", "LibCST", "ratio", "ast", "ruff", "flake8", "MB", "wall 1",
        "wall all", "found", "followed", "executed", "ended",
    )  # fmt: skip
    lines = [" | ".join(head), "|".join(["---", *["---:"] * (len(head) - 1)])]
    for row in rows:
        flake8 = "" if row.flake8 is None else f"{row.flake8:.2f}"
        cells = (
            row.tree, row.files, row.cupy_files, f"{row.lines:,}", f"{row.cupylint:.2f}", f"{row.libcst:.2f}",
            f"{row.ratio:.2f}", f"{row.ast:.2f}", f"{row.ruff:.2f}", flake8, f"{row.peak_mb:.0f}",
            f"{row.wall_one:.2f}", f"{row.wall_all:.2f}", row.findings, row.followed, row.executed, len(row.ended),
        )  # fmt: skip
        lines.append(" | ".join(map(str, cells)))
    ratios = [row.ratio for row in rows if row.libcst]
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios and min(ratios) > 0 else math.nan
    ends = [f"- {row.tree}: {end}" for row in rows for end in row.ended]
    share = sum(len(row.ended) for row in rows) / max(1, sum(row.followed for row in rows))
    said = f"geometric mean of the ratios: {mean:.2f}; budgets ended in {share:.2%} of the functions followed"
    return "\n".join([*(f"| {line} |" for line in lines), "", said, *ends])


def main() -> None:
    """Measure the trees that the command line names."""
    parser = argparse.ArgumentParser(description="What cupylint costs on source trees.")
    parser.add_argument("trees", nargs="+", type=Path, metavar="TREE")
    parser.add_argument("--flake8", metavar="COMMAND", help="a flake8 without cupylint's plugin")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there, too")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as empty:
        (Path(empty) / "empty.py").write_text("import cupy\n", "utf-8")
        command = [*UNCACHED, "--jobs=1", "--output-format=full", empty]
        start_up = min((cost(command) for _ in range(5)), key=lambda each: each.cpu)
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores; start-up {start_up.cpu:.2f} s", flush=True)
    rows = []
    for tree in arguments.trees:
        rows.append(measure(tree.resolve(), start_up, arguments.flake8))
        print(f"measured {tree}", file=sys.stderr, flush=True)
    print(table(rows))
    if arguments.json is not None:
        arguments.json.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
