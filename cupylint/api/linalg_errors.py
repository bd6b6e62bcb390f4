"""Handlers for ``LinAlgError`` around calls of CuPy that never raise it: to learn of a failure, it would have to wait.

Measured with CuPy 14.2 on an H200, each function with a matrix that it cannot do: by default, and with
``cupyx.errstate(linalg="ignore")``, all return numbers that are not finite; with ``linalg="raise"`` these raise.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from cupylint.api.resolve import Resolver
from cupylint.api.scopes import GUARDED, Binding, NameUse, Scope, Survey, survey, visible
from cupylint.facts import UnraisedError
from cupylint.findings import Location
from cupylint.source import column, location_of, split_rows

_FUNCTIONS = frozenset(
    """cholesky eigh eigvalsh inv invh lstsq matrix_power pinv solve svd tensorinv tensorsolve""".split()  # noqa: SIM905
)
_OTHERS = re.compile(r"chol|cho_|factor|solve|inv|eig|svd|lstsq|lu_|expm|orthonorm", re.IGNORECASE)
"""Names of what may raise the error if it is no function of CuPy: it may look at the numbers itself."""
_GIVEN = "xp"
"""What code calls the library that its caller's arrays are of."""
_CHECKS = re.compile(r"is_?(nan|finite|inf)", re.IGNORECASE)
_ERROR = "LinAlgError"
_MANAGER = 'with cupyx.errstate(linalg="raise")'
_PLAIN = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Return)
_MODES = frozenset(("errstate", "seterr"))

_Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def unraised(tree: ast.Module, text: str) -> list[UnraisedError]:
    """The facts about handlers that no failure leads to, in the order of the calls."""
    found = survey(tree)
    if found.fakes_modules or _is_switched_on(tree):
        return []
    rows = split_rows(text)
    return sorted(_Handlers(tree, found, rows).facts(), key=lambda fact: fact.location)


class _Handlers:
    """The handlers of a file."""

    def __init__(self, tree: ast.Module, found: Survey, rows: list[str]) -> None:
        self._tree = tree
        self._rows = rows
        self._uses: dict[int, NameUse] = {id(use.node): use for use in found.uses}
        self._resolver = Resolver()
        imports = (node for node in tree.body if isinstance(node, ast.Import))
        self._has_cupyx = any(alias.name == "cupyx" for node in imports for alias in node.names)

    def facts(self) -> Iterator[UnraisedError]:
        for function in _functions(self._tree):
            told_apart = _compared(function)
            for statement in _tries(function):
                calls = [call for call in _calls(statement.body) if self._never_raises(call, told_apart)]
                handler = next((each for each in statement.handlers if _is_for_it(each)), None)
                if not calls or handler is None or handler.type is None or self._may_be_raised(statement, calls):
                    continue
                if _is_checked_after(function, statement):
                    continue
                first = min(calls, key=lambda call: (call.lineno, call.col_offset))
                given = "" if self._is_of_cupy(first) or _is_import(first, self._uses) else _GIVEN
                place, raising = (None, "") if given else self._raising(statement, calls)
                yield UnraisedError(
                    location_of(first, self._rows),
                    ast.unparse(first.func),
                    location_of(handler.type, self._rows),
                    given,
                    place,
                    raising,
                )

    def _raising(self, statement: ast.Try, calls: list[ast.Call]) -> tuple[Location | None, str]:
        """The only line of a ``try`` that has such calls, and what can stand there, where failures raise."""
        concerned = [each for each in statement.body if any(node in calls for node in ast.walk(each))]
        line = concerned[0]
        whole = self._rows[line.lineno - 1]
        start, end = column(self._rows, line.lineno, line.col_offset), line.end_col_offset or 0
        plain = isinstance(line, _PLAIN) and line.end_lineno == line.lineno and not whole[: start - 1].strip()
        if len(concerned) > 1 or not plain or line.lineno == statement.lineno:
            return None, ""
        indent, place = whole[: start - 1], column(self._rows, line.lineno, end)
        added = f"{_MANAGER}:\n{indent}    {whole[start - 1 : place - 1]}"
        if not self._has_cupyx:
            added = f"import cupyx\n{indent}{added}"
        return Location(line.lineno, start, line.lineno, place), added

    def _never_raises(self, call: ast.Call, told_apart: frozenset[str]) -> bool:
        """Whether a call is one of CuPy, or of what may be CuPy and is not `told_apart`, that fails in silence."""
        function = call.func
        if not isinstance(function, ast.Attribute) or function.attr not in _FUNCTIONS:
            return False
        use = self._uses.get(id(function))
        if use is None or use.guard == GUARDED:
            return False
        value = self._resolver.value(function, use.scope)
        if value is not None:
            return value.path in (f"cupy.linalg.{function.attr}", f"cupyx.linalg.{function.attr}")
        inner = function.value
        if not (isinstance(inner, ast.Attribute) and inner.attr == "linalg" and isinstance(inner.value, ast.Name)):
            return False
        name = inner.value.id
        return _may_be_cupy(name, use.scope) or (name == _GIVEN and name not in told_apart)

    def _may_be_raised(self, statement: ast.Try, calls: list[ast.Call]) -> bool:
        """Whether something else in a ``try`` may raise the error: a check, or a function of another library."""
        if any(isinstance(node, ast.Raise) for node in _inside(statement.body)):
            return True
        others = (call for call in _calls(statement.body) if call not in calls)
        return any(
            _CHECKS.search(_name(call)) or (_OTHERS.search(_name(call)) and not self._is_of_cupy(call))
            for call in others
        )

    def _is_of_cupy(self, call: ast.Call) -> bool:
        use = self._uses.get(id(call.func))
        if use is None or not isinstance(call.func, ast.Attribute):
            return False
        owner = self._resolver.value(call.func.value, use.scope)
        return owner is not None and owner.path.partition(".")[0] in ("cupy", "cupyx")


