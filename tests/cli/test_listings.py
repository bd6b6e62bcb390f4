"""What the other commands print, as text and as JSON; what is said besides findings."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cupylint import runner
from cupylint.findings import Finding, Location

RACY = "import cupy\nunordered-read()\n"
JSON = ("--output-format", "json")


def test_rules_and_one_rule_as_json(run: Any) -> None:
    rules = json.loads(run("--rules", *JSON).out)
    brief = {"code": "CUP101", "name": "unordered-read", "severity": "warning", "default": True,
             "summary": "A read races with a write."}  # fmt: skip
    assert rules[0] == brief
    assert [rule["default"] for rule in rules] == [True, True, False, True]
    rule = json.loads(run("--explain", "unordered-read", *JSON).out)
    assert rule.pop("documentation").startswith("A read races with a write.\n\n## Example")
    assert rule == brief


def test_statistics_as_json(run: Any, write: Any) -> None:
    write("a.py", RACY + "unordered-read()\n")
    assert json.loads(run("--statistics", *JSON).out) == [{"code": "CUP101", "name": "unordered-read", "count": 2}]


def test_settings(run: Any, write: Any) -> None:
    write(
        "sub/pyproject.toml",
        '[tool.cupylint]\nselect = ["CUP1"]\nwaits = ["a.b"]\nper-file-ignores = {"x" = ["CUP101"]}\n',
    )
    write("sub/a.py", "")
    shown = json.loads(run("--show-settings", "sub/a.py", "--maybe", *JSON).out)
    assert (shown["select"], shown["waits"], shown["min-confidence"]) == (["CUP1"], ["a.b"], "low")
    assert shown["per-file-ignores"] == {"x": ["CUP101"]}
    assert shown["root"].endswith("sub")
    assert 'select = ["CUP1"]\n' in run("--show-settings", "sub").out
    assert "select = []\n" in run("--show-settings").out


def test_settings_tell_every_key(run: Any) -> None:
    from cupylint.config import KEYS

    assert json.loads(run("--show-settings", *JSON).out).keys() >= KEYS.keys() - {"maybe"}


def test_files(run: Any, write: Any) -> None:
    for name in ("b.py", "a.ipynb", "c.txt", "sub/d.py"):
        write(name, RACY)
    assert run("--show-files").out == "a.ipynb\nb.py\nsub/d.py\n"
    assert json.loads(run("--show-files", "sub", *JSON).out) == ["sub/d.py"]
    assert (run("--show-files", "gone").status, run("--show-files", "gone").out) == (2, "")


@pytest.mark.parametrize(
    "argv", [["--rules"], ["--explain", "CUP101"], ["--statistics"], ["--show-files"], ["--show-settings"]]
)
def test_what_is_no_report_has_no_format_of_one(run: Any, argv: list[str]) -> None:
    done = run(*argv, "--output-format", "sarif")
    wrong = f"cupylint: {argv[0]} cannot be written as sarif: json is possible, or leave it out\n"
    assert (done.status, done.out, done.err) == (2, "", wrong)


def test_a_format_that_does_not_exist(run: Any) -> None:
    assert (
        run("--rules", "--output-format", "jsn").err
        == "cupylint: --output-format cannot be 'jsn': did you mean json?\n"
    )


def test_quiet(run: Any, write: Any) -> None:
    write("a.py", RACY)
    assert run().out.endswith("Found 1 warning in 1 file.\n")
    quiet = run("-q")
    assert "Found" not in quiet.out
    assert run().out == f"{quiet.out}\nFound 1 warning in 1 file.\n"
    assert run("-q", "gone").err == "cupylint: gone: no such file or directory\n"
    write("a.py", "x = 1\n")
    assert (run("-q", "--select", "CUP1").err, run("-q", "--isolated", "a.py").out) == ("", "")


def test_verbose(run: Any, write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was read is told, also where standard error is no terminal; and every function that was given up."""
    write("a.py", RACY)
    write("b.py", "x = 1\n")
    told = run("-v").err.splitlines()
    assert told[:2] == ["cupylint: configuration: none", "cupylint: a.py: checked"]
    assert len(told) == 3 and told[2].startswith("cupylint: (2 files, 1 with CuPy, 0.")
    write("pyproject.toml", "[tool.cupylint]\nselect = ['CUP9']\n")
    told = run("--verbose").err.splitlines()
    assert told[0].endswith("pyproject.toml")
    assert told[-1].startswith("cupylint: No findings. (2 files, 1 with CuPy, 0.")
    write("other.toml", "")
    assert run("-v", "--config", "other.toml").err.startswith("cupylint: configuration: other.toml\n")
    assert run("-v", "--isolated").err.startswith("cupylint: configuration: none\n")
    found = [
        Finding("CUP903", "analysis-incomplete", "info", "a bound", Location(n, 1, n, 2), "a.py") for n in range(5)
    ]
    monkeypatch.setattr(runner, "run", lambda *targets, **options: runner.Outcome((), incomplete=tuple(found)))
    assert run().err.count("note:") == 4
    assert run("-v").err.count("note: a.py:") == 5


@pytest.mark.parametrize(("when", "colored"), [("always", True), ("never", False), ("auto", False)])
def test_colour(run: Any, write: Any, monkeypatch: pytest.MonkeyPatch, when: str, colored: bool) -> None:
    write("a.py", RACY)
    monkeypatch.setenv("NO_COLOR" if when == "always" else "UNKNOWN", "1")
    assert ("\x1b[" in run("--color", when).out) is colored
    assert ("\x1b[" in run("--color", when, "--explain", "CUP101").out) is colored


def test_a_colour_that_is_none(run: Any) -> None:
    assert run("--color", "blue").err == "cupylint: --color must be one of auto, always, never, not 'blue'\n"


@pytest.mark.parametrize("argv", [["--memory", "n.ipynb"], ["--verify", "n.ipynb"]])
def test_what_takes_no_notebook_says_so(run: Any, write: Any, argv: list[str]) -> None:
    write("n.ipynb", "{}")
    wrong = f"cupylint: n.ipynb: {argv[0]} takes no notebook: convert it to a program first (jupyter nbconvert)\n"
    assert (run(*argv).status, run(*argv).err) == (2, wrong)
