"""``--watch``: a file that somebody is writing is linted once, when it has been written."""

from __future__ import annotations

import argparse

import pytest

from cupylint.cli import watch


def test_a_file_is_linted_when_it_has_been_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """An editor empties a file and fills it: between the two it looks changed, and would be linted twice."""
    looks = iter([{"a.py": (1, 0)}, {"a.py": (2, 40)}, {"a.py": (3, 90)}, {"a.py": (3, 90)}, {"a.py": (3, 91)}])
    monkeypatch.setattr(watch, "_state", lambda paths, options: next(looks))
    monkeypatch.setattr(watch, "_WRITING", 0)
    assert watch._settled(["a.py"], argparse.Namespace()) == {"a.py": (3, 90)}
