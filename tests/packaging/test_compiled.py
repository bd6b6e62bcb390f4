"""The analysis can be compiled. That it then finds the same, `.ci/compiled` tests: see CONTRIBUTING.md."""

from __future__ import annotations

import ast
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

WRITE_C = "import pathlib, runpy; runpy.run_path('setup.py', run_name='setup')['extensions'](pathlib.Path({!r}))"

_YIELDS = (ast.Yield, ast.YieldFrom)


def _own(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """The nodes of a function, without those of functions inside it."""
    pending: list[ast.AST] = list(function.body)
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.Lambda)):
            pending += ast.iter_child_nodes(node)


@pytest.fixture(scope="module")
def setup(root: Path) -> dict[str, Any]:
    """What setup.py defines."""
    return runpy.run_path(str(root / "setup.py"), run_name="setup")


@pytest.mark.slow
def test_mypyc_takes_the_sources(root: Path, tmp_path: Path) -> None:
    """It writes C, which no compiler has to see for that."""
    done = subprocess.run(
        [sys.executable, "-c", WRITE_C.format(str(tmp_path))], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "build" / "__native_cupylint___flow___interp___interpreter.c").exists()


def test_what_is_left_out_is_there(root: Path, setup: dict[str, Any]) -> None:
    assert all((root / "cupylint" / path).is_file() for path in setup["LEFT_OUT"])
    assert "flow/interp/interpreter.py" in setup["sources"]()


def test_no_generator_is_asked_what_it_contains(root: Path, setup: dict[str, Any]) -> None:
    """Python goes through it then; a compiled one has no such method."""
    trees = {path: ast.parse((root / "cupylint" / path).read_text(encoding="utf-8")) for path in setup["sources"]()}
    generators = {
        (path if node.name.startswith("_") else "", node.name)
        for path, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and any(isinstance(part, _YIELDS) for part in _own(node))
    }
    asked = [
        f"{path}:{node.lineno}: {ast.unparse(node)}"
        for path, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare)
        for operator, right in zip(node.ops, node.comparators, strict=True)
        if isinstance(operator, (ast.In, ast.NotIn)) and isinstance(right, ast.Call)
        if not generators.isdisjoint((place, ast.unparse(right.func).rpartition(".")[2]) for place in ("", path))
    ]
    assert generators and not asked


def test_keys_of_a_dict_come_first_where_a_set_meets_them(root: Path, setup: dict[str, Any]) -> None:
    """What a frozen set and keys have in common is a set, not a frozen one, which compiled code takes it for."""
    met = [
        f"{path}:{node.lineno}: {ast.unparse(node)}"
        for path in setup["sources"]()
        for node in ast.walk(ast.parse((root / "cupylint" / path).read_text(encoding="utf-8")))
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitAnd, ast.BitOr, ast.Sub, ast.BitXor))
        if ast.unparse(node.right).endswith(".keys()") and not ast.unparse(node.left).endswith(".keys()")
    ]
    assert not met


def test_annotations_of_classes_become_strings(setup: dict[str, Any]) -> None:
    source = (
        "x: int = 1\n"
        "class Ä:\n"
        "    a: ClassVar[int] = 1\n"
        "    b: dict[str, 'X'] = {}; c: 'X'\n"
        "    def f(self, d: X) -> None: e: X = d\n"
    )
    assert setup["quoted"](source) == source.replace("dict[str, 'X']", "\"dict[str, 'X']\"")


def test_without_mypy_it_says_what_to_install(root: Path, tmp_path: Path) -> None:
    without = f"import sys; sys.modules['mypyc.build'] = None; {WRITE_C.format(str(tmp_path))}"
    done = subprocess.run([sys.executable, "-c", without], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("CUPYLINT_COMPILE=1 needs ") and done.stderr.count("\n") == 1
