"""What linters offer, shown for cupylint by its own command: each row of docs/comparison.md is a test here.

The docstring of a test is cupylint's column. ``python -m tests.test_comparison`` writes the page.
"""

from __future__ import annotations

import asyncio
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml  # type: ignore[import-untyped]
from lsprotocol import types
from pytest_lsp import client_capabilities

from cupylint.cache import stamps
from tests.fixing.conftest import Run, project, run
from tests.pre_commit.test_hook import git, pre_commit, published, repository_with
from tests.report import sarif_form
from tests.server.conftest import COMMAND, ENVIRONMENT, Editor
from tests.server.test_server import applied

__all__ = ["project", "run"]

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "comparison.md"

HEAD = "import cupy as cp\na, b = cp.cuda.Stream(), cp.cuda.Stream()\n"
RACE = "with a:\n    x = cp.ones(3)\nwith b:\n    y = x + 1{comment}\n"
GIVEN = """\
import cupy as cp
s = cp.cuda.Stream(non_blocking=True)
def f(x: cp.ndarray):
    with s:
        return x + 1
"""
IDLE = "x = 1  # noqa: CUP101\n"
WRONG_NAME = "import cupy as cp\ncp.cuda.synchronize()\n"

TOOLS = ("Ruff", "flake8", "pylint", "TorchFix", "flake8-async", "zizmor")
PRIORITIES = {"P0": "What every linter should have", "P1": "What the best ones have", "P2": "And besides"}
WORDS = {"y": "yes", "p": "partly", "n": "no"}


@dataclass(frozen=True)
class Row:
    """A row of the table.

    Attributes:
        others: a letter of `WORDS` for each of `TOOLS`.
    """

    priority: str
    feature: str
    others: str
    check: Callable[[Any], bool | None]
    slow: bool = False

    @property
    def told(self) -> str:
        """cupylint's column, as long as the check holds."""
        return " ".join((self.check.__doc__ or "").split())


ROWS: list[Row] = []


def shows(priority: str, feature: str, others: str, slow: bool = False) -> Callable[[Any], Any]:
    """Make a check a row. It fails, or returns False for what cupylint does not have."""

    def added(check: Any) -> Any:
        ROWS.append(Row(priority, feature, others, check, slow))
        return check

    return added


