"""What is found does not hang on how a program is written down: other names for CuPy and its classes, a ``main``."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable

import pytest

from cupylint.config import Settings
from cupylint.engine import check_bytes
from tests.programs.corpus import programs

_SOME = 40
"""Of so many programs one is tried each time, the others where there is time."""
_RACY = [program for program in programs() if program.ending == "racy"]


def cupy_name(tree: ast.Module) -> str | None:
    """What a program calls CuPy."""
    imported = (alias for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names)
    return next((alias.asname or "cupy" for alias in imported if alias.name == "cupy"), None)


class _Names(ast.NodeTransformer):
    """Puts names in the place of dotted ones."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names
        self.changed = 0

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if name := self.names.get(ast.unparse(node)):
            self.changed += 1
            return ast.Name(name, node.ctx)
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name(self.names.get(node.id, node.id), node.ctx)

    def visit_alias(self, node: ast.alias) -> ast.AST:
        if node.name == "cupy" and (node.asname or node.name) in self.names:
            self.changed += 1
            return ast.alias("cupy", self.names[node.asname or node.name])
        return node


def _with_import(tree: ast.Module, line: str) -> ast.Module:
    """A program with one more import, behind its docstring and what has to come first."""
    first = next(
        number
        for number, node in enumerate(tree.body)
        if not (isinstance(node, ast.Expr) or (isinstance(node, ast.ImportFrom) and node.module == "__future__"))
    )
    tree.body[first:first] = ast.parse(line).body
    return tree


def under_another_name(tree: ast.Module) -> ast.Module | None:
    """``import cupy as xq``."""
    name = cupy_name(tree)
    names = _Names({name: "xq"} if name else {})
    changed: ast.Module = names.visit(tree)
    return changed if names.changed else None


def classes_by_name(tree: ast.Module) -> ast.Module | None:
    """``from cupy.cuda import Stream as S_``."""
    name = cupy_name(tree)
    names = _Names({f"{name}.cuda.Stream": "S_", f"{name}.cuda.Event": "E_"})
    changed: ast.Module = names.visit(tree)
    return _with_import(changed, "from cupy.cuda import Stream as S_, Event as E_") if names.changed else None


def cuda_by_name(tree: ast.Module) -> ast.Module | None:
    """``from cupy import cuda as cu_``."""
    names = _Names({f"{cupy_name(tree)}.cuda": "cu_"})
    changed: ast.Module = names.visit(tree)
    return _with_import(changed, "from cupy import cuda as cu_") if names.changed else None


REWRITES: tuple[Callable[[ast.Module], ast.Module | None], ...] = (under_another_name, classes_by_name, cuda_by_name)
BY_ANNOTATION = frozenset(
    f"handed_streams/{name}_racy" for name in ("list_by_annotation", "one_beside_an_own_one", "one_for_each_call")
)
"""Programs in which annotations say what is a stream, of which only the usual words are known."""
BY_TEXT = frozenset(("mpi/attribute_that_its_class_says_may_be_of_cupy_racy",))
"""A program in which a docstring names CuPy."""


def codes(text: str) -> Counter[str]:
    """What is found, by code."""
    return Counter(finding.code for finding in check_bytes(text.encode(), "renamed.py", Settings()))


def check(rewrite: Callable[[ast.Module], ast.Module | None], numbers: slice) -> int:
    """How many programs were rewritten; in all of these the same is found as before."""
    tried, different = 0, []
    for program in _RACY[numbers]:
        if program.name in BY_ANNOTATION | BY_TEXT:
            continue
        plain = ast.unparse(ast.parse(program.text))  # without comments and marks
        changed = rewrite(ast.parse(plain))
        if changed is None:
            continue
        tried += 1
        if codes(plain) != codes(ast.unparse(ast.fix_missing_locations(changed))):
            different.append(program.name)
    assert not different
    return tried


@pytest.mark.parametrize("rewrite", REWRITES)
def test_some_programs(rewrite: Callable[[ast.Module], ast.Module | None]) -> None:
    assert check(rewrite, slice(None, None, _SOME)) > 10


@pytest.mark.slow
@pytest.mark.parametrize("rewrite", REWRITES)
def test_all_programs(rewrite: Callable[[ast.Module], ast.Module | None]) -> None:
    assert check(rewrite, slice(None)) > 500