def _may_be_cupy(name: str, scope: Scope) -> bool:
    """Whether a name is CuPy's where there is a device: ``import cupy as xp``, with NumPy in its place elsewhere."""
    where = visible(scope, name)
    bindings: list[Binding] = [] if where is None else where.bindings.get(name, [])
    origins = {binding.origin for binding in bindings if binding.kind == "import" and not binding.name}
    return len(bindings) == len(origins) and origins == {"cupy", "numpy"}


def _is_import(call: ast.Call, uses: dict[int, NameUse]) -> bool:
    """Whether the library that a call is of is imported under its name."""
    use = uses.get(id(call.func))
    inner = call.func.value if isinstance(call.func, ast.Attribute) else None
    named = inner.value if isinstance(inner, ast.Attribute) else None
    return use is not None and isinstance(named, ast.Name) and _may_be_cupy(named.id, use.scope)


def _compared(function: ast.Module | _Function) -> frozenset[str]:
    """The names that a function compares with others: ``if xp is np``."""
    tests = (node for node in _inside(function) if isinstance(node, ast.Compare))
    return frozenset(part.id for test in tests for part in (test.left, *test.comparators) if isinstance(part, ast.Name))


def _is_switched_on(tree: ast.Module) -> bool:
    """Whether the file changes what CuPy does about failures in a way that holds for more than a ``with`` block."""
    entered = {
        id(item.context_expr)
        for node in ast.walk(tree)
        if isinstance(node, (ast.With, ast.AsyncWith))
        for item in node.items
    }
    return any(
        isinstance(node, ast.Call) and _name(node) in _MODES and id(node) not in entered and _sets_linalg(node)
        for node in ast.walk(tree)
    )


def _sets_linalg(call: ast.Call) -> bool:
    return any(keyword.arg in ("linalg", None) for keyword in call.keywords)


def _functions(tree: ast.Module) -> Iterator[ast.Module | _Function]:
    yield tree
    for node in ast.walk(tree):
        if isinstance(node, _Function):
            yield node


def _inside(body: list[ast.stmt] | ast.AST) -> Iterator[ast.AST]:
    """All of some statements but the bodies of functions and classes, and of blocks in which failures raise."""
    pending: list[ast.AST] = list(body) if isinstance(body, list) else list(ast.iter_child_nodes(body))
    while pending:
        node = pending.pop(0)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            continue
        if isinstance(node, (ast.With, ast.AsyncWith)) and any(_raises(item.context_expr) for item in node.items):
            continue
        yield node
        pending += ast.iter_child_nodes(node)


def _raises(manager: ast.expr) -> bool:
    """``cupyx.errstate(linalg="raise")``"""
    return isinstance(manager, ast.Call) and _name(manager) == "errstate" and _sets_linalg(manager)


def _tries(function: ast.Module | _Function) -> Iterator[ast.Try]:
    yield from (node for node in _inside(function) if isinstance(node, ast.Try))


def _calls(body: list[ast.stmt]) -> list[ast.Call]:
    """The calls in some statements, but not those in the body of a ``try`` with handlers of its own."""
    found: list[ast.Call] = []
    inner: set[int] = set()
    for node in _inside(body):
        if isinstance(node, ast.Try) and any(_is_for_it(handler) for handler in node.handlers):
            inner.update(id(part) for statement in node.body for part in ast.walk(statement))
        if isinstance(node, ast.Call) and id(node) not in inner:
            found.append(node)
    return found


def _is_for_it(handler: ast.ExceptHandler) -> bool:
    """``except np.linalg.LinAlgError``, alone or among others."""
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(_ERROR in (getattr(kind, "attr", ""), getattr(kind, "id", "")) for kind in kinds)


def _is_checked_after(function: ast.Module | _Function, statement: ast.Try) -> bool:
    """Whether the function looks later whether numbers are finite, which is how such a failure shows."""
    end = statement.end_lineno or statement.lineno
    calls = (node for node in _inside(function) if isinstance(node, ast.Call) and node.lineno > end)
    return any(_CHECKS.search(_name(call)) for call in calls)


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