class Door:
    """The command in an empty folder."""

    def __init__(self, folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self._run = run
        self._monkeypatch = monkeypatch

    def write(self, text: str, name: str = "a.py") -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def race(self, name: str = "a.py", comment: str = "") -> None:
        self.write(HEAD + RACE.format(comment=comment), name)

    def run(self, *argv: str, stdin: str | None = None) -> Any:
        if stdin is not None:
            self._monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(stdin.encode())))
        return self._run(*argv)

    def set(self, variable: str, value: str) -> None:
        """Give a variable of the environment a value."""
        self._monkeypatch.setenv(variable, value)

    def settle(self) -> None:
        """Wait until what has changed so far counts as old; for two seconds it does not."""
        self._monkeypatch.setattr(stamps, "_GRANULARITY", 40_000_000)
        time.sleep(0.1)

    def without(self, variable: str) -> None:
        """Take a variable out of the environment."""
        self._monkeypatch.delenv(variable, raising=False)

    def codes(self, *argv: str) -> list[str]:
        """The codes of the findings."""
        return [item["code"] for item in self.json(*argv)]

    def json(self, *argv: str) -> Any:
        return json.loads(self.run(*argv, "--output-format", "json").out)

    def program(self, *argv: str, **settings: Any) -> subprocess.CompletedProcess[str]:
        """The command in a process of its own, or another module's."""
        module = [] if argv and argv[0] == "-m" else ["-m", "cupylint"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        return subprocess.run(
            [sys.executable, *module, *argv], capture_output=True, text=True, env=environment, check=False, **settings
        )


# --- P0 -------------------------------------------------------------------------------------------


@shows("P0", "Choosing rules", "yypppp")
def choosing(door: Door) -> None:
    """yes: codes, their beginnings, names and `ALL`, on the command line and in the configuration; a misspelt one is
    an error with a suggestion"""
    door.race()
    assert door.codes() == door.codes("--select", "CUP1") == door.codes("--select", "unordered-read,ALL") == ["CUP101"]
    assert door.codes("--ignore", "CUP1") == door.codes("--extend-ignore", "unordered-read") == []
    assert door.codes("--ignore", "CUP1", "--extend-select", "CUP101") == ["CUP101"]
    for table, expected in (('select = ["CUP2"]', []), ('select = ["unordered-read"]', ["CUP101"])):
        door.write(f"[tool.cupylint]\n{table}\n", "pyproject.toml")
        assert door.codes() == expected
    door.write('[tool.cupylint]\nignore = ["unorderd-read"]\n', "pyproject.toml")
    for misspelt in (door.run(), door.run("--isolated", "--select", "unorderd-read")):
        assert misspelt.status == 2 and "did you mean unordered-read?" in misspelt.err


@shows("P0", "Rules by file", "yynnnp")
def by_file(door: Door) -> None:
    """yes: `--per-file-ignores`, `per-file-ignores`"""
    door.race()
    door.race("tests/a.py")
    assert door.codes("--per-file-ignores", "tests/*:CUP101") == ["CUP101"]
    door.write('[tool.cupylint]\nper-file-ignores = {"tests/*" = ["unordered-read"]}\n', "pyproject.toml")
    assert door.codes() == ["CUP101"] and door.codes("--per-file-ignores", "a.py:CUP1") == []


@shows("P0", "Configuration", "yppnnp")
def configuring(door: Door) -> None:
    """yes: the nearest `pyproject.toml` with a table of ours, `--config FILE`, `--config 'key = value'`,
    `--isolated`"""
    door.race("below/a.py")
    door.write('[tool.cupylint]\nignore = ["CUP101"]\n', "pyproject.toml")
    door.write("[project]\n", "below/pyproject.toml")
    door.write('select = ["CUP101"]\n', "other.toml")
    assert door.codes() == []
    assert door.codes("--isolated") == door.codes("--config", "other.toml") == ["CUP101"]
    assert door.codes("--isolated", "--config", 'ignore = ["CUP1"]') == []
    door.write("[tool.cupylint]\n", "below/pyproject.toml")
    assert door.codes() == ["CUP101"]


@shows("P0", "Unknown keys in it", "ynpnnp")
def unknown_keys(door: Door) -> None:
    """an error that names the key, and the one that was probably meant"""
    door.write("[tool.cupylint]\nselekt = []\n", "pyproject.toml")
    result = door.run()
    assert result.status == 2 and "unknown key 'selekt'" in result.err and "did you mean select?" in result.err


@shows("P0", "What holds for a file", "ynpnnn")
def what_holds(door: Door) -> None:
    """yes: `--show-settings`, `--show-files`"""
    door.race()
    door.race("vendor/a.py")
    door.write('[tool.cupylint]\nexclude = ["vendor"]\ncupy-version = 12\n', "pyproject.toml")
    settings = door.run("--min-confidence", "high", "--show-settings", "a.py").out
    assert 'min-confidence = "high"' in settings and "cupy-version = 12" in settings
    assert door.run("--show-files").out == "a.py\n"


@shows("P0", "Formats of reports", "yppnnp")
def formats(door: Door) -> None:
    """`full`, `concise`, `json`, `jsonl`, `sarif`, `github`, `gitlab`, `junit`, `html`"""
    door.race()
    starts = {
        "full": "CUP101 ", "concise": "a.py:6:9: CUP101 ", "json": "[\n", "jsonl": "{", "sarif": "{\n", "gitlab": "[\n",
        "github": "::error title=CUP101 ", "junit": "<?xml ", "html": "<!DOCTYPE html>",
    }  # fmt: skip
    parsers = {"json": json.loads, "jsonl": json.loads, "sarif": json.loads, "gitlab": json.loads}
    parsers["junit"] = ElementTree.fromstring
    for form, start in starts.items():
        result = door.run("--output-format", form)
        assert result.status == 1 and result.out.startswith(start) and "a.py" in result.out, form
        parsers.get(form, str)(result.out)


@shows("P0", "Reports in files", "ypynnn")
def in_files(door: Door) -> None:
    """`-o FILE`, which replaces nothing but reports; `--output FORMAT=FILE` writes several at once"""
    door.race()
    result = door.run("--output", "sarif=all.sarif", "--output", "junit=all.xml", "-o", "all.txt", "a.py")
    assert (result.status, result.out) == (1, "")
    texts = [(door.folder / f"all.{ending}").read_text(encoding="utf-8") for ending in ("sarif", "xml", "txt")]
    assert all("CUP101" in text for text in texts)
    refused = door.run("--output", "json=a.py")
    assert refused.status == 2 and "is no report" in refused.err and Path("a.py").read_text().startswith(HEAD)
    door.write("import cupy\n")
    assert door.run("--output", "junit=all.xml").status == 0 and "CUP101" not in Path("all.xml").read_text()


@shows("P0", "Both places of a finding shown", "ynnnnp")
def both_places(door: Door) -> None:
    """yes: the accesses underlined, each with its stream, and a picture of what runs when"""
    door.race()
    text = door.run().out
    assert "- written on a" in text and "^ read on b, nothing makes it wait for line 4" in text
    assert "[4 x = cp.ones(3)]" in text


@shows("P0", "The fix in the report", "ynnppy")
def fix_in_report(door: Door) -> None:
    """the line to add, and where"""
    door.race()
    assert "fix:  b.wait_event(a.record())   before line 5" in door.run().out


@shows("P0", "Address of the rule's page", "ynnnny")
def address(door: Door) -> None:
    """with `docs-url`: in every report, as a link on a terminal"""
    door.race()
    door.write('[tool.cupylint]\ndocs-url = "https://example.org/docs/"\n', "pyproject.toml")
    page = "https://example.org/docs/rules/CUP101/"
    for form in ("full", "json", "sarif", "github", "gitlab", "junit", "html"):
        assert page in door.run("--output-format", form).out, form
    (log,) = json.loads(door.run("--output-format", "sarif").out)["runs"]
    assert log["tool"]["driver"]["rules"][0]["helpUri"] == page
    if sys.platform != "win32":
        shown = on_a_terminal(door)
        assert f"\x1b]8;;{page}\x1b\\" in shown and f"rule: {page}" not in shown


def on_a_terminal(door: Door, **variables: str) -> str:
    """What the command prints there."""
    import pty

    ours, theirs = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "80"}
    environment.pop("NO_COLOR", None)
    environment |= variables
    process = subprocess.Popen(
        [sys.executable, "-m", "cupylint", "a.py"], stdout=theirs, stderr=subprocess.DEVNULL, env=environment
    )
    os.close(theirs)
    text = b""
    try:
        while piece := os.read(ours, 10_000):
            text += piece
    except OSError:  # how Linux says that nobody writes any more
        pass
    os.close(ours)
    assert process.wait() == 1
    return text.decode()


