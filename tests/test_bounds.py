"""What is too much work ends soon, and is said."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cupylint import cli
from cupylint.flow.domain.work import Work

pytestmark = pytest.mark.slow

PARSES = 9.0
"""The most time for a file, in times of parsing it: on a machine at rest that is less than 5 s for the nasty one."""


def nasty(streams: int = 300, operations: int = 12_000, helpers: int = 50) -> str:
    """Many streams, many operations in nested loops, and helpers that call one another in circles."""
    lines = ["import cupy as cp", f"streams = [cp.cuda.Stream(non_blocking=True) for _ in range({streams})]"]
    lines += [f"s{number} = cp.cuda.Stream(non_blocking=True)" for number in range(streams)]
    for number in range(helpers):
        first, second = (number * 7 + 3) % helpers, (number * 11 + 5) % helpers
        lines += [
            f"def helper{number}(x, n):",
            "    if n == 0:",
            "        return x",
            "    for i in range(n):",
            "        for j in range(n):",
            f"            with streams[(i * n + j) % {streams}]:",
            "                if x.sum() > i:",
            f"                    x = helper{first}(x + 1, n - 1)",
            "                else:",
            f"                    x = helper{second}(x * 2, n - 1)",
            "    return x",
        ]
    lines += ["def main(n):", "    x = cp.ones(100)"]
    for number in range(operations):
        lines += [f"    with s{number % streams}:", f"        x{number % 97} = x + {number}"]
        if number % 100 == 0:
            lines.append(f"    x = helper{number % helpers}(x, n)")
    return "\n".join([*lines, "main(9)", ""])


def long(statements: int = Work.ENTRY + 2_000) -> str:
    """A function that is followed statement by statement: two rounds of it are more than an entry may cost."""
    lines = ["import cupy as cp", "def main(x):", "    stream = cp.cuda.Stream()", "    for _ in range(2):"]
    return "\n".join([*lines, *("        x = x + 1" for _ in range(statements // 2)), ""])


MEASURE = """\
import sys, time
from pathlib import Path
from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.source import parse
text = Path(sys.argv[1]).read_text()
parse("import cupy")  # loads the parser
start = time.process_time()
parse(text)
parsed = time.process_time()
found = check_bytes(text.encode(), "nasty.py", Settings(), bounds=True)
print((time.process_time() - parsed) / (parsed - start), *sorted({finding.code for finding in found}))
"""


def test_a_nasty_file_ends_soon(tmp_path: Path, root: Path) -> None:
    path = tmp_path / "nasty.py"
    path.write_text(nasty())
    # In a process of its own: what other tests have left in this one would count, too.
    command = [sys.executable, "-c", MEASURE, str(path)]
    ratio, *codes = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout.split()
    assert float(ratio) < PARSES
    assert "CUP903" in codes


def test_the_bound_is_said_and_no_failure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("long.py").write_text(long())
    status = cli.main(["--select", "CUP105,CUP903", "long.py"])
    captured = capsys.readouterr()
    assert (status, captured.out) == (0, "")
    assert "cupylint: note: long.py:" in captured.err
    assert "was not followed to its end: the bound on work was reached" in captured.err


def test_maybe_lists_the_places(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "long.py"
    path.write_text(long())
    assert cli.main(["--select", "CUP903", "--maybe", "--output-format", "concise", str(path)]) == 1
    assert "CUP903 [analysis-incomplete]" in capsys.readouterr().out
