"""Memory pools that are made to be asked something, and that no array comes from."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cupylint.api.resolve import Resolver
from cupylint.api.scopes import GUARDED, NameUse, Scope, survey, visible
from cupylint.facts import LonePool
from cupylint.source import location_of, split_rows

_DEFAULT = {
    "cupy.cuda.MemoryPool": "get_default_memory_pool()",
    "cupy.cuda.PinnedMemoryPool": "get_default_pinned_memory_pool()",
}
"""What gives the pool that is meant. A `MemoryAsyncPool` is the device's own one, whoever makes it."""
_METHODS = frozenset(
    "set_limit get_limit free_all_blocks free_all_free n_free_blocks used_bytes free_bytes total_bytes".split()  # noqa: SIM905
)


def lone_pools(tree: ast.Module, text: str) -> list[LonePool]:
    """The facts about pools that nothing comes from, in the order of their places."""
    found = survey(tree)
    if found.fakes_modules:
        return []
    rows = split_rows(text)
    return sorted(_facts(tree, found.uses, rows), key=lambda fact: fact.location)


def _facts(tree: ast.Module, uses: list[NameUse], rows: list[str]) -> Iterator[LonePool]:
    resolver = Resolver()
    names = _names(tree)
    for use in uses:
        call = use.node
        if use.guard == GUARDED or not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)):
            continue
        made = _maker(call.func.value, use.scope, names) if call.func.attr in _METHODS else None
        value = None if made is None else resolver.value(made.func, use.scope)
        if made is None or value is None or value.kind != "class" or value.path not in _DEFAULT:
            continue
        module = ast.unparse(made.func).split(".", 1)[0] if isinstance(made.func, ast.Attribute) else "cupy"
        yield LonePool(
            location_of(call, rows),
            f"{ast.unparse(call.func)}()",
            value.path.rpartition(".")[2],
            call.func.attr,
            f"{module}.{_DEFAULT[value.path]}",
        )


def _maker(pool: ast.expr, scope: Scope, names: dict[str, list[ast.AST]]) -> ast.Call | None:
    """The call that makes a pool for what is asked here alone; with arguments it takes its memory from elsewhere."""
    made = _only_asked(pool.id, scope, names) if isinstance(pool, ast.Name) else pool
    return made if isinstance(made, ast.Call) and not made.args and not made.keywords else None


def _names(tree: ast.Module) -> dict[str, list[ast.AST]]:
    """What each use of a name stands in."""
    found: dict[str, list[ast.AST]] = {}
    for node in ast.walk(tree):
        for part in ast.iter_child_nodes(node):
            if isinstance(part, ast.Name):
                found.setdefault(part.id, []).append(node)
            elif isinstance(part, (ast.Global, ast.Nonlocal)):
                for name in part.names:
                    found.setdefault(name, []).append(part)
    return found


def _only_asked(name: str, scope: Scope, names: dict[str, list[ast.AST]]) -> ast.Call | None:
    """The call that makes a pool of a function's own name, if the name is used for nothing but its methods."""
    where = visible(scope, name)
    if where is None or where.parent is None or where.is_class:
        return None
    bindings = where.bindings.get(name, [])
    if len(bindings) != 1 or not isinstance(bindings[0].node, ast.Call):
        return None
    asked = [node for node in names[name] if isinstance(node, ast.Attribute) and node.attr in _METHODS]
    return bindings[0].node if len(asked) + 1 == len(names[name]) else None
