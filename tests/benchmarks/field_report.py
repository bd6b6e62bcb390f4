"""Lints folders of unpacked packages and writes the table of the field report.

    python tests/benchmarks/field_report.py [--write FILE] [--archives FOLDER] FOLDER ...

Each FOLDER holds one package as its wheel or source distribution was unpacked; a folder that holds no
Python file itself is taken as a folder of packages. Versions come from ``*.dist-info/METADATA`` or
``PKG-INFO`` inside, or from the names of the wheels in the ``--archives`` folders. Nothing of the
packages is imported or run.

Whether a finding is right was judged by reading: ``docs/field-judgements.toml`` holds one verdict a
finding. A finding without a verdict counts as unjudged, and a verdict whose finding is gone is named.
``--write`` replaces what stands above the marker in the file and keeps what is written below it.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:  # a checkout that is not installed
    sys.path.insert(0, str(ROOT))

from cupylint.config import Settings  # noqa: E402
from cupylint.engine import check_bytes  # noqa: E402
from cupylint.findings import Finding  # noqa: E402
from cupylint.workspace import Workspace  # noqa: E402

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

JUDGEMENTS = ROOT / "docs" / "field-judgements.toml"
MARKER = "<!-- Above this line: made by tests/benchmarks/field_report.py. Below: written by hand. -->"
SLOW = 0.5  # seconds for one file
IMPORTS_CUPY = re.compile(rb"^[ \t]*(?:import|from)[ \t]+cupyx?\b", re.MULTILINE)

TITLE = "# Field report"
INTRODUCTION = """\
What cupylint says about released packages that use CuPy: the code as published, every rule of the default
set, no configuration. Each finding was judged by reading the code around it; the verdicts are in
`field-judgements.toml`. True means: the two accesses, or the statement of the finding, are as described
and something can go wrong. False means: nothing can."""


@dataclass(frozen=True, slots=True)
class Key:
    """What identifies a finding from one release to the next of cupylint: not its wording."""

    package: str
    file: str
    line: int
    code: str

    def __str__(self) -> str:
        return f"{self.package}: {self.file}:{self.line} {self.code}"


@dataclass(slots=True)
class Package:
    """What one package gave. `lines` counts those of the files that import CuPy, `seconds` all files."""

    name: str
    version: str
    files: int = 0
    with_cupy: int = 0
    lines: int = 0
    seconds: float = 0.0
    findings: list[Key] = field(default_factory=list)
    hidden: list[Key] = field(default_factory=list)
    slow: list[tuple[float, str]] = field(default_factory=list)
    crashes: list[str] = field(default_factory=list)


# --- reading --------------------------------------------------------------------------------------


def package_folders(folders: Iterable[Path]) -> Iterator[Path]:
    """The folders of single packages: those given, or the folders in them if they hold only folders."""
    for folder in folders:
        children = [child for child in sorted(folder.iterdir()) if child.is_dir()]
        single = any(folder.glob("*.py")) or any(folder.glob("*.dist-info")) or (folder / "PKG-INFO").is_file()
        if single or not children or any((child / "__init__.py").is_file() for child in children):
            yield folder
        else:
            yield from children


def versions_of_archives(folders: Iterable[Path]) -> dict[str, str]:
    """Versions by package, from the names of wheels: ``name-version-tags.whl``."""
    parts = (path.name.split("-") for folder in folders for path in sorted(folder.glob("*.whl")))
    return {name: version for name, version, *_ in parts}


def version_of(folder: Path) -> str:
    """The version that the package's metadata gives, or "?"."""
    for path in (*folder.glob("*.dist-info/METADATA"), folder / "PKG-INFO"):
        if path.is_file():
            found = re.search(r"^Version:\s*(\S+)", path.read_text(encoding="utf-8", errors="replace"), re.MULTILINE)
            if found:
                return found.group(1)
    return "?"


def read_judgements(path: Path) -> dict[Key, bool]:
    """Verdicts by finding.

    Raises:
        SystemExit: a table lacks a key, or the file is no TOML; the text says which.
    """
    if not path.is_file():
        return {}
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8")).get("finding", [])
    except tomllib.TOMLDecodeError as error:
        raise SystemExit(f"{path.name}: {error}") from None
    verdicts: dict[Key, bool] = {}
    for table in tables:
        try:
            key = Key(table["package"], table["file"], table["line"], table["code"])
            verdict, why = table["verdict"], table["why"]
        except KeyError as error:
            raise SystemExit(f"{path.name}: a [[finding]] has no {error.args[0]}: {table}") from None
        if verdict not in (True, False) or not why:
            raise SystemExit(f"{path.name}: {key}: verdict must be true or false, and why must not be empty")
        verdicts[key] = verdict
    return verdicts


