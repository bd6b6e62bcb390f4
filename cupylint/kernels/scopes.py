"""Names of a Python file and what they stand for."""

from __future__ import annotations

import ast

Scope = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda


class Scopes:
    """Which names of a file have one value that its source shows."""

    def __init__(self, tree: ast.Module) -> None:
        self._names: dict[Scope, dict[str, ast.expr | None]] = {tree: {}}
        self._outer: dict[Scope, Scope] = {}
        self._counted: set[ast.AST] = set()
        self._shared: set[str] = set()
        self.inside: dict[ast.AST, Scope] = {}
        stack: list[tuple[ast.AST, Scope]] = [(child, tree) for child in ast.iter_child_nodes(tree)]
        while stack:
            node, scope = stack.pop()
            self.inside[node] = scope
            self._bind(node, scope)
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
                self._outer[node] = scope
                self._names[node] = {}
                scope = node
            stack.extend((child, scope) for child in ast.iter_child_nodes(node))

    def value(self, name: str, scope: Scope) -> tuple[ast.expr, Scope] | None:
        """The one expression that `name` stands for in `scope`, and the scope that expression stands in."""
        if name in self._shared:
            return None
        current: Scope | None = scope
        while current is not None:
            names = self._names.get(current, {})
            if name in names and (current is scope or not isinstance(current, ast.ClassDef)):
                value = names[name]
                return None if value is None else (value, current)
            current = self._outer.get(current)
        return None

    def _bind(self, node: ast.AST, scope: Scope) -> None:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            self._add(scope, node.targets[0].id, node.value)
            self._counted.add(node.targets[0])
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            self._counted.add(node.target)
            if node.value is not None:
                self._add(scope, node.target.id, node.value)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):  # can be changed from elsewhere
            self._shared.update(node.names)
        elif node not in self._counted:
            for name in _bound(node):
                self._add(scope, name, None)

    def _add(self, scope: Scope, name: str, value: ast.expr | None) -> None:
        names = self._names[scope]
        names[name] = None if name in names else value


def _bound(node: ast.AST) -> list[str]:
    """The names that a node itself binds to something that is no expression of the source."""
    if isinstance(node, ast.Name):  # several targets, a loop, `with`, `+=`
        return [node.id] if isinstance(node.ctx, (ast.Store, ast.Del)) else []
    if isinstance(node, ast.arg):
        return [node.arg]
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return [node.name]
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return [(alias.asname or alias.name).split(".", 1)[0] for alias in node.names]
    return []
