"""The command, flake8 and pre-commit say the same of every program of ``fixtures/``.

``DOORS_PACKAGE`` may name a folder with a real package, of whose files they say the same as well.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml  # type: ignore[import-untyped]

from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.options import ModelOptions
from tests.bundled import CASES

pytestmark = pytest.mark.slow

PER_THREAD = "per_thread"
"""The folder for programs that are meant for per-thread default streams."""

Found = set[tuple[str, int, int, str]]
"""File, row, column and code."""

_LINE = re.compile(r"^(?P<file>[\w/\\.-]+\.py):(?P<row>\d+):(?P<column>\d+):? (?P<code>[A-Z]{3}\d{3})\b", re.MULTILINE)


@pytest.fixture(scope="module", params=["fixtures", "package"])
def programs(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A git repository with all programs, set up as each of them needs it; or with the files of a package."""
    folder = tmp_path_factory.mktemp("programs")
    subprocess.run(["git", "init", "--quiet"], cwd=folder, check=True)
    if request.param == "package":
        if not (package := os.environ.get("DOORS_PACKAGE")):
            pytest.skip("DOORS_PACKAGE names no folder")
        only_python = shutil.ignore_patterns("*.[!p]*", ".*")
        shutil.copytree(package, folder / Path(package).name, ignore=only_python)
        return folder
    for case in CASES:
        path = folder / (PER_THREAD if case.per_thread else "legacy") / case.code / case.path.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(case.path.read_bytes())
    settings = "[tool.cupylint]\nper-thread-default-stream = true\n"
    (folder / PER_THREAD / "pyproject.toml").write_text(settings, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def expected(programs: Path) -> Found:
    """What the engine itself finds in each file."""
    found: Found = set()
    for path in programs.rglob("*.py"):
        name = path.relative_to(programs).as_posix()
        settings = Settings(model=ModelOptions(per_thread_default_stream=name.startswith(PER_THREAD)))
        for finding in check_bytes(path.read_bytes(), str(path), settings):
            place = Path(finding.filename).relative_to(programs).as_posix()
            found.add((place, finding.location.row, finding.location.column, finding.code))
    assert len(found) > (0 if "DOORS_PACKAGE" in os.environ else 100)
    return found


def run(environment: dict[str, str], folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a Python module as a command in `folder`."""
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=600,
    )


def lines(text: str) -> Found:
    """The findings in output of the form ``file:row:column: code``."""
    return {
        (Path(match["file"]).as_posix(), int(match["row"]), int(match["column"]), match["code"])
        for match in _LINE.finditer(text)
    }


def test_the_command(checkout_environment: dict[str, str], programs: Path, expected: Found) -> None:
    done = run(checkout_environment, programs, "cupylint", "--output-format", "json", ".")
    assert (done.returncode, done.stderr) == (1, "")
    found = {
        (Path(item["filename"]).as_posix(), item["location"]["row"], item["location"]["column"], item["code"])
        for item in json.loads(done.stdout)
    }
    assert found == expected


def test_flake8(checkout_environment: dict[str, str], programs: Path, expected: Found) -> None:
    form = "%(path)s:%(row)d:%(col)d: %(code)s %(text)s"
    done = run(checkout_environment, programs, "flake8", "--isolated", "--select=CUP", f"--format={form}", ".")
    assert (done.returncode, done.stderr) == (1, "")
    assert lines(done.stdout) == expected


def test_pre_commit(checkout_environment: dict[str, str], root: Path, programs: Path, expected: Found) -> None:
    hooks = yaml.safe_load((root / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    (hook,) = (hook for hook in hooks if hook["id"] == "cupylint")
    command = [Path(sys.executable).as_posix(), "-m", *shlex.split(hook["entry"])]
    entry = shlex.join([*command, "--output-format", "concise"])
    local: dict[str, Any] = {**hook, "language": "system", "entry": entry}
    configuration = json.dumps({"repos": [{"repo": "local", "hooks": [local]}]})  # JSON is YAML too
    (programs / ".pre-commit-config.yaml").write_text(configuration, encoding="utf-8")
    subprocess.run(["git", "add", "."], cwd=programs, check=True)
    home = {"PRE_COMMIT_HOME": str(programs.parent / "home"), "PRE_COMMIT_COLOR": "never"}
    done = run({**checkout_environment, **home}, programs, "pre_commit", "run", "--all-files")
    assert done.returncode == 1, done.stdout + done.stderr
    assert lines(done.stdout) == expected


def of_json(text: str) -> Found:
    """The findings in objects, one a line."""
    return {
        (Path(item["filename"]).as_posix(), item["location"]["row"], item["location"]["column"], item["code"])
        for item in map(json.loads, text.splitlines())
    }


def of_sarif(text: str) -> Found:
    found: Found = set()
    for result in json.loads(text)["runs"][0]["results"]:
        place = result["locations"][0]["physicalLocation"]
        region = place["region"]
        found.add((place["artifactLocation"]["uri"], region["startLine"], region["startColumn"], result["ruleId"]))
    return found


def of_gitlab(text: str) -> set[tuple[str, int, str]]:
    return {
        (item["location"]["path"], item["location"]["lines"]["begin"], item["check_name"]) for item in json.loads(text)
    }


def of_github(text: str) -> set[tuple[str, int, str]]:
    return {
        (match["file"], int(match["row"]), match["code"])
        for match in re.finditer(r"title=(?P<code>CUP\d+) [\w-]+,file=(?P<file>[^,]+),line=(?P<row>\d+)", text)
    }


def of_junit(text: str) -> Found:
    return lines("\n".join(case.text or "" for case in ElementTree.fromstring(text).iter("failure")))


def of_html(text: str) -> Found:
    pattern = r'data-rule="(?P<code>CUP\d+)"[^>]*>\n.*\n.*\n<span class="place">(?P<place>[^<]+)</span>'
    found: Found = set()
    for match in re.finditer(pattern, text):
        file, row, column = match["place"].rsplit(":", 2)
        found.add((file, int(row), int(column), match["code"]))
    return found


def test_every_format_at_once(
    checkout_environment: dict[str, str], programs: Path, expected: Found, tmp_path: Path
) -> None:
    forms = ("concise", "jsonl", "sarif", "junit", "html", "gitlab", "github")
    wanted = [word for form in forms for word in ("--output", f"{form}={tmp_path / form}")]
    done = run(checkout_environment, programs, "cupylint", "--statistics", *wanted, ".")
    assert (done.returncode, done.stderr) == (1, "")
    texts = {form: (tmp_path / form).read_text(encoding="utf-8") for form in forms}
    by_row = {(file, row, code) for file, row, _, code in expected}
    assert lines(texts["concise"]) == of_junit(texts["junit"]) == expected
    assert of_json(texts["jsonl"]) == of_sarif(texts["sarif"]) == of_html(texts["html"]) == expected
    assert of_gitlab(texts["gitlab"]) == of_github(texts["github"]) == by_row


def test_a_browser(programs: Path, checkout_environment: dict[str, str], expected: Found, tmp_path: Path) -> None:
    """What the page shows once its script has run."""
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if browser is None:
        pytest.skip("there is no browser")
    page = tmp_path / "page.html"
    run(checkout_environment, programs, "cupylint", "--output-format", "html", "--output-file", str(page), ".")
    options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'user'}", "--dump-dom"]
    done = subprocess.run(
        [browser, *options, page.as_uri()], capture_output=True, encoding="utf-8", check=True, timeout=600
    )
    assert of_html(done.stdout) == expected
    assert f"{done.stdout.count('<details')} of {done.stdout.count('<details')} shown" in done.stdout