@shows("P0", "Exit status", "yypnyy")
def status(door: Door) -> None:
    """0, 1 for findings (in any format), 2 for wrong usage; `--exit-zero`, `--fail-on`, `--exit-non-zero-on-fix`; a
    file that does not parse is a finding"""
    door.write("x = 1\n")
    assert door.run().status == 0 and door.run("--bogus").status == 2
    door.race()
    assert door.run().status == door.run("--output-format", "sarif").status == 1
    assert door.run("--exit-zero").status == 0
    door.write(f"import cupy\n{IDLE}")
    assert door.run("--fail-on", "error").status == 0
    assert door.run("--fix", "--exit-non-zero-on-fix").status == 1 and door.run().status == 0
    door.write("import cupy\n)\n")
    assert (door.run().status, door.codes()) == (1, ["CUP900"])
    assert door.run("nowhere.py").status == 2


@shows("P0", "Fixes", "ynnppy")
def fixes(door: Door) -> None:
    """`--fix`, `--unsafe-fixes`, `--diff`, `--fix-only`; each is tried first, and says whether it is safe"""
    door.race()
    assert "+b.wait_event(a.record())" in door.run("--diff", "--unsafe-fixes").out
    assert door.run("--fix").status == 1 and Path("a.py").read_text() == HEAD + RACE.format(comment="")
    assert door.run("--fix", "--unsafe-fixes").status == 0 and door.codes() == []
    assert "b.wait_event(a.record())\n" in Path("a.py").read_text()
    door.write(WRONG_NAME + HEAD + RACE.format(comment=""))
    result = door.run("--fix-only")
    assert (result.status, result.out) == (0, "") and "Device().synchronize()" in Path("a.py").read_text()
    (found,) = door.json()
    assert found["fix"]["applicability"] == "unsafe"
    door.write(WRONG_NAME)
    assert door.json()[0]["fix"]["applicability"] == "safe"


