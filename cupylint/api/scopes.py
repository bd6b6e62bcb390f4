"""The names of a file: who binds them, in which scope, and what the file does that could invent names of CuPy.

One walk over the standard library's tree; nothing is resolved here.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from cupylint.api.meant import CERTAIN_WITH_ONE
from cupylint.outline import name_of

Guard = int
OPEN, CAUGHT, GUARDED = 0, 1, 2
"""How a use is protected: not; by a handler for everything; by a test or a handler for just this."""
_IMPORTS = 4
"""Added for what stands under a handler for imports that fail, which protects nothing else."""

_SPECIFIC = frozenset({"AttributeError", "NameError", "TypeError"})
_OF_IMPORTS = frozenset({"ImportError", "ModuleNotFoundError"})
_BROAD = frozenset({"Exception", "BaseException"})
_EXPECTING = frozenset({"raises", "suppress", "assertRaises", "assertRaisesRegex", "RaisesGroup"})
_NAMING = frozenset({"hasattr", "getattr", "setattr", "delattr", "patch", "object", "attrgetter"})
_NO_CODE = frozenset({"ctx", "op", "ops", "arg", "type_comment", "id", "attr", "annotation", "returns", "type_params"})
_FIELDS: dict[type[ast.AST], tuple[str, ...]] = {}
_TAKING_ONE = frozenset(path.rpartition(".")[2] for path in CERTAIN_WITH_ONE)
_SKIPS = frozenset({"pytest.mark.skip", "mark.skip", "unittest.skip", "skip"})
_NO_RECEIVER = frozenset({"classmethod", "staticmethod"})
_NO_MEMBERS = frozenset({"object", "ABC"})
_LISTING = frozenset({"dir", "vars", "__dict__", "getmembers"})

_Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
BindingKind = Literal["value", "entered", "import", "unknown"]


class Binding(NamedTuple):
    """One way in which a name gets its value."""

    kind: BindingKind
    node: ast.AST | None = None
    origin: str = ""  # of an import: the module
    name: str = ""  # of an import: what is taken from it; "" for the module itself


@dataclass(eq=False, slots=True)
class Scope:
    """Where names live.

    Attributes:
        elsewhere: names that a function says live in another scope, with that.
        inherits: of a class, whether it has members that do not stand in it.
        receiver: of a method, what its object is called.
        attributes: of a class, what its methods give attributes of their objects, each in the scope of the method.
    """

    parent: Scope | None
    is_class: bool = False
    bindings: dict[str, list[Binding]] = field(default_factory=dict)
    elsewhere: dict[str, Scope] = field(default_factory=dict)
    inherits: bool = False
    receiver: str = ""
    attributes: dict[str, list[tuple[Binding, Scope]]] = field(default_factory=dict)


class NameUse(NamedTuple):
    """Something to judge: an attribute, a call, an import or a handler, where it stands."""

    node: ast.Attribute | ast.Call | ast.ImportFrom | ast.Import
    scope: Scope
    guard: Guard
    caught: bool  # in the head of an ``except``


@dataclass(slots=True)
class Survey:
    """All of a file that matters."""

    uses: list[NameUse] = field(default_factory=list)
    stored: list[tuple[ast.Attribute, Scope]] = field(default_factory=list)
    spoken: set[str] = field(default_factory=set)  # names in strings, asked for with hasattr and the like
    strings: set[str] = field(default_factory=set)
    any_string: bool = False  # asks for names that cannot be read off
    asks_version: bool = False
    fakes_modules: bool = False


def survey(tree: ast.Module) -> Survey:
    """Walk a file once."""
    return _Walk(tree).found


class _Walk:
    def __init__(self, tree: ast.Module) -> None:
        self.found = Survey()
        self.top = Scope(None)
        self.stack: list[tuple[ast.AST, Scope, Guard, bool]] = [
            (statement, self.top, OPEN, False) for statement in reversed(tree.body)
        ]
        handlers: dict[type[ast.AST], Callable[[Any, Scope, Guard, bool], None]] = {
            ast.Attribute: self._attribute, ast.Call: self._call, ast.Constant: self._constant,
            ast.Assign: self._assign, ast.AnnAssign: self._annotated, ast.AugAssign: self._augmented,
            ast.NamedExpr: self._assign, ast.For: self._for, ast.AsyncFor: self._for, ast.With: self._with,
            ast.AsyncWith: self._with, ast.Import: self._import, ast.ImportFrom: self._import_from,
            ast.FunctionDef: self._function, ast.AsyncFunctionDef: self._function, ast.Lambda: self._lambda,
            ast.ClassDef: self._class, ast.ListComp: self._comprehension, ast.SetComp: self._comprehension,
            ast.DictComp: self._comprehension, ast.GeneratorExp: self._comprehension, ast.If: self._if,
            ast.IfExp: self._if, ast.Try: self._try, ast.ExceptHandler: self._handler, ast.Global: self._global,
            ast.Nonlocal: self._nonlocal, ast.MatchAs: self._match, ast.MatchStar: self._match,
            ast.MatchMapping: self._match, ast.Compare: self._compare, ast.Subscript: self._subscript,
        }  # fmt: skip
        star = getattr(ast, "TryStar", None)
        if star is not None:
            handlers[star] = self._try
        stack = self.stack
        while stack:
            node, scope, guard, caught = stack.pop()
            kind = node.__class__
            if kind is ast.Name:
                continue
            handler = handlers.get(kind)
            if handler is not None:
                handler(node, scope, guard, caught)
            else:
                self._children(node, scope, guard, caught)

    def _children(self, node: ast.AST, scope: Scope, guard: Guard, caught: bool = False) -> None:
        push = self.stack.append
        kind = node.__class__
        fields = _FIELDS.get(kind)
        if fields is None:
            fields = _FIELDS[kind] = tuple(name for name in node._fields if name not in _NO_CODE)
        for name in fields:
            value = getattr(node, name, None)
            if value.__class__ is list:
                for item in value:
                    if item.__class__ is not ast.Name and isinstance(item, ast.AST):
                        push((item, scope, guard, caught))
            elif value.__class__ is not ast.Name and isinstance(value, ast.AST):
                push((value, scope, guard, caught))

    def _push(self, scope: Scope, guard: Guard, *nodes: ast.AST | None) -> None:
        self.stack += [(node, scope, guard, False) for node in nodes if node is not None]

    def _attribute(self, node: ast.Attribute, scope: Scope, guard: Guard, caught: bool) -> None:
        if not isinstance(node.ctx, ast.Load):
            self.found.stored.append((node, scope))
        else:
            self.found.uses.append(NameUse(node, scope, _protection(node, guard), caught))
        root: ast.expr = node
        while isinstance(root, ast.Attribute):
            if root.attr in _LISTING:
                self.found.any_string = True
            elif root.attr == "__version__":
                self.found.asks_version = True
            root = root.value
        if not isinstance(root, ast.Name):
            self.stack.append((root, scope, guard, caught))

    def _call(self, node: ast.Call, scope: Scope, guard: Guard, caught: bool) -> None:
        if node.keywords or (isinstance(node.func, ast.Attribute) and (not node.args or node.func.attr in _TAKING_ONE)):
            self.found.uses.append(NameUse(node, scope, _protection(node, guard), caught))
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        self._heed(called, node.args, scope)
        self._children(node, scope, guard, caught)

    def _heed(self, called: str, args: list[ast.expr], scope: Scope) -> None:
        """Take note of functions that get at names by other ways, or tell what a name is."""
        if called in _NAMING:
            strings = [item.value for item in args if isinstance(item, ast.Constant) and type(item.value) is str]
            self.found.spoken.update(text.rpartition(".")[2] for text in strings)
            self.found.any_string |= not strings
        elif called in _LISTING:
            self.found.any_string = True
        elif called == "isinstance" and args and isinstance(args[0], ast.Name):
            _owner(scope, args[0].id).bindings.setdefault(args[0].id, []).append(Binding("unknown"))
        elif called == "setitem" and any(_is_modules(item) for item in args):
            self.found.fakes_modules = True

    def _constant(self, node: ast.Constant, scope: Scope, guard: Guard, caught: bool) -> None:
        if type(node.value) is str:
            self.found.strings.add(node.value)

    def _compare(self, node: ast.Compare, scope: Scope, guard: Guard, caught: bool) -> None:
        if isinstance(node.left, ast.Constant) and type(node.left.value) is str:
            self.found.spoken.add(node.left.value)
        self._children(node, scope, guard, caught)

    def _subscript(self, node: ast.Subscript, scope: Scope, guard: Guard, caught: bool) -> None:
        if isinstance(node.ctx, ast.Store) and _is_modules(node.value):
            self.found.fakes_modules = True
        self._children(node, scope, guard, caught)

    def _bind(self, target: ast.AST, binding: Binding, scope: Scope, guard: Guard) -> None:
        if isinstance(target, ast.Name):
            _owner(scope, target.id).bindings.setdefault(target.id, []).append(binding)
        elif isinstance(target, (ast.Tuple, ast.List)):
            values: list[ast.expr | None] = [None] * len(target.elts)
            if (
                isinstance(binding.node, (ast.Tuple, ast.List))
                and len(binding.node.elts) == len(target.elts)
                and not any(isinstance(item, ast.Starred) for item in [*binding.node.elts, *target.elts])
            ):
                values = list(binding.node.elts)
            for item, value in zip(target.elts, values, strict=True):
                self._bind(item, Binding("value", value) if value is not None else Binding("unknown"), scope, guard)
        elif isinstance(target, ast.Starred):
            self._bind(target.value, Binding("unknown"), scope, guard)
        else:
            if isinstance(target, ast.Attribute) and (cls := class_of(target.value, scope)) is not None:
                cls.attributes.setdefault(target.attr, []).append((binding, scope))
            self._push(scope, guard, target)

    def _assign(self, node: ast.Assign | ast.NamedExpr, scope: Scope, guard: Guard, caught: bool) -> None:
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            inner = scope
            while isinstance(node, ast.NamedExpr) and inner.elsewhere.get("") is not None:
                inner = inner.elsewhere[""]  # out of comprehensions
            self._bind(target, Binding("value", node.value), inner, guard)
        self._push(scope, guard, node.value)

    def _annotated(self, node: ast.AnnAssign, scope: Scope, guard: Guard, caught: bool) -> None:
        if node.value is not None:
            self._bind(node.target, Binding("value", node.value), scope, guard)
            self._push(scope, guard, node.value)
        elif isinstance(node.target, ast.Name):
            _owner(scope, node.target.id).bindings.setdefault(node.target.id, [])

    def _augmented(self, node: ast.AugAssign, scope: Scope, guard: Guard, caught: bool) -> None:
        if not isinstance(node.target, ast.Name):
            self._push(scope, guard, node.target)
        self._push(scope, guard, node.value)

    def _for(self, node: ast.For | ast.AsyncFor, scope: Scope, guard: Guard, caught: bool) -> None:
        self._bind(node.target, Binding("unknown"), scope, guard)
        self._push(scope, guard, node.iter, *node.body, *node.orelse)

    def _with(self, node: ast.With | ast.AsyncWith, scope: Scope, guard: Guard, caught: bool) -> None:
        inner = guard
        for item in node.items:
            call = item.context_expr
            if isinstance(call, ast.Call) and _last(call.func) in _EXPECTING:
                inner = GUARDED
            if item.optional_vars is not None:
                self._bind(item.optional_vars, Binding("entered", call), scope, guard)
            self._push(scope, guard, call)
        self._push(scope, inner, *node.body)

    def _import(self, node: ast.Import, scope: Scope, guard: Guard, caught: bool) -> None:
        self.found.uses.append(NameUse(node, scope, _protection(node, guard), caught))
        for alias in node.names:
            name = alias.asname or alias.name.split(".")[0]
            origin = alias.name if alias.asname else name
            _owner(scope, name).bindings.setdefault(name, []).append(Binding("import", node, origin))

    def _import_from(self, node: ast.ImportFrom, scope: Scope, guard: Guard, caught: bool) -> None:
        self.found.uses.append(NameUse(node, scope, _protection(node, guard), caught))
        for alias in node.names:
            name = alias.asname or alias.name
            told = Binding("unknown") if node.level else Binding("import", node, node.module or "", alias.name)
            _owner(scope, name).bindings.setdefault(name, []).append(told)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, scope: Scope, guard: Guard, caught: bool) -> None:
        _owner(scope, node.name).bindings.setdefault(node.name, []).append(Binding("unknown"))
        inner = self._parameters(node.args, scope, guard)
        first = next(iter((*node.args.posonlyargs, *node.args.args)), None)
        if scope.is_class and first is not None and not {*map(_last, node.decorator_list)} & _NO_RECEIVER:
            inner.receiver = first.arg
        self._push(scope, guard, *node.decorator_list)
        if not _never_runs(node):
            self._push(inner, guard, *node.body)

    def _lambda(self, node: ast.Lambda, scope: Scope, guard: Guard, caught: bool) -> None:
        self._push(self._parameters(node.args, scope, guard), guard, node.body)

    def _parameters(self, args: ast.arguments, scope: Scope, guard: Guard) -> Scope:
        inner = Scope(scope)
        for item in [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]:
            if item is not None:
                inner.bindings[item.arg] = [Binding("unknown")]
        self._push(scope, guard, *args.defaults, *args.kw_defaults)
        return inner

    def _class(self, node: ast.ClassDef, scope: Scope, guard: Guard, caught: bool) -> None:
        _owner(scope, node.name).bindings.setdefault(node.name, []).append(Binding("unknown"))
        self._push(scope, guard, *node.decorator_list, *node.bases, *node.keywords)
        if not _never_runs(node):
            inherits = any(_last(base) not in _NO_MEMBERS for base in node.bases)
            self._push(Scope(scope, is_class=True, inherits=inherits), guard, *node.body)

    def _comprehension(self, node: _Comprehension, scope: Scope, guard: Guard, caught: bool) -> None:
        inner = Scope(scope, elsewhere={"": scope})
        for index, generator in enumerate(node.generators):
            self._bind(generator.target, Binding("unknown"), inner, guard)
            self._push(inner if index else scope, guard, generator.iter)
            self._push(inner, guard, *generator.ifs)
        parts = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        self._push(inner, guard, *parts)

    def _if(self, node: ast.If | ast.IfExp, scope: Scope, guard: Guard, caught: bool) -> None:
        self._push(scope, guard, node.test)
        inner = GUARDED if self._decides(node.test) else guard
        dead = GUARDED if isinstance(node.test, ast.Constant) and not node.test.value else inner
        for part in node.body if isinstance(node, ast.If) else [node.body]:
            self._push(scope, GUARDED if _is_asked_for(part, node.test) else dead, part)
        self._push(scope, inner, *(node.orelse if isinstance(node, ast.If) else [node.orelse]))

    def _decides(self, test: ast.expr) -> bool:
        """Whether a test asks for the version, for type checking or for what exists."""
        for node in ast.walk(test):
            name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
            if name and (name in ("TYPE_CHECKING", "hasattr") or "version" in name.lower()):
                return True
        return False

    def _try(self, node: ast.Try, scope: Scope, guard: Guard, caught: bool) -> None:
        names: set[str] = set()
        for handler in node.handlers:
            kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
            names.update("Exception" if kind is None else _last(kind) for kind in kinds)
        specific = GUARDED if names & _SPECIFIC else guard & ~_IMPORTS
        imports = _IMPORTS if names & _OF_IMPORTS else guard & _IMPORTS
        self._push(scope, max(specific, CAUGHT if names & _BROAD else OPEN) | imports, *node.body)
        self._push(scope, specific | imports, *node.handlers, *node.orelse)
        self._push(scope, guard, *node.finalbody)

    def _handler(self, node: ast.ExceptHandler, scope: Scope, guard: Guard, caught: bool) -> None:
        if node.name is not None:
            _owner(scope, node.name).bindings.setdefault(node.name, []).append(Binding("unknown"))
        if node.type is not None:
            self.stack.append((node.type, scope, guard, True))
        self._push(scope, guard, *node.body)

    def _global(self, node: ast.Global, scope: Scope, guard: Guard, caught: bool) -> None:
        self._moved(node.names, scope, self.top)

    def _nonlocal(self, node: ast.Nonlocal, scope: Scope, guard: Guard, caught: bool) -> None:
        for name in node.names:
            outer = scope.parent
            while outer is not None and name not in outer.bindings:
                outer = outer.parent
            self._moved([name], scope, outer or self.top)

    def _moved(self, names: list[str], scope: Scope, target: Scope) -> None:
        for name in names:
            target.bindings.setdefault(name, []).extend(scope.bindings.pop(name, []))
            scope.elsewhere[name] = target

    def _match(
        self, node: ast.MatchAs | ast.MatchStar | ast.MatchMapping, scope: Scope, guard: Guard, caught: bool
    ) -> None:
        name = node.rest if isinstance(node, ast.MatchMapping) else node.name
        if name is not None:
            _owner(scope, name).bindings.setdefault(name, []).append(Binding("unknown"))
        self._children(node, scope, guard)


def _never_runs(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    """Whether pytest or unittest skips a test whatever happens."""
    named = (each.func if isinstance(each, ast.Call) else each for each in node.decorator_list)
    return any(name_of(each) == "skip" and ast.unparse(each) in _SKIPS for each in named)


def visible(scope: Scope, name: str) -> Scope | None:
    """The scope that `name` is looked up in, None if none binds it."""
    here: Scope | None = scope
    while here is not None:
        if name in here.elsewhere:
            return here.elsewhere[name]
        if name in here.bindings and (here is scope or not here.is_class):
            return here
        here = here.parent
    return None


def class_of(node: ast.expr, scope: Scope) -> Scope | None:
    """The class whose object a method calls by this name, if all its members stand in it; None for others."""
    where = visible(scope, node.id) if isinstance(node, ast.Name) else None
    if where is None or where.parent is None or where.parent.inherits or where.receiver not in where.bindings:
        return None
    is_receiver = isinstance(node, ast.Name) and node.id == where.receiver
    return where.parent if is_receiver and len(where.bindings[where.receiver]) == 1 else None


def _is_asked_for(part: ast.AST, test: ast.expr) -> bool:
    """Whether an import is of a module after which a flag in `test` is named: ``if config.cudnn_enabled:``."""
    if not isinstance(part, (ast.Import, ast.ImportFrom)):
        return False
    flags = [getattr(each, "id", getattr(each, "attr", "")).lower() for each in ast.walk(test)]
    modules = [alias.name.rpartition(".")[2].lower() for alias in part.names]
    return any(module in flag for module in modules for flag in flags)


def _protection(node: ast.AST, guard: Guard) -> Guard:
    """How a use of a name is protected, by what protects the place where it stands."""
    is_import = isinstance(node, (ast.Import, ast.ImportFrom))
    return GUARDED if is_import and guard & _IMPORTS else guard & ~_IMPORTS


def _owner(scope: Scope, name: str) -> Scope:
    return scope.elsewhere.get(name, scope)


def _last(node: ast.expr | None) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _is_modules(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "modules"
