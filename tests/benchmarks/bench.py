"""What cupylint costs: start-up, lines a second, the share of LibCST's parser, growth with the input.

    python tests/benchmarks/bench.py [FOLDER ...]      (default: fixtures)

Prints a table and judges nothing. Compare ratios rather than seconds, on a machine that is otherwise
idle. Everything runs in one process but for the row that says otherwise.

The ratio that counts is the total time over that of ``libcst.parse_module`` on all files that import
CuPy; the aim is below 1.6. Files that no rule asks about are not parsed, which makes that ratio a small
one in code with few streams; the second ratio takes only the files that are parsed, and so shows what
the analysis costs.
"""

from __future__ import annotations

import argparse
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:  # a checkout that is not installed
    sys.path.insert(0, str(ROOT))

from cupylint.facts import Unreadable  # noqa: E402
from cupylint.registry import rules  # noqa: E402

IMPORTS_CUPY = re.compile(rb"^[ \t]*(?:import|from)[ \t]+cupyx?\b", re.MULTILINE)


def seconds(command: Sequence[str]) -> float:
    """Wall-clock time of one run of `command`, which must end with exit code 0."""
    start = time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    elapsed = time.perf_counter() - start
    if done.returncode:
        raise SystemExit(f"exit code {done.returncode}: {' '.join(command)}\n{done.stderr}")
    return elapsed


def lint_seconds(folder: Path, *, jobs: int | None = 1) -> float:
    """Wall-clock time of linting `folder`; `jobs` None leaves their number to cupylint."""
    options = ["--isolated", "--exit-zero", "--output-format=concise"]
    if jobs is not None:
        options.append(f"--jobs={jobs}")
    return seconds([sys.executable, "-m", "cupylint", *options, str(folder)])


def start_up(repetitions: int) -> tuple[float, float]:
    """Median seconds of a bare interpreter, and of one that imports the command line. Taken in turn."""
    bare, loaded = [], []
    for _ in range(repetitions + 1):
        bare.append(seconds([sys.executable, "-c", "pass"]))
        loaded.append(seconds([sys.executable, "-c", "import cupylint.cli"]))
    return statistics.median(bare[1:]), statistics.median(loaded[1:])  # the first one compiles


def parse_seconds(sources: Sequence[bytes]) -> float:
    """Time that LibCST's parser alone takes, its import not included; unreadable files are left out."""
    import libcst

    start = time.perf_counter()
    for source in sources:
        try:
            libcst.parse_module(source)
        except (libcst.ParserSyntaxError, UnicodeDecodeError):
            continue
    return time.perf_counter() - start


def is_parsed(source: bytes) -> bool:
    """Whether a rule of the default set asks about this file, so that cupylint parses it with LibCST."""
    asking = (rule for rule in rules() if rule.default and rule.fact is not Unreadable)
    return b"cupy" in source and any(rule.concerns(source) for rule in asking)


def print_ratio(label: str, sources: Sequence[bytes], total: float) -> None:
    """Print `total` in units of the time that the parser takes for `sources`."""
    parse = parse_seconds(sources)
    if parse:
        ratio = f"total is {total / parse:.2f} times as much"
        print(f"  libcst.parse_module{parse:8.2f} s  {label} ({len(sources)}): {ratio}")


def report_folder(folder: Path) -> None:
    """Print lines a second for one folder and the price in units of its parsing."""
    sources = [path.read_bytes() for path in sorted(folder.rglob("*.py"))]
    lines = sum(source.count(b"\n") for source in sources)
    with_cupy = [source for source in sources if IMPORTS_CUPY.search(source)]
    print(f"\n{folder}: {len(sources)} files, {lines:,} lines, {len(with_cupy)} files import CuPy")
    if not sources:
        return
    alone, spread = lint_seconds(folder), lint_seconds(folder, jobs=None)
    print(f"  one process        {alone:8.2f} s  {lines / alone:10,.0f} lines/s")
    print(f"  default processes  {spread:8.2f} s  {lines / spread:10,.0f} lines/s")
    print_ratio("files that import CuPy", with_cupy, alone)
    print_ratio("files that are parsed", [source for source in sources if is_parsed(source)], alone)


def report_growth(folder: Path, files: int) -> None:
    """Print the time for 1, 10 and 100 copies of the first `files` files of `folder` that import CuPy."""
    chosen = [path for path in sorted(folder.rglob("*.py")) if IMPORTS_CUPY.search(path.read_bytes())][:files]
    print(f"\ngrowth, {len(chosen)} files of {folder} copied")
    if not chosen:
        return
    nothing = first = 0.0
    with tempfile.TemporaryDirectory() as scratch:
        for copies in (0, 1, 10, 100):
            target = Path(scratch) / f"x{copies}"
            target.mkdir()
            for copy in range(copies):
                (target / f"copy{copy}").mkdir()
                for number, path in enumerate(chosen):
                    shutil.copyfile(path, target / f"copy{copy}" / f"{number}_{path.name}")
            elapsed = lint_seconds(target)
            if copies == 0:
                nothing = elapsed
                print(f"     0x {elapsed:8.2f} s")
                continue
            first = first or elapsed - nothing
            each = (elapsed - nothing) / copies
            print(f"  {copies:4}x {elapsed:8.2f} s  a copy {each * 1000:9.1f} ms  {each / first:5.2f} of the first")


def main() -> None:
    """Run all measurements."""
    parser = argparse.ArgumentParser(description="What cupylint costs.")
    parser.add_argument("folders", nargs="*", type=Path, default=[ROOT / "fixtures"], metavar="FOLDER")
    parser.add_argument("--repetitions", type=int, default=7, help="starts to take the median of (default: 7)")
    parser.add_argument("--growth-files", type=int, default=10, help="files that the growth test copies (default: 10)")
    arguments = parser.parse_args()

    bare, loaded = start_up(arguments.repetitions)
    print(f"start-up: Python {bare * 1000:.0f} ms, import cupylint.cli {(loaded - bare) * 1000:+.0f} ms")
    for folder in arguments.folders:
        report_folder(folder.resolve())
    report_growth(arguments.folders[0].resolve(), arguments.growth_files)


if __name__ == "__main__":
    main()
