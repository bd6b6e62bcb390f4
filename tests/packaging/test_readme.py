"""The README holds commands that a shell can run (`.ci/run` runs the one that tests) and settings that are accepted."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

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