@shows("P0", "Comments that silence", "yyynyy")
def comments(door: Door) -> None:
    """`# noqa: CUP101`, `# cupylint: ignore[unordered-read] reason`, `# cupylint: ignore-file[...]`;
    `--show-suppressed` shows what they silence"""
    for comment in ("  # noqa: CUP101", "  # cupylint: ignore[unordered-read] the caller has waited"):
        door.race(comment=comment)
        assert door.codes() == []
        (shown,) = door.json("--show-suppressed")
        assert shown["suppressed"] == "comment"
    door.write(f"# cupylint: ignore-file[CUP1]\n{HEAD}{RACE.format(comment='')}")
    assert door.codes() == [] and door.codes("--show-suppressed") == ["CUP101"]
    assert door.run("--show-suppressed").status == 0


@shows("P0", "Comments that silence nothing", "ynynnn")
def idle(door: Door) -> None:
    """found, with a fix; only of our own codes, and of rules that ran"""
    door.write(f"import cupy\nx = 1  # noqa: E501, CUP101\ny = 2  # cupylint: ignore[unorderd-read]\n{'z = 3'}\n")
    assert door.codes() == ["CUP901", "CUP901"]
    assert "unordered-read" in door.run().out  # what was meant
    assert door.run("--fix", "--unsafe-fixes").status == 0
    assert Path("a.py").read_text() == "import cupy\nx = 1  # noqa: E501\ny = 2\nz = 3\n"
    door.write("import cupy\nx = 1  # noqa: CUP101\n")
    assert door.codes("--ignore", "CUP101") == []


@shows("P0", "Explanations", "ynynyn")
def explanations(door: Door) -> None:
    """`--explain` (or `rule`) as Markdown or JSON, `--rules`; rules have codes and names"""
    text = door.run("--explain", "unordered-read").out
    assert "## Why is this bad?" in text and door.run("rule", "CUP101").out == text
    told = json.loads(door.run("--explain", "CUP101", "--output-format", "json").out)
    assert told["name"] == "unordered-read" and "## Why is this bad?" in told["documentation"]
    listed = door.run("--rules").out
    assert door.run("rules").out == listed and re.search(r"^CUP101 +unordered-read ", listed, re.MULTILINE)


@shows("P0", "Standard input", "yyynny")
def standard_input(door: Door) -> None:
    """yes: `-`, `--stdin-filename`"""
    program = HEAD + RACE.format(comment="")
    assert door.run("-", "--output-format", "concise", stdin=program).out.startswith("<stdin>:6:9: CUP101 ")
    named = door.run("--stdin-filename", "b.py", "--output-format", "concise", stdin=program)
    assert named.out.startswith("b.py:6:9: CUP101 ")


@shows("P0", "Files that are left out", "ypynpn")
def left_out(door: Door) -> None:
    """`exclude`, `--force-exclude`; `.gitignore` is heeded"""
    (door.folder / ".git").mkdir()
    door.write("generated/\n", ".gitignore")
    door.write('[tool.cupylint]\nexclude = ["vendor"]\n', "pyproject.toml")
    door.race("generated/a.py")
    assert door.codes("--isolated") == []
    door.write("", ".gitignore")
    assert door.codes() == ["CUP101"]
    door.write("generated/\n", ".gitignore")
    door.race("vendor/a.py")
    assert door.codes() == [] and door.codes("vendor/a.py") == ["CUP101"]
    assert door.codes("vendor/a.py", "--force-exclude") == []


@shows("P0", "In flake8", "nypnyn")
def in_flake8(door: Door) -> None:
    """yes: a plugin"""
    door.race()
    done = door.program("-m", "flake8", "--isolated", "--select=CUP", "a.py", cwd=door.folder)
    assert done.returncode == 1 and done.stdout.startswith("a.py:6:9: CUP101 ")
    door.race(comment="  # noqa: CUP101")
    done = door.program("-m", "flake8", "--isolated", "--select=CUP", "a.py", cwd=door.folder)
    assert (done.returncode, done.stdout) == (0, "")


