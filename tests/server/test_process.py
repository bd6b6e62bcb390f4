"""How ``cupylint server`` begins and ends."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
from pathlib import Path
from typing import cast

import pytest

from cupylint.server.jobs import Jobs
from cupylint.server.talking import _soon
from tests.server.conftest import COMMAND, ENVIRONMENT


def test_without_pygls(tmp_path: Path) -> None:
    (tmp_path / "pygls.py").write_text("raise ModuleNotFoundError('no pygls', name='pygls')\n")
    path = os.pathsep.join([str(tmp_path), ENVIRONMENT["PYTHONPATH"]])
    done = subprocess.run(COMMAND, env={**ENVIRONMENT, "PYTHONPATH": path}, capture_output=True, text=True, check=False)
    line = "cupylint: the server needs pygls: pip install 'cupylint[lsp]'\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", line)


@pytest.mark.parametrize(
    ("words", "status", "text"),
    [
        (["--help"], 0, "usage: cupylint server [OPTION ...]\n"),
        (["--select", "CUP1x"], 2, "cupylint: --select is wrong"),
        (["--isolated"], 1, ""),  # the editor goes without a word
    ],
)
def test_the_command(words: list[str], status: int, text: str) -> None:
    done = subprocess.run([*COMMAND, *words], env=ENVIRONMENT, capture_output=True, text=True, check=False, input="")
    assert done.returncode == status
    assert (done.stdout + done.stderr).startswith(text)


def test_what_is_no_message_ends_nothing() -> None:
    hello = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}})
    parts = ["{", hello, json.dumps({"jsonrpc": "2.0", "id": 2, "method": "shutdown"}), json.dumps({"method": "exit"})]
    text = "".join(f"Content-Length: {len(part)}\r\n\r\n{part}" for part in parts)
    done = subprocess.run(COMMAND, env=ENVIRONMENT, capture_output=True, text=True, check=False, input=text)
    assert done.returncode == 0 and '"capabilities"' in done.stdout


def test_the_editor_goes_while_files_are_linted() -> None:
    """What is found then is told to nobody, and nothing fails."""
    ended, told = asyncio.new_event_loop(), Jobs()
    ended.close()
    told.add(lambda: None, lambda: _soon(ended, lambda: None))
    told.end()
    told.run()
    with pytest.raises(RuntimeError, match="not of a loop"):
        _soon(cast(asyncio.AbstractEventLoop, Broken()), lambda: None)


class Broken:
    """A loop that fails for another reason."""

    def call_soon_threadsafe(self, call: object) -> None:
        raise RuntimeError("not of a loop")

    def is_closed(self) -> bool:
        return False
