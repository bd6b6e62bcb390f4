"""Modules import one another in one direction: no circle, whatever is imported only for types left aside."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

FOLDERS = {"cupylint": "cupylint", "rules": "cupylint.rules", "runtime_checks": "cupylint.runtime_checks"}


def modules(root: Path) -> dict[str, Path]:
    """All modules by their names once installed."""
    found = {}
    for folder, package in FOLDERS.items():
        for path in (root / folder).rglob("*.py"):
            parts = path.relative_to(root / folder).with_suffix("").parts
            found[".".join((package, *parts)).removesuffix(".__init__")] = path
    return found


def imported(name: str, path: Path, known: dict[str, Path]) -> Iterator[str]:
    """The modules that one imports at its top level when it runs."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    pending: list[ast.stmt] = list(ast.parse(path.read_text(encoding="utf-8")).body)
    while pending:
        statement = pending.pop()
        if isinstance(statement, ast.If) and "TYPE_CHECKING" not in ast.dump(statement.test):
            pending += [*statement.body, *statement.orelse]
        elif isinstance(statement, ast.Try):
            pending += statement.body
        elif isinstance(statement, ast.Import):
            yield from (alias.name for alias in statement.names if alias.name in known)
        elif isinstance(statement, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - statement.level + 1] if statement.level else []
            module = ".".join([*base, *([statement.module] if statement.module else [])])
            for alias in statement.names:
                yield f"{module}.{alias.name}" if f"{module}.{alias.name}" in known else module


def circle(graph: dict[str, set[str]]) -> list[str]:
    """The modules of a circle, none if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_module_is_imported_by_what_it_imports(root: Path) -> None:
    known = modules(root)
    graph = {name: set(imported(name, path, known)) & known.keys() - {name} for name, path in known.items()}
    assert len(graph["cupylint.flow.interp.interpreter"]) > 20
    assert circle(graph) == []


def test_a_circle_is_noticed() -> None:
    assert set(circle({"a": {"b"}, "b": {"c"}, "c": {"a"}})) == {"a", "b", "c"}


def test_the_analysis_imports_nothing_inside_functions(root: Path) -> None:
    """There such an import would only hide a circle: all of it is loaded at once."""
    for path in (root / "cupylint" / "flow").glob("*.py"):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
                inner = [part for part in ast.walk(function) if isinstance(part, (ast.Import, ast.ImportFrom))]
                assert not inner, f"{path.name}:{inner[0].lineno}"
