"""What an expression stands for, as far as it is certain: a module, class, function, method or object of CuPy."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sized
from types import MappingProxyType
from typing import Literal, NamedTuple

from cupylint.api.meant import ENTERED, GIVES, OTHERWISE
from cupylint.api.names import Table, table
from cupylint.api.scopes import Binding, Scope, class_of, visible

ROOTS = ("cupy", "cupyx")


class Value(NamedTuple):
    """Something of CuPy by its full public name; of an object, that of its class."""

    kind: Literal["module", "class", "object", "function", "method", "none"]
    path: str


NONE = Value("none", "")


class Resolver:
    """Resolves the expressions of one file; flow plays no part: all bindings of a name must agree."""

    def __init__(self, stored: Mapping[str, Sized] = MappingProxyType({})) -> None:
        """`stored` has for each attribute the places of the file that give it a value, of whatever object."""
        self._stored = stored
        self._names: dict[tuple[int, str], Value | None] = {}

    def value(self, node: ast.AST | None, scope: Scope) -> Value | None:
        """What `node` stands for; None if that is not certain."""
        if isinstance(node, ast.Name):
            return self.name(node.id, scope)
        if isinstance(node, ast.Attribute):
            owner = self.value(node.value, scope)
            return self._attribute(node, scope) if owner is None else member(owner, node.attr)
        if isinstance(node, ast.Call):
            changed = any(keyword.arg in OTHERWISE for keyword in node.keywords)
            called = self.value(node.func, scope)
            return None if changed and called is not None and called.kind != "class" else given(called)
        if isinstance(node, ast.NamedExpr):
            return self.value(node.value, scope)
        if isinstance(node, ast.Constant) and node.value is None:
            return NONE
        return None

    def name(self, name: str, scope: Scope) -> Value | None:
        """What a name stands for in a scope, if all that bind it there agree (None set aside)."""
        key = (id(scope), name)
        if key not in self._names:
            where = visible(scope, name)
            if where is scope:
                return self._agreed(key, ((binding, scope) for binding in scope.bindings.get(name, ())))
            self._names[key] = None if where is None else self.name(name, where)
        return self._names[key]

    def _attribute(self, node: ast.Attribute, scope: Scope) -> Value | None:
        """What ``self.name`` stands for, if all that give it a value agree (None set aside), each a method's."""
        cls = class_of(node.value, scope)
        given = () if cls is None else cls.attributes.get(node.attr, ())
        if cls is None or not given or node.attr in cls.bindings or len(given) != len(self._stored.get(node.attr, ())):
            return None
        return self._agreed((id(cls.attributes), node.attr), given)

    def _agreed(self, key: tuple[int, str], bound: Iterable[tuple[Binding, Scope]]) -> Value | None:
        """What all of these give; None if they do not agree."""
        if key not in self._names:
            self._names[key] = None  # in case it depends on itself
            found = {self._binding(binding, scope) for binding, scope in bound} - {NONE}
            self._names[key] = found.pop() if len(found) == 1 else None
        return self._names[key]

    def _binding(self, binding: Binding, scope: Scope) -> Value | None:
        if binding.kind == "import":
            return imported(binding.origin, binding.name)
        if binding.kind == "value":
            return self.value(binding.node, scope)
        if binding.kind == "entered":
            held = self.value(binding.node, scope)
            return held if held is not None and held.kind == "object" and held.path in ENTERED else None
        return None


def imported(origin: str, name: str) -> Value | None:
    """What ``from origin import name`` binds, or ``import origin`` without a name."""
    if origin.split(".")[0] not in ROOTS:
        return None
    module = table(origin)
    if module is None or module.is_class:
        return None
    return member(Value("module", origin), name) if name else Value("module", origin)


def member(owner: Value, name: str) -> Value | None:
    """What an attribute gives."""
    found = members(owner)
    entry = found.names.get(name) if found is not None else None
    if entry is None:
        return None
    if entry.target:
        target = table(entry.target)
        return None if target is None else Value("class" if target.is_class else "module", entry.target)
    path = f"{owner.path}.{name}"
    if entry.is_function:
        return Value("function" if owner.kind == "module" else "method", path)
    return Value("object", GIVES[path]) if path in GIVES else None


def members(owner: Value) -> Table | None:
    """The names that a module, class or object has."""
    return table(owner.path) if owner.kind in ("module", "class", "object") else None


def given(called: Value | None) -> Value | None:
    """What a call gives."""
    if called is None:
        return None
    if called.kind == "class":
        return Value("object", called.path)
    return Value("object", GIVES[called.path]) if called.path in GIVES else None