def lint_package(folder: Path, version: str) -> Package:
    """Lint every Python file below `folder`; a crash is noted and does not end the run."""
    package = Package(folder.name, version)
    settings, workspace = Settings(min_confidence="low"), Workspace()
    os.chdir(folder)  # names of files are then those of the package, and imports find its other files
    for path in sorted(folder.rglob("*.py")):
        data = path.read_bytes()
        name = path.relative_to(folder).as_posix()
        package.files += 1
        if IMPORTS_CUPY.search(data):
            package.with_cupy += 1
            package.lines += data.count(b"\n")
        start = time.perf_counter()
        try:
            found = check_bytes(data, name, settings, workspace)
        except Exception as error:
            package.crashes.append(f"{package.name}: {name}: {type(error).__name__}: {error}")
            continue
        elapsed = time.perf_counter() - start
        package.seconds += elapsed
        if elapsed > SLOW:
            package.slow.append((elapsed, name))
        package.findings += [key_of(package, finding) for finding in found if finding.certain]
        package.hidden += [key_of(package, finding) for finding in found if not finding.certain]
    package.findings = list(dict.fromkeys(package.findings))  # several files may lead to the same place in another
    package.hidden = list(dict.fromkeys(package.hidden))
    return package


def key_of(package: Package, finding: Finding) -> Key:
    """The identity of a finding of `package`."""
    return Key(package.name, finding.filename, finding.location.row, finding.code)


# --- writing --------------------------------------------------------------------------------------

COLUMNS = ("package", "version", "files", "import CuPy", "lines of those", "seconds", "findings", "true", "false")


def row(package: Package, verdicts: dict[Key, bool]) -> tuple[str, ...]:
    """The cells of one package."""
    true = sum(verdicts.get(key) is True for key in package.findings)
    false = sum(verdicts.get(key) is False for key in package.findings)
    numbers = (len(package.findings), true, false)
    counts = (f"{package.files:,}", f"{package.with_cupy:,}", f"{package.lines:,}", f"{package.seconds:.1f}")
    return (package.name, package.version, *counts, *map(str, numbers))


def table(packages: Sequence[Package], verdicts: dict[Key, bool]) -> str:
    """The Markdown table of all packages, with its total and the precision below it."""
    total = Package("**total**", f"{len(packages)} packages")
    for package in packages:
        total.files += package.files
        total.with_cupy += package.with_cupy
        total.lines += package.lines
        total.seconds += package.seconds
        total.findings += package.findings
    rows = [COLUMNS, ("---", "---", *["---:"] * (len(COLUMNS) - 2))]
    rows += [row(package, verdicts) for package in (*packages, total)]
    lines = ["| " + " | ".join(cells) + " |" for cells in rows]
    return "\n".join(lines) + "\n\n" + precision(total.findings, verdicts)


def precision(findings: Sequence[Key], verdicts: dict[Key, bool]) -> str:
    """One sentence: which share of the judged findings is true."""
    judged = [verdicts[key] for key in findings if key in verdicts]
    unjudged = len(findings) - len(judged)
    text = f"Precision: {sum(judged)} of {len(judged)} judged findings are true"
    text += f" ({sum(judged) / len(judged):.0%})." if judged else "."
    return text + (f" {unjudged} not judged yet." if unjudged else "")


def document(made: str, old: str) -> str:
    """The report: what was made, the marker, and what stood below the marker in `old` (all of it without one)."""
    _, marker, below = old.partition(MARKER)
    kept = (below if marker else old).strip("\n")
    return f"{made}\n\n{MARKER}\n" + (f"\n{kept}\n" if kept else "")


def remarks(packages: Sequence[Package], verdicts: dict[Key, bool]) -> Iterator[str]:
    """What the person who runs this should look at: it is not part of the report."""
    found = {key for package in packages for key in package.findings}
    names = {package.name for package in packages}
    for package in packages:
        yield from (f"crash: {text}" for text in package.crashes)
        yield from (f"slow: {seconds:.2f} s {package.name}: {name}" for seconds, name in package.slow)
        yield from (f"not judged: {key}" for key in package.findings if key not in verdicts)
        yield from (f"hidden: {key}" for key in package.hidden)
    yield from (f"verdict without a finding: {key}" for key in verdicts if key.package in names and key not in found)


def main() -> int:
    """Lint, print or write the table; exit code 1 if a file made the linter crash."""
    parser = argparse.ArgumentParser(description="Lints unpacked packages and writes the table of the field report.")
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--write", type=Path, metavar="FILE", help="replace the part of FILE above its marker")
    parser.add_argument("--archives", action="append", default=[], type=Path, metavar="FOLDER", help="with the wheels")
    parser.add_argument("--judgements", type=Path, default=JUDGEMENTS, metavar="FILE")
    arguments = parser.parse_args()
    for folder in arguments.folders:
        if not folder.is_dir():
            parser.error(f"{folder}: no such folder: give folders of unpacked packages")
    versions = versions_of_archives(arguments.archives)
    verdicts = read_judgements(arguments.judgements)
    start = Path.cwd()
    check_bytes(b"import cupy\ncupy.cuda.Stream()\n", "warm-up.py", Settings())  # imports are not any file's time
    folders = [folder.resolve() for folder in package_folders(arguments.folders)]
    packages = [lint_package(folder, versions.get(folder.name, version_of(folder))) for folder in folders]
    packages.sort(key=lambda package: package.name)
    made = f"{TITLE}\n\n{INTRODUCTION}\n\n{table(packages, verdicts)}"
    os.chdir(start)
    if arguments.write is None:
        print(made)
    else:
        old = arguments.write.read_text(encoding="utf-8") if arguments.write.is_file() else ""
        arguments.write.write_text(document(made, old), encoding="utf-8", newline="\n")
    for text in remarks(packages, verdicts):
        print(text, file=sys.stderr)
    return int(any(package.crashes for package in packages))


if __name__ == "__main__":
    raise SystemExit(main())