@shows("P0", "Hooks for pre-commit", "yypnyy")
def hooks(door: Door) -> None:
    """`cupylint` and `cupylint-fix`"""
    hooks = published(ROOT)
    assert sorted(hooks) == ["cupylint", "cupylint-fix"]
    for number, (name, hook) in enumerate(hooks.items()):
        (door.folder / name).mkdir()
        repository = repository_with(hook, door.folder / name)
        (repository / "a.py").write_text(WRONG_NAME if number else HEAD + RACE.format(comment=""), encoding="utf-8")
        git(repository, "add", "a.py")
        done = pre_commit({**os.environ, "PYTHONPATH": str(ROOT)}, repository, "run")
        said = "fixed 1 finding in 1 file (CUP301 1)" if number else "CUP101 unordered-read: x is read on b"
        assert done.returncode == 1 and said in done.stdout, done.stdout + done.stderr
    assert "Device().synchronize()" in (repository / "a.py").read_text()


@shows("P0", "Results of earlier runs", "ynnnnp")
def results_kept(door: Door) -> None:
    """kept by contents, also of what a file imports; `--no-cache`, `cache show`"""
    door.write(HEAD + "from b import use\n" + RACE.format(comment="").replace("x + 1", "use(x)"))
    door.write("def use(x):\n    return x + 1\n", "b.py")
    door.write("[project]\n", "pyproject.toml")
    door.without("CUPYLINT_NO_CACHE")
    assert door.codes("--no-cache") == ["CUP101"] and not (door.folder / ".cupylint_cache").exists()
    assert door.codes() == ["CUP101"]
    door.settle()
    assert "a.py: checked\n" in door.run("-v").err and "a.py: kept from an earlier run\n" in door.run("-v").err
    assert "kept" not in door.run("-v", "--no-cache").err
    assert ".cupylint_cache: " in door.run("cache", "show").out
    door.write("def use(x):\n    return 1\n", "b.py")
    assert door.codes() == []


@shows("P0", "Several processes", "yyynnn", slow=True)
def processes(door: Door) -> None:
    """yes; the report is the same for any number (`--jobs`)"""
    for name in ("a.py", "b.py"):
        door.race(name)
    assert door.codes("--jobs", "2") == ["CUP101", "CUP101"]
    assert door.run("--jobs", "2").out == door.run("--jobs", "1").out


@shows("P0", "Colour", "yypppy")
def colour(door: Door) -> None:
    """`--color`, `NO_COLOR`, `FORCE_COLOR`"""
    door.race()
    assert "\x1b[" in door.run("--color", "always").out and "\x1b[" not in door.run().out
    for variable, colored in (("FORCE_COLOR", True), ("NO_COLOR", False)):
        door.set(variable, "1")
        assert ("\x1b[" in door.run().out) == colored
        assert "\x1b[" not in door.run("--color", "never").out and "\x1b[" in door.run("--color", "always").out
        if sys.platform != "win32":
            assert ("\x1b[" in on_a_terminal(door, **{variable: "1"})) == colored
        door.without(variable)


# --- P1 -------------------------------------------------------------------------------------------


@shows("P1", "Findings that are known", "nnnnnn")
def baseline(door: Door) -> None:
    """`--baseline FILE`: known by code and functions, wherever they move; `--update-baseline` only takes out what is
    fixed"""
    door.race()
    assert door.run("--baseline", "known.json", "--write-baseline").status == 0
    door.write(f"# moved\n\n{Path('a.py').read_text()}")
    assert door.codes("--baseline", "known.json") == []
    door.race("b.py")
    assert door.run("--baseline", "known.json", "--update-baseline").status == 1
    assert door.codes("--baseline", "known.json") == ["CUP101"]
    door.write("import cupy\n")
    assert "fixed: a.py: CUP101: y = x + 1\n" in door.run("--baseline", "known.json").err
    door.run("--baseline", "known.json", "--update-baseline")
    door.race()
    assert door.codes("--baseline", "known.json") == ["CUP101", "CUP101"]


