"""Which names certainly have values where a line is to be put in: it must not fail where the rest does not.

CuPy itself may be imported only where it is installed, and a stream made only where there is a device. A name, or
a dotted one, counts if what comes before on every way, or the statement that follows, binds or uses it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce

from cupylint.source import first_row

Names = frozenset[str]

_NOTHING: Names = frozenset()
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_SCOPES = (*_FUNCTIONS, ast.ClassDef)
_LATER = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def names_at(tree: ast.Module, row: int) -> Names:
    """The names that certainly have values right before the statement in a row."""
    return _at(tree.body, row, _NOTHING)


def used_names(code: str) -> Names:
    """The names that some lines of code need, and their name for CuPy where it is a member of something (``a.cp``)."""
    nodes = list(ast.walk(ast.parse(code)))
    own = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    names = {node.id for node in nodes if isinstance(node, ast.Name)} - own
    members = (node.value for node in nodes if isinstance(node, ast.Attribute) and node.attr == "cuda")
    return frozenset(names | {ast.unparse(member) for member in members})


def may_stand(code: str, names: Names) -> bool:
    """Whether lines of code need no more than what certainly has values. Not every caller hands over as many items."""
    parts = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Subscript)]
    items = [(ast.unparse(part), part.value.id) for part in parts if isinstance(part.value, ast.Name)]
    return used_names(code) <= names and all(text in names or _items_of(name) not in names for text, name in items)


def _items_of(name: str) -> str:
    """What stands among names for a parameter of which nobody knows how many items it has."""
    return f"{name}[...]"


def _at(body: Sequence[ast.stmt], row: int, known: Names) -> Names:
    for statement in body:
        if first_row(statement) >= row:
            return known | _certain(statement)
        if row <= (statement.end_lineno or row):
            return _within(statement, row, known, body)
        known |= _certain(statement)
    return known


def _within(statement: ast.stmt, row: int, known: Names, around: Sequence[ast.stmt]) -> Names:
    """Names at a row inside of a statement."""
    if isinstance(statement, _FUNCTIONS):
        arguments = statement.args
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        named = [argument.arg for argument in every if argument is not None]
        parameters = frozenset((*named, *map(_items_of, named)))
        return _at(statement.body, row, known | _before_calls(statement.name, around) | parameters)
    known |= _head(statement)
    if isinstance(statement, (ast.If, ast.While)) and any(_holds(part, row) for part in statement.body):
        known |= frozenset(node.id for node in ast.walk(statement.test) if isinstance(node, ast.Name))
    if isinstance(statement, (ast.For, ast.AsyncFor)) and any(_holds(part, row) for part in statement.body):
        known |= _mentioned(statement.target)
    for suite in _suites(statement):
        if any(_holds(part, row) for part in suite):
            return _at(suite, row, known)
    return known


def _before_calls(name: str, around: Sequence[ast.stmt]) -> Names:
    """The names that a function finds around it whenever it is called: a line there may call it, others have run."""
    scopes = [statement for statement in around if isinstance(statement, _SCOPES)]
    users, reached = {name}, {name}
    while reached:
        reached = {scope.name for scope in scopes if not users.isdisjoint(_named(scope))} - users
        users |= reached
    known = _NOTHING
    for statement in around:
        if not isinstance(statement, _SCOPES) and not users.isdisjoint(_named(statement)):
            break
        known |= _certain(statement)
    return known


@lru_cache(maxsize=1024)
def _named(statement: ast.stmt) -> Names:
    """All names and attributes in a statement."""
    nodes = list(ast.walk(statement))
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    return frozenset(names | {node.attr for node in nodes if isinstance(node, ast.Attribute)})


def _holds(statement: ast.stmt, row: int) -> bool:
    return first_row(statement) <= row <= (statement.end_lineno or row)


def _suites(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    for field in ("body", "orelse", "finalbody"):
        yield getattr(statement, field, [])
    for part in (*getattr(statement, "handlers", []), *getattr(statement, "cases", [])):
        yield part.body


def _all(body: Sequence[ast.stmt]) -> Names:
    return _NOTHING.union(*map(_certain, body))


def _certain(statement: ast.stmt) -> Names:
    """The names that have values after a statement, whatever way it went."""
    if isinstance(statement, _SCOPES):
        return frozenset([statement.name])
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return frozenset(alias.asname or alias.name.partition(".")[0] for alias in statement.names)
    head = _head(statement)
    if isinstance(statement, (ast.With, ast.AsyncWith)):
        return head | _all(statement.body)
    if isinstance(statement, ast.If):
        return head | _either([statement.body, statement.orelse])
    if isinstance(statement, ast.Try) or type(statement).__name__ == "TryStar":
        return head | _tried(statement)
    return head


def _tried(statement: ast.stmt) -> Names:
    """Those of ``try``. What it imports may be something else where the import fails."""
    body, orelse, final = (getattr(statement, field) for field in ("body", "orelse", "finalbody"))
    handlers = [handler.body for handler in getattr(statement, "handlers", [])]
    imports = [part for part in body if isinstance(part, (ast.Import, ast.ImportFrom))]
    found = _either([[*body, *orelse], *handlers])
    if any(not _leaves(handler) for handler in handlers):
        found -= _all(imports)
    return found | _all(final)


def _either(suites: Sequence[Sequence[ast.stmt]]) -> Names:
    """What all suites have that go on behind."""
    found = [_all(suite) for suite in suites if not _leaves(suite)]
    return reduce(frozenset.intersection, found) if found else _NOTHING


def _leaves(suite: Sequence[ast.stmt]) -> bool:
    return bool(suite) and isinstance(suite[-1], (ast.Return, ast.Raise, ast.Continue, ast.Break))


def _head(statement: ast.stmt) -> Names:
    """What a statement itself, without the suites in it, binds or uses."""
    if isinstance(statement, (ast.If, ast.While)):
        return _mentioned(statement.test)
    if isinstance(statement, (ast.For, ast.AsyncFor)):
        return _mentioned(statement.iter) | {_dotted(statement.iter)}
    if isinstance(statement, (ast.With, ast.AsyncWith)):
        return _NOTHING.union(*({*_mentioned(item), _dotted(item.context_expr)} for item in statement.items))
    if isinstance(statement, ast.Match):
        return _mentioned(statement.subject)
    if (
        isinstance(statement, ast.Assign)
        and isinstance(statement.value, ast.Constant)
        and statement.value.value is None
    ):
        return _NOTHING  # what has none of the attributes that it is to have
    if isinstance(statement, (*_SCOPES, ast.Try, ast.Global, ast.Nonlocal)) or type(statement).__name__ == "TryStar":
        return _NOTHING
    return _mentioned(statement)


def _mentioned(node: ast.AST) -> Names:
    """The names in a node that is evaluated which are bound there, or used as None cannot be."""
    found: set[str] = set()
    pending: list[ast.AST] = [node]
    while pending:
        part = pending.pop()
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            found.add(part.id)
        elif isinstance(part, (ast.Attribute, ast.Call, ast.Subscript)):
            used = part.func if isinstance(part, ast.Call) else part.value
            if dotted := _dotted(used):
                found.add(dotted)
            if dotted and isinstance(part, ast.Subscript) and isinstance(part.slice, ast.Constant):
                found.add(ast.unparse(part))
            pending += ast.iter_child_nodes(part)
        elif isinstance(part, ast.BoolOp):
            pending.append(part.values[0])
        elif isinstance(part, ast.IfExp):
            pending.append(part.test)
        elif not isinstance(part, _LATER):
            pending += ast.iter_child_nodes(part)
    return frozenset(found)


def _dotted(node: ast.expr) -> str:
    """An attribute as it is written, if it is one of a name or of an attribute of a name."""
    if isinstance(node, ast.Attribute):
        owner = _dotted(node.value)
        return f"{owner}.{node.attr}" if owner else ""
    return node.id if isinstance(node, ast.Name) else ""
