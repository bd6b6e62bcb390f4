"""The README holds commands that a shell can run (`.ci/run` runs the one that tests) and settings that are accepted."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

import cupylint
from cupylint.config import load


@pytest.fixture
def commands(root: Path) -> list[str]:
    """The contents of the README's ``sh`` blocks that set up an environment."""
    text = (root / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [block.rstrip("\n") for block in blocks if "-m venv" in block]


def test_two_commands_of_one_line(commands: list[str]) -> None:
    assert len(commands) == 2
    assert not any("\n" in command for command in commands)
    assert "pytest" in commands[1]


def test_the_linted_file_is_shipped(commands: list[str], root: Path) -> None:
    *command, path = shlex.split(commands[0])
    assert "--exit-zero" in command  # it finds something, which would look like a failure
    assert (root / path).is_file()


def test_the_test_command_installs_an_extra_that_exists(commands: list[str], root: Path) -> None:
    assert "'.[test]'" in commands[1]


def test_the_configuration_is_accepted(root: Path, tmp_path: Path) -> None:
    text = (root / "README.md").read_text(encoding="utf-8")
    (table,) = re.findall(r"^```toml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    (tmp_path / "pyproject.toml").write_text(table, encoding="utf-8")
    settings = load(str(tmp_path / "pyproject.toml"), root=str(tmp_path))
    assert settings is not None
    assert settings.model.waits == ("mylib.finish",)


@pytest.mark.parametrize("name", ["README.md", "docs/ci.md"])
def test_the_hooks_can_be_copied(root: Path, name: str) -> None:
    """A whole file for pre-commit, with hooks that are published."""
    text = (root / name).read_text(encoding="utf-8")
    (block,) = (one for one in re.findall(r"^```yaml\n(.*?)^```", text, re.MULTILINE | re.DOTALL) if "hooks:" in one)
    (repository,) = yaml.safe_load(block)["repos"]
    published = {hook["id"] for hook in yaml.safe_load((root / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))}
    assert {hook["id"] for hook in repository["hooks"]} <= published


def test_the_first_program_has_the_first_finding(root: Path) -> None:
    text = (root / "README.md").read_text(encoding="utf-8")
    (program,) = (
        one for one in re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL) if "import" in one
    )
    assert [finding.code for finding in cupylint.check(program)] == ["CUP101"]