@shows("P1", "Findings on changed lines", "nnnnnn")
def changed_lines(door: Door) -> None:
    """`--diff-base REVISION`: also where the other access changed, or a wait between the two is gone"""
    door.write(HEAD + RACE.format(comment="").replace("with b", "b.wait_event(a.record())\nwith b"), "waits.py")
    door.race()
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "first"]):
        subprocess.run(["git", *identity, *command], check=True)
    assert door.codes("--diff-base", "HEAD") == []
    door.race("waits.py")
    assert [one["filename"] for one in door.json("--diff-base", "HEAD")] == ["waits.py"]
    door.write(Path("a.py").read_text().replace("ones(3)", "ones(4)"))
    assert door.codes("--diff-base", "HEAD") == ["CUP101", "CUP101"]


@shows("P1", "SARIF", "pnnnnp")
def sarif(door: Door) -> None:
    """related places, a thread flow for each stream, fixes, fingerprints, suppressions"""
    door.race()
    door.write(HEAD + RACE.format(comment="  # noqa: CUP101"), "b.py")
    log = json.loads(door.run("--output-format", "sarif", "--show-suppressed").out)
    sarif_form.check(log)
    first, second = log["runs"][0]["results"]
    assert (first["suppressions"], second["suppressions"]) == ([], [{"kind": "inSource"}])
    assert {place["message"]["text"] for place in first["relatedLocations"]} >= {"written on a"}
    (flow,) = first["codeFlows"]
    assert [
        step["location"]["physicalLocation"]["region"]["startLine"]
        for stream in flow["threadFlows"]
        for step in stream["locations"]
    ] == [4, 6]
    ((replacement,),) = (
        [one for file in fix["artifactChanges"] for one in file["replacements"]] for fix in first["fixes"]
    )
    assert replacement["insertedContent"]["text"] == "b.wait_event(a.record())\n"
    door.write("# moved\n" + Path("a.py").read_text())
    again = json.loads(door.run("--output-format", "sarif", "a.py").out)["runs"][0]["results"][0]
    assert again["partialFingerprints"] == first["partialFingerprints"]


@shows("P1", "Severity and confidence", "nnpnny")
def severity_and_confidence(door: Door) -> None:
    """each finding has both; `--min-severity`, `--min-confidence`; `--pedantic` asks for all there is"""
    door.write(GIVEN + IDLE)
    found = door.json("--min-confidence", "low")
    assert {one["code"]: (one["severity"], one["confidence"]) for one in found} == {
        "CUP101": ("warning", "low"),
        "CUP901": ("warning", None),
    }
    assert door.codes("--min-severity", "error") == [] and door.codes("--min-confidence", "high") == ["CUP901"]
    assert len(door.codes("--pedantic")) >= len(found)
    door.write("import cupy as cp\nx = cp.ones(1 << 30)\ny = x * 2 + x * 3\n")
    assert (door.codes(), "CUP406" in door.codes("--pedantic")) == ([], True)


@shows("P1", "Notebooks", "ypnnnn")
def notebooks(door: Door) -> None:
    """yes: cells and lines in them; magics, `%time` and its kin followed, further ones by `cell-magics`"""
    cells = ["%load_ext autoreload\n" + HEAD, "%%mytime\n" + RACE.format(comment="")]
    told = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": cell} for cell in cells]
    door.write(json.dumps({"cells": told, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}), "a.ipynb")
    assert door.codes() == []
    (found,) = door.json("--config", 'cell-magics = ["mytime"]')
    assert found["location"] == {"cell": 2, "row": 5, "column": 9}
    told[1]["source"] = "with a:\n    %time x = cp.ones(3)\nwith b:\n    %time y = x + 1\n"
    door.write(json.dumps({"cells": told, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}), "a.ipynb")
    assert door.codes() == ["CUP101"]


@shows("P1", "Language server", "ynppny")
def language_server(door: Door) -> None:
    """yes: `cupylint server`: findings while typing, with all places; the picture and the rule's page on hover; fixes
    and comments as code actions"""
    asyncio.run(edited(door.folder / "a.py"))


