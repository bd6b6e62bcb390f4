"""Texts in memory take the place of files however those are loaded, and nothing of it is written or read from disk."""

from __future__ import annotations

import importlib
import importlib.machinery
import importlib.resources
import importlib.util
import io
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.assertion.rewrite import AssertionRewritingHook

from cupylint.runtime_checks import hook

NAMES = ("hooked", "hooked.inner", "hooked.data", "plain_one", "conftest_like")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package on the path, with byte code of its files beside them."""
    package = tmp_path / "hooked"
    package.mkdir()
    (package / "__init__.py").write_text("from .inner import VALUE\n", encoding="utf-8")
    (package / "inner.py").write_text("VALUE = 'disk'\n", encoding="utf-8")
    (package / "data.txt").write_text("beside", encoding="utf-8")
    (tmp_path / "plain_one.py").write_text("VALUE = 'plain'\n", encoding="utf-8")
    (tmp_path / "conftest_like.py").write_text("# -*- coding: latin-1 -*-\nVALUE = 'disk'\n", encoding="latin-1")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    importlib.import_module("hooked")
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    for name in NAMES:
        sys.modules.pop(name, None)
    importlib.invalidate_caches()


def texts(folder: Path, *names: str) -> dict[str, str]:
    first = "# -*- coding: latin-1 -*-\n"
    return {str((folder / name).resolve()): f"{first}VALUE = 'memory é'\n" for name in names}


def test_a_text_is_loaded_in_every_way(folder: Path) -> None:
    inner = folder / "hooked" / "inner.py"
    cached = sorted(folder.rglob("*.pyc"))
    assert cached and importlib.import_module("hooked").VALUE == "disk"
    forget()
    with hook.installed(texts(folder, "hooked/inner.py", "conftest_like.py")):
        assert importlib.import_module("hooked").VALUE == "memory é"
        assert sys.modules["hooked.inner"].__file__ == str(inner)
        assert importlib.import_module("plain_one").VALUE == "plain"
        assert runpy.run_path(str(inner))["VALUE"] == "memory é"
        assert runpy.run_module("conftest_like")["VALUE"] == "memory é"
        spec = importlib.util.spec_from_file_location("conftest_like", folder / "conftest_like.py")
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        assert module.VALUE == "memory é"
        # What rewrites the asserts of tests reads and writes byte code of its own.
        assert AssertionRewritingHook._find_spec("conftest_like", [str(folder)]).loader.get_code("conftest_like")
        loader = AssertionRewritingHook._find_spec("conftest_like", [str(folder)]).loader
        assert not isinstance(loader, importlib.machinery.SourceFileLoader)
        assert importlib.resources.files("hooked").joinpath("data.txt").read_text(encoding="utf-8") == "beside"
    assert sorted(folder.rglob("*.pyc")) == cached
    forget()
    assert importlib.import_module("hooked").VALUE == "disk"
    assert runpy.run_path(str(inner))["VALUE"] == "disk"


def test_everything_is_put_back(folder: Path) -> None:
    before = sys.path_hooks[:], importlib.machinery.SourceFileLoader.get_code, io.open_code, sys.dont_write_bytecode
    with hook.installed(texts(folder, "hooked/inner.py")):
        assert sys.dont_write_bytecode
    after = sys.path_hooks[:], importlib.machinery.SourceFileLoader.get_code, io.open_code, sys.dont_write_bytecode
    assert after == before
