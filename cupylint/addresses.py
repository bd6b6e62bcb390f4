"""Addresses of arrays that nothing keeps: ``cp.ascontiguousarray(x).data.ptr``, returned, stored or given to a call.

Looked for in the standard library's tree, function by function: whether an array has a name that lives on is a matter
of names alone, and ``.data.ptr`` shows that it is one of CuPy's.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cupylint.facts import TemporaryAddress
from cupylint.facts.kernels import Outlives
from cupylint.findings import Location
from cupylint.outline import name_of, nodes
from cupylint.source import location_of, split_rows

_MAY_COPY = frozenset(("ascontiguousarray", "asfortranarray"))
_NEW = frozenset(
    (
        *("zeros", "ones", "empty", "full", "zeros_like", "ones_like", "empty_like", "full_like", "array", "arange"),
        *("linspace", "eye", "concatenate", "stack", "vstack", "hstack"),
    )
)
_NEW_BY_METHOD = frozenset(("copy", "astype"))
_TELLS = frozenset(("nbytes", "size", "shape", "dtype", "itemsize", "device", "strides", "ndim", "flags", "data_ptr"))
_WRAPPERS = frozenset(
    (
        *("cast", "c_void_p", "c_uint64", "c_size_t", "c_longlong", "c_ulonglong", "int", "uint64", "intp", "uintp"),
        *("array", "asarray", "list", "tuple"),
    )
)
"""Functions that give an address on as another number or pointer, or several of them in an array."""
_MODULES = frozenset(("cp", "cupy", "xp", "self.xp", "self._xp"))
"""What CuPy is called, besides what the file imports it as."""
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def _address(node: ast.AST) -> tuple[ast.Attribute, ast.Attribute] | None:
    """The expression ``x.data.ptr``, and ``x.data`` in it."""
    if isinstance(node, ast.Attribute) and node.attr == "ptr" and isinstance(node.ctx, ast.Load):
        data = node.value
        return (node, data) if isinstance(data, ast.Attribute) and data.attr == "data" else None
    return None


def check(tree: ast.Module, text: str) -> list[TemporaryAddress]:
    """The facts about addresses, in the order of their places."""
    found = _Check(tree, text)
    return sorted(found.facts(), key=lambda fact: fact.location)


class _Check:
    def __init__(self, tree: ast.Module, text: str) -> None:
        self._rows = split_rows(text)
        self._nodes = nodes(tree)
        self._parents = {id(part): node for node in self._nodes for part in ast.iter_child_nodes(node)}
        imported = (alias for node in self._nodes if isinstance(node, ast.Import) for alias in node.names)
        self._modules = _MODULES.union(alias.asname or "cupy" for alias in imported if alias.name == "cupy")
        self._functions = {each.name: each for each in tree.body if isinstance(each, ast.FunctionDef)}

    def facts(self) -> Iterator[TemporaryAddress]:
        for node in self._nodes:
            if (found := _address(node)) is not None:
                yield from self._fact(*found)

    def _fact(self, node: ast.Attribute, data: ast.Attribute) -> Iterator[TemporaryAddress]:
        """What an address of an array outlives, or does not."""
        kept, outlives = self._kept(node)
        if outlives is None:
            yield from self._given(node, data.value)
            return
        scope = self._scope(node)
        if isinstance(data.value, ast.Name):
            lives_on = outlives == "returned" or _is_of_self(kept)
            made = self._made(data.value.id, scope, node) if lives_on else None
        elif outlives == "named" and self._only_compared(kept, scope):
            return
        else:
            made = data.value
        copied = None if made is None else self._makes_new(made)
        if made is not None and copied is not None:
            yield TemporaryAddress(self._location(node), outlives, self._text(made), copied)

    def _makes_new(self, made: ast.AST) -> bool | None:
        """`_copied`, also by way of a function of the file that returns such an array."""
        if not isinstance(made, ast.Call) or not isinstance(made.func, ast.Name):
            return self._copied(made)
        if (function := self._functions.get(made.func.id)) is None:
            return None
        found = [
            None if node.value is None else self._copied(node.value)
            for node in ast.walk(function)
            if isinstance(node, ast.Return)
        ]
        return None if not found or None in found else all(found)

    def _kept(self, node: ast.AST) -> tuple[ast.AST, Outlives | None]:
        """What an address is returned or stored by, and which of the two; None: it is neither."""
        node, outer = self._holder(node)
        if isinstance(outer, ast.Return) or (isinstance(outer, ast.Lambda) and outer.body is node):
            return outer, "returned"
        if isinstance(outer, (ast.Assign, ast.AnnAssign)) and outer.value is node:
            return outer, "named" if all(isinstance(target, ast.Name) for target in _targets(outer)) else "stored"
        return outer, None

    def _holder(self, node: ast.AST) -> tuple[ast.AST, ast.AST]:
        """All that is an address, or a list or number that holds it, and what that stands in."""
        outer = self._parents[id(node)]
        while _gives_on(outer, node):
            node, outer = outer, self._parents[id(outer)]
        return node, outer

    def _given(self, address: ast.Attribute, made: ast.expr) -> Iterator[TemporaryAddress]:
        """An argument of a call for which another array is made after this one has ended."""
        copied, (held, call) = self._copied(made), self._holder(address)
        if copied is None or not isinstance(call, ast.Call) or held not in call.args:
            return
        here = (address.end_lineno or 0, address.end_col_offset or 0)
        for later in filter(None, map(self._made_by, ast.walk(call))):
            if (self._copied(later) or not copied) and (later.lineno, later.col_offset) >= here:
                place = self._location(address)
                yield TemporaryAddress(place, "given", self._text(made), copied, self._text(later))
                return

    def _scope(self, node: ast.AST) -> ast.AST:
        while not isinstance(node, (*_FUNCTIONS, ast.Module)):
            node = self._parents[id(node)]
        return node

    def _made(self, name: str, scope: ast.AST, address: ast.AST) -> ast.AST | None:
        """What makes the array of a local name that ends with its function and is used for nothing else."""
        if not isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return None
        nodes = list(ast.walk(scope))
        if any(isinstance(node, (ast.Yield, ast.YieldFrom, ast.Await, ast.Global, ast.Nonlocal)) for node in nodes):
            return None
        uses = [node for node in nodes if isinstance(node, ast.Name) and node.id == name]
        made = self._only_assignment(uses)
        if made is None:
            return None
        last = made.end_lineno or made.lineno
        later = [node for node in uses if isinstance(node.ctx, ast.Del) or node.lineno > last]
        told = all(self._scope(node) is scope and self._only_tells(node, address) for node in later)
        return made.value if told else None

    def _only_assignment(self, uses: list[ast.Name]) -> ast.Assign | ast.AnnAssign | None:
        """The statement that binds a name to a value, if there is one alone."""
        bound = [self._parents[id(node)] for node in uses if isinstance(node.ctx, ast.Store)]
        made = bound[0] if len(bound) == 1 else None
        targets = _targets(made)
        is_alone = len(targets) == 1 and isinstance(targets[0], ast.Name)
        return made if is_alone and isinstance(made, (ast.Assign, ast.AnnAssign)) else None

    def _only_tells(self, node: ast.Name, address: ast.AST) -> bool:
        """Whether a use of an array keeps nothing of it beside `address`: ``x.nbytes``, or the way out elsewhere."""
        use = self._parents[id(node)]
        if isinstance(node.ctx, ast.Del):
            return False
        if isinstance(use, ast.Attribute) and use.attr == "data":
            outer = self._parents[id(use)]
            return isinstance(outer, ast.Attribute) and outer.attr == "ptr"
        if isinstance(use, ast.Call) and name_of(use.func) in ("type", "len", "isinstance"):
            return True
        leaves = self._statement(node)
        away = isinstance(leaves, (ast.Return, ast.Raise)) and leaves is not self._statement(address)
        return away or (isinstance(use, ast.Attribute) and use.attr in _TELLS)

    def _statement(self, node: ast.AST) -> ast.AST:
        while not isinstance(node, ast.stmt):
            node = self._parents[id(node)]
        return node

    def _only_compared(self, kept: ast.AST, scope: ast.AST) -> bool:
        """Whether an address is only compared with others, or printed, or not used at all."""
        names = {target.id for target in _targets(kept) if isinstance(target, ast.Name)}
        for node in ast.walk(scope):
            if isinstance(node, ast.Name) and node.id in names and isinstance(node.ctx, ast.Load):
                outer = self._parents[id(node)]
                told = isinstance(outer, ast.Call) and name_of(outer.func) in ("print", "hex", "add")
                if not isinstance(outer, (ast.Compare, ast.FormattedValue)) and not told:
                    return False
        return True

    def _made_by(self, node: ast.AST) -> ast.expr | None:
        """What makes a new array for a call, if a node does, or takes the address of one: ``(a + b).data``."""
        if isinstance(node, ast.Attribute) and node.attr == "data":
            return None if self._copied(node.value) is None else node.value
        return node if isinstance(node, ast.Call) and self._copied(node) is not None else None

    def _copied(self, made: ast.AST) -> bool | None:
        """Whether an expression makes a new array: certainly, or only of some; None: it is not known to."""
        if isinstance(made, ast.BinOp):
            return True
        if not isinstance(made, ast.Call) or not isinstance(made.func, ast.Attribute):
            return None
        name, keywords = made.func.attr, {keyword.arg for keyword in made.keywords}
        if name in _NEW_BY_METHOD and not isinstance(made.func.value, ast.Call):
            return "copy" not in keywords or None
        if ast.unparse(made.func.value) not in self._modules:
            return None
        if name in _MAY_COPY:
            return bool(made.args) and isinstance(made.args[0], ast.BinOp)
        return True if name in _NEW and "copy" not in keywords else None

    def _text(self, node: ast.AST) -> str:
        text = " ".join(ast.unparse(node).split())
        return text if len(text) <= 60 else "..."

    def _location(self, node: ast.expr) -> Location:
        return location_of(node, self._rows)


def _gives_on(outer: ast.AST, address: ast.AST) -> bool:
    """Whether an expression is an address as well, or holds it."""
    if isinstance(outer, ast.Call):
        return address in outer.args and name_of(outer.func) in _WRAPPERS
    if isinstance(outer, ast.BinOp):
        return isinstance(outer.op, (ast.Add, ast.Sub))
    if isinstance(outer, (ast.ListComp, ast.GeneratorExp)):
        return outer.elt is address
    return isinstance(outer, (ast.Tuple, ast.List, ast.Dict)) or name_of(outer) == "contents"


def _targets(statement: ast.AST | None) -> list[ast.expr]:
    """What an assignment binds; nothing for other statements."""
    if isinstance(statement, ast.Assign):
        return statement.targets
    return [statement.target] if isinstance(statement, ast.AnnAssign) else []


def _is_of_self(kept: ast.AST) -> bool:
    """Whether an assignment is to attributes of ``self``; other objects may end with the function."""
    targets = _targets(kept)
    return bool(targets) and all(ast.unparse(target).startswith("self.") for target in targets)