async def edited(path: Path) -> None:
    """A file in an editor: it gets a race, which is looked at, silenced, and mended."""
    editor = Editor()
    await editor.start_io(*COMMAND, env=ENVIRONMENT)
    capabilities = client_capabilities("visual-studio-code")
    await editor.initialize_session(types.InitializeParams(capabilities=capabilities))
    text = HEAD + RACE.format(comment="")
    assert await editor.open(path, HEAD) == []
    (found,) = await editor.edit(path, text)
    assert (found.code, found.range.start) == ("CUP101", types.Position(5, 8))
    assert "written on a" in [place.message for place in found.related_information or ()]
    hover = await editor.hover(path, 5, 8)
    assert "[4 x = cp.ones(3)]" in hover and "## Why is this bad?" in hover
    fix, comment = await editor.actions(path, found.range)
    assert "# cupylint: ignore[unordered-read]" in applied(text, comment)
    assert await editor.edit(path, applied(text, comment)) == []
    assert await editor.edit(path, text) != []
    assert applied(text, fix) == HEAD + RACE.format(comment="").replace("with b", "b.wait_event(a.record())\nwith b")
    assert await editor.edit(path, applied(text, fix)) == []
    await editor.shutdown_session()


@shows("P1", "Counts", "ypynnp")
def counts(door: Door) -> None:
    """`--statistics`, and a line that sums up"""
    door.race()
    assert door.run("--statistics").out == "1  CUP101  unordered-read\n"
    assert door.run().out.endswith("\nFound 1 error in 1 file.\n")


@shows("P1", "Writing comments", "ynnnnn")
def writing_comments(door: Door) -> None:
    """`--add-ignore=REASON`, `--add-noqa=REASON`"""
    door.race()
    assert door.run("--add-ignore=the caller waits").status == 0
    assert "# cupylint: ignore[unordered-read] the caller waits\n" in Path("a.py").read_text()
    assert door.codes() == []
    door.race()
    assert door.run("--add-noqa=the caller waits").status == 0 and door.codes() == []
    assert "# noqa: CUP101 the caller waits\n" in Path("a.py").read_text()


@shows("P1", "Watching files", "ynnnnn")
def watching(door: Door) -> None:
    """`--watch`: files and their configuration"""
    door.write("import cupy\n")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "cupylint", "--watch", "--output-format", "concise"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "cupylint: watching 1 file; Ctrl-C ends\n"
        door.race()
        assert process.stdout.readline().startswith("a.py:6:9: CUP101 ")
        process.stdout.readline()
        door.write('[tool.cupylint]\nignore = ["CUP101"\n', "pyproject.toml")
        assert "not valid TOML" in process.stdout.readline()
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@shows("P1", "Completion in shells", "ynnnny")
def completion(door: Door) -> None:
    """`--completion bash`, `zsh` or `fish`, with the codes of the rules"""
    for shell, option in (("bash", "--output-format)"), ("zsh", "--output-format"), ("fish", "-l output-format")):
        script = door.run("--completion", shell).out
        assert option in script and "CUP101" in script
        assert ":GLOB LIST:_files" in script or shell != "zsh"  # a colon would end what is told of a value
        if found := shutil.which(shell):
            subprocess.run([found, "-n"], input=script, text=True, check=True)
        if found and shell == "bash":
            assert completed(script, "--select", "CUP10")[:2] == ["CUP101", "CUP102"]
            assert completed(script, "--output-f") == ["--output-format", "--output-file"]


def completed(script: str, *words: str) -> list[str]:
    """What bash offers behind some words of a command."""
    asked = f"COMP_WORDS=(cupylint {shlex.join(words)}); COMP_CWORD={len(words)}; _cupylint; echo ${{COMPREPLY[@]}}"
    done = subprocess.run(["bash"], input=f"{script}{asked}\n", capture_output=True, text=True, check=True)
    return done.stdout.split()


@shows("P1", "JSON schemas", "pnnnnp")
def schemas(door: Door) -> None:
    """`--schema configuration`, `--schema findings`; keys are only added"""
    door.race()
    known = json.loads(door.run("--schema", "findings").out)["$defs"]["finding"]
    assert [item.keys() for item in door.json()] == [set(known["properties"])] == [set(known["required"])]
    table = json.loads(door.run("--schema", "configuration").out)["properties"]
    settings = json.loads(door.run("--show-settings", "--output-format", "json").out)
    assert table.keys() - settings.keys() == {"maybe"} and settings.keys() - table.keys() == {"root"}


@shows("P1", "Proof by running", "nnnnnn", slow=True)
def proof(door: Door) -> None:
    """`--verify`: on a GPU or in a simulator; with `--output-format sarif` the verdicts stand in the log"""
    door.race()
    done = door.program("--verify", "a.py", "--backend", "simulator", "--output-format", "sarif", cwd=door.folder)
    (result,) = json.loads(done.stdout)["runs"][0]["results"]
    assert (done.returncode, result["kind"], result["properties"]["verdict"]) == (1, "fail", "CONFIRMED")
    door.write(HEAD + RACE.format(comment="").replace("with b", "b.wait_event(a.record())\nwith b"))
    done = door.program("--verify", "a.py", "--backend", "simulator", cwd=door.folder)
    assert done.returncode == 0 and "CONFIRMED" not in done.stdout


@shows("P1", "Opt-in rules", "yyynyy")
def opt_in(door: Door) -> None:
    """yes; `--rules` says which"""
    door.write("import cupy as cp\nx = cp.ones(1 << 30)\ny = x * 2 + x * 3\n")
    assert re.search(r"^CUP406 .*opt-in", door.run("--rules").out, re.MULTILINE)
    assert (door.codes(), "CUP406" in door.codes("--select", "CUP4")) == ([], True)


@shows("P1", "Contracts", "ynnnny")
def contracts(door: Door) -> None:
    """codes, names, options, exit codes and the JSON output: the changelog says which they are"""
    text = " ".join((ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split())
    assert "Codes and names of rules, exit codes, options and the JSON output are contracts" in text
    named = set(re.findall(r"CUP\d{3}", text))
    for first, last in re.findall(r"CUP(\d{3}) to CUP(\d{3})", text):
        named |= {f"CUP{number}" for number in range(int(first), int(last))}
    rules = door.run("--rules").out
    assert set(re.findall(r"^(\S+) +[a-z0-9]+(?:-[a-z0-9]+)* ", rules, re.MULTILINE)) <= named


# --- P2 -------------------------------------------------------------------------------------------


@shows("P2", "GitHub Action", "ynnnny")
def action(door: Door) -> None:
    """yes"""
    told = yaml.safe_load((ROOT / ".github" / "actions" / "cupylint" / "action.yml").read_text(encoding="utf-8"))
    assert told["runs"]["using"] == "composite" and "cupylint" in told["runs"]["steps"][-1]["run"]


@shows("P2", "Rules of others", "nyynnn")
def rules_of_others(door: Door) -> bool:
    """yes"""
    return False


# --- the page -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "row",
    [pytest.param(row, id=row.check.__name__, marks=[pytest.mark.slow] if row.slow else []) for row in ROWS],
)
def test_it_is_so(row: Row, project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    has = row.check(Door(project, run, monkeypatch)) is not False
    assert f"| {row.feature} | {row.told if has else 'no'} |" in PAGE.read_text(encoding="utf-8")


def test_the_page_has_these_rows() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == page([row.feature for row in ROWS if f"| {row.feature} | no |" in text])


def page(lacking: list[str]) -> str:
    """The page; `lacking` are the features that cupylint does not have."""
    lines = []
    for priority, title in PRIORITIES.items():
        lines += [f"## {title}", "", f"| | cupylint | {' | '.join(TOOLS)} |", f"|---|---|{'---|' * len(TOOLS)}"]
        for row in ROWS:
            if row.priority == priority:
                others = " | ".join(WORDS[letter] for letter in row.others)
                lines.append(f"| {row.feature} | {'no' if row.feature in lacking else row.told} | {others} |")
        lines.append("")
    return INTRODUCTION + "\n".join(lines)


INTRODUCTION = """\
# Comparison with other linters

What people expect of a linter, and what they get. cupylint's column is written by the tests that show it with the real
command, in `tests/test_comparison.py`: a row that is no longer true fails. The other columns are what was seen in
November 2026 of Ruff 0.17, flake8 7.5, pylint 4.1, TorchFix 0.7 and flake8-async 26.8 (these two as commands of their
own) and zizmor 1.29; they may have changed since. "partly" means by a plugin, by another program, or with gaps.

None of them looks for what cupylint looks for: which of them to use beside it is a matter of taste, and all go
together.

"""


if __name__ == "__main__":
    without = [row.feature for row in ROWS if row.check is rules_of_others and not row.check(None)]
    PAGE.write_text(page(without), encoding="utf-8")
