"""LibCST tree -> intermediate program, in one walk over the fields that carry meaning.

No visitor, no metadata: both cost several times what parsing does. A body that was left out (see `stubs`) becomes a
function that is lowered when something asks for its code.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any

import libcst as cst

from cupylint import source
from cupylint.program import ir
from cupylint.program.expressions import Expressions
from cupylint.program.names import Names, annotated_items, annotated_name, dotted_name
from cupylint.program.stubs import Stub
from cupylint.records import dataclass

_AUGMENT = {
    cst.AddAssign: "+", cst.SubtractAssign: "-", cst.MultiplyAssign: "*", cst.DivideAssign: "/",
    cst.FloorDivideAssign: "//", cst.ModuloAssign: "%", cst.PowerAssign: "**",
    cst.MatrixMultiplyAssign: "@", cst.LeftShiftAssign: "<<", cst.RightShiftAssign: ">>",
    cst.BitAndAssign: "&", cst.BitOrAssign: "|", cst.BitXorAssign: "^",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A function whose body was left out.

    Attributes:
        stub: what is known of it.
        read: gives it whole; None if it cannot be parsed.
        opened: told when its body is asked for, see `ir.Later`.
    """

    stub: Stub
    read: Callable[[], cst.FunctionDef | None]
    opened: Callable[[ir.Later], None]


FindLeftOut = Callable[[cst.FunctionDef], "LeftOut | None"]
"""Which function was left out; None for one that is whole."""


def lower(module: cst.Module, left_out: FindLeftOut = lambda node: None) -> ir.Function:
    """The program of a module: a function without parameters named ``<module>``."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # invalid escapes in the strings of the file
        return Lowering(Names(), left_out).function(module, "<module>", [], module.body)


class Lowering(Expressions):
    """Lowers one function; inner functions get a lowering of their own."""

    def __init__(self, names: Names, left_out: FindLeftOut = lambda node: None) -> None:
        super().__init__(names)
        self.left_out = left_out

    # -- functions and classes -----------------------------------------------------------------

    def function(
        self,
        node: cst.CSTNode,
        name: str,
        parameters: list[ir.Parameter],
        body: Sequence[cst.CSTNode],
        is_async: bool = False,
        decorators: tuple[str, ...] = (),
    ) -> ir.Function:
        names = self.names
        names.assigned.update(parameter.name for parameter in parameters)
        code = self.statements(body)
        return ir.Function(
            node, name, parameters, code, frozenset(names.idents), frozenset(names.moduli), names.has_modulo,
            names.is_generator, is_async, frozenset(names.assigned - names.foreign), names.class_name,
            names.temporaries, decorators, bool(self.inner), self.inner, names.homes, names.tests,
            frozenset(names.imports), names.has_large,
        )  # fmt: skip

    def inner_function(self, node: cst.FunctionDef | cst.Lambda, decorators: tuple[str, ...] = ()) -> ir.Function:
        parameters = self.parameters(node.params)
        if isinstance(node, cst.FunctionDef):
            if (found := self.left_out(node)) is not None:
                return self.later(node, found, parameters, decorators)
            inner = Lowering(Names(self.names.inside_class))
            function = inner.whole(node, parameters, decorators)
        else:
            inner = Lowering(Names())
            inner.block.append(ir.Return(node.body, inner.expression(node.body)))
            names = inner.names
            names.assigned.update(parameter.name for parameter in parameters)
            function = ir.Function(
                node, "<lambda>", parameters, inner.block, frozenset(names.idents), frozenset(names.moduli),
                names.has_modulo, False, False, frozenset(names.assigned), "", names.temporaries,
                has_large=names.has_large,
            )  # fmt: skip
        self.names.absorb(inner.names)
        self.inner.append(function)
        return function

    def whole(self, node: cst.FunctionDef, parameters: list[ir.Parameter], decorators: tuple[str, ...]) -> ir.Function:
        """The code of a ``def``, which this is the lowering of."""
        asynchronous = node.asynchronous is not None
        return self.function(node, node.name.value, parameters, node.body.body, asynchronous, decorators)

    def later(
        self,
        node: cst.FunctionDef,
        left_out: LeftOut,
        parameters: list[ir.Parameter],
        decorators: tuple[str, ...],
    ) -> ir.Function:
        """A function whose body was left out."""
        inside, stub = self.names.inside_class, left_out.stub

        def lowered() -> ir.Function:
            found = left_out.read()
            with source.deep_recursion(), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                function = Lowering(Names(inside)).whole(found or node, parameters, decorators)
            if found is None:
                function.body = [ir.Return(node, ir.Unknown(node, []))]
            return function

        mentions = stub.mentions
        self.names.idents |= mentions.idents
        self.names.imports |= mentions.imports
        self.names.has_large |= mentions.has_large
        function = ir.Later(
            lowered,
            left_out.opened,
            name=stub.name,
            parameters=parameters,
            idents=frozenset(mentions.idents),
            moduli=frozenset(mentions.moduli),
            has_modulo=mentions.has_modulo,
            is_async=node.asynchronous is not None,
            parent_class=inside,
            decorator_names=decorators,
            imports=frozenset(mentions.imports),
            has_large=mentions.has_large,
        )
        self.inner.append(function)
        return function

    def parameters(self, node: cst.Parameters) -> list[ir.Parameter]:
        found = []

        def add(parameter: cst.Param, kind: str) -> None:
            default = None if parameter.default is None else self.expression(parameter.default)
            node = parameter.annotation and parameter.annotation.annotation
            named = ("", "") if node is None else (annotated_name(node), annotated_items(node))
            found.append(ir.Parameter(parameter.name.value, default, kind, *named))

        for parameter in (*node.posonly_params, *node.params):
            add(parameter, "positional")
        if isinstance(node.star_arg, cst.Param):
            add(node.star_arg, "*")
        for parameter in node.kwonly_params:
            add(parameter, "keyword")
        if node.star_kwarg is not None:
            add(node.star_kwarg, "**")
        return found

    # -- statements ----------------------------------------------------------------------------

    def statements(self, body: Sequence[cst.CSTNode]) -> ir.Block:
        """Lower `body` into a block of its own."""
        outer, self.block = self.block, []
        for statement in body:
            if isinstance(statement, cst.SimpleStatementLine):
                for small in statement.body:
                    self.statement(small)
            else:
                self.statement(statement)
        block, self.block = self.block, outer
        return block

    def suite(self, node: cst.BaseSuite | None) -> ir.Block:
        return [] if node is None else self.statements(node.body)

    def statement(self, node: cst.CSTNode) -> None:
        handler = _STATEMENTS.get(type(node))
        if handler is not None:
            outer, self.current = self.current, node
            handler(self, node)
            self.current = outer

    def expression_statement(self, node: cst.Expr) -> None:
        if not isinstance(node.value, (cst.SimpleString, cst.ConcatenatedString, cst.Ellipsis)):
            value = self.expression(node.value)
            if not (isinstance(value, ir.Load) and isinstance(value.name, int)):
                self.block.append(ir.Evaluate(node, value))

    def assign(self, node: cst.Assign) -> None:
        value = self.expression(node.value)
        if len(node.targets) > 1 and not isinstance(value, (ir.Const, ir.Load)):
            value = self.store_temporary(node, value)
        for target in node.targets:
            self.block.append(ir.Assign(node, self.target(target.target), value))

    def annotated_assign(self, node: cst.AnnAssign) -> None:
        if node.value is not None:
            value = self.expression(node.value)
            self.block.append(ir.Assign(node, self.target(node.target), value))

    def augmented_assign(self, node: cst.AugAssign) -> None:
        value = self.expression(node.value)
        target = self.target(node.target)
        self.block.append(ir.Augment(node, target, _AUGMENT[type(node.operator)], value))

    def return_(self, node: cst.Return) -> None:
        value = None if node.value is None else self.expression(node.value)
        self.block.append(ir.Return(node, value))

    def raise_(self, node: cst.Raise) -> None:
        value = None if node.exc is None else self.expression(node.exc)
        self.block.append(ir.Raise(node, value))

    def assert_(self, node: cst.Assert) -> None:
        self.block.append(ir.Assert(node, self.test(node.test)))

    def delete(self, node: cst.Del) -> None:
        target = node.target
        parts = [element.value for element in target.elements] if isinstance(target, cst.Tuple) else [target]
        for part in parts:
            self.block.append(ir.Delete(node, self.target(part, binds=False)))

    def import_(self, node: cst.Import) -> None:
        for alias in node.names:
            dotted = dotted_name(alias.name)
            if alias.asname is not None:
                self.bind_import(node, dotted_name(alias.asname.name), dotted)
            else:
                first = dotted.partition(".")[0]
                self.bind_import(node, first, first)
                if "." in dotted:
                    self.names.idents.add(dotted)

    def import_from(self, node: cst.ImportFrom) -> None:
        module = "." * len(node.relative) + ("" if node.module is None else dotted_name(node.module))
        if isinstance(node.names, cst.ImportStar):
            self.names.imports.add(module)
            self.block.append(ir.Import(node, "*", module))
            return
        for alias in node.names:
            name = dotted_name(alias.name)
            bound = name if alias.asname is None else dotted_name(alias.asname.name)
            joint = "" if module.endswith(".") else "."
            self.bind_import(node, bound, f"{module}{joint}{name}")
            self.names.idents.add(name)

    def bind_import(self, node: cst.CSTNode, name: str, dotted: str) -> None:
        self.names.assigned.add(name)
        self.names.idents.add(name)
        self.names.imports.add(dotted)
        self.block.append(ir.Import(node, name, dotted))

    def scope(self, node: cst.Global | cst.Nonlocal) -> None:
        names = [item.name.value for item in node.names]
        self.names.foreign.update(names)
        kind = "global" if isinstance(node, cst.Global) else "nonlocal"
        self.block.append(ir.Scope(node, kind, names))

    def if_(self, node: cst.If) -> None:
        test = self.test(node.test)
        self.names.tests[node.test] = node
        then = self.suite(node.body)
        if isinstance(node.orelse, cst.If):
            orelse = self.statements([node.orelse])
        else:
            orelse = [] if node.orelse is None else self.suite(node.orelse.body)
        self.block.append(ir.If(node.test, test, then, orelse))

    def for_(self, node: cst.For) -> None:
        iterable = self.expression(node.iter)
        target = self.target(node.target)
        body = self.suite(node.body)
        orelse = [] if node.orelse is None else self.suite(node.orelse.body)
        self.block.append(ir.For(node, target, iterable, body, orelse))

    def while_(self, node: cst.While) -> None:
        outer, self.block = self.block, []
        test = self.test(node.test)
        before, self.block = self.block, outer
        body = self.suite(node.body)
        orelse = [] if node.orelse is None else self.suite(node.orelse.body)
        self.block.append(ir.While(node, before, test, body, orelse))

    def with_(self, node: cst.With) -> None:
        self.with_items(node, list(node.items))

    def with_items(self, node: cst.With, items: list[cst.WithItem]) -> None:
        item = items[0]
        manager = self.expression(item.item)
        target = None if item.asname is None else self.target(item.asname.name)
        if len(items) > 1:
            outer, self.block = self.block, []
            self.with_items(node, items[1:])
            body, self.block = self.block, outer
        else:
            body = self.suite(node.body)
        self.block.append(ir.With(node, manager, target, body))

    def try_(self, node: cst.Try | cst.TryStar) -> None:
        body = self.suite(node.body)
        handlers = []
        for handler in node.handlers:
            outer, self.block = self.block, []
            kind = None if handler.type is None else self.expression(handler.type)
            self.block = outer
            name = None
            if handler.name is not None and isinstance(handler.name.name, cst.Name):
                name = handler.name.name.value
                self.names.assigned.add(name)
            handlers.append(ir.Handler(handler, kind, name, self.suite(handler.body)))
        orelse = [] if node.orelse is None else self.suite(node.orelse.body)
        final = [] if node.finalbody is None else self.suite(node.finalbody.body)
        self.block.append(ir.Try(node, body, handlers, orelse, final))

    def match(self, node: cst.Match) -> None:
        subject = self.store_temporary(node, self.expression(node.subject))
        outer = self.block
        for case in node.cases:
            test = self.pattern_test(case.pattern, subject)
            self.bind_pattern(case.pattern, subject)
            if case.guard is not None:
                guard = self.expression(case.guard)
                test = guard if test is None else ir.Unknown(case, [])
            if test is None:
                self.block.extend(self.suite(case.body))
                break
            otherwise: ir.Block = []
            self.block.append(ir.If(case, test, self.suite(case.body), otherwise))
            self.block = otherwise
        self.block = outer

    def pattern_test(self, pattern: cst.MatchPattern, subject: ir.Load) -> ir.Expr | None:
        """The test of a case, None if it always matches."""
        if isinstance(pattern, cst.MatchAs) and pattern.pattern is None:
            return None
        if isinstance(pattern, cst.MatchValue):
            return ir.Compare(pattern, "==", subject, self.expression(pattern.value))
        if isinstance(pattern, cst.MatchSingleton):
            return ir.Compare(pattern, "is", subject, self.expression(pattern.value))
        if isinstance(pattern, cst.MatchAs) and pattern.pattern is not None:
            return self.pattern_test(pattern.pattern, subject)
        if isinstance(pattern, cst.MatchOr):
            values = [part.pattern.value for part in pattern.patterns if isinstance(part.pattern, cst.MatchValue)]
            if len(values) == len(pattern.patterns):
                items = ir.Build(pattern, "tuple", [self.expression(value) for value in values])
                return ir.Compare(pattern, "in", subject, items)
        return ir.Unknown(pattern, [])

    def bind_pattern(self, pattern: cst.CSTNode, subject: ir.Load) -> None:
        if isinstance(pattern, cst.MatchAs) and pattern.name is not None:
            self.names.assigned.add(pattern.name.value)
            value: ir.Expr = subject if pattern.pattern is None else ir.Unknown(pattern, [subject])
            self.block.append(ir.Assign(pattern, ir.Load(pattern, pattern.name.value), value))
            if pattern.pattern is None:
                return
            pattern = pattern.pattern
        if isinstance(pattern, cst.MatchClass):
            for number, element in enumerate(pattern.patterns):
                self._bind_part(element.value, ir.Attr(element, subject, ir.match_argument(number)))
            for keyword in pattern.kwds:
                self._bind_part(keyword.pattern, ir.Attr(keyword, subject, keyword.key.value))
            return
        for name in _captures(pattern):
            self.names.assigned.add(name.value)
            self.block.append(ir.Assign(name, ir.Load(name, name.value), ir.Unknown(name, [subject])))

    def _bind_part(self, pattern: cst.MatchPattern, part: ir.Attr) -> None:
        """What a pattern inside a pattern binds, if it binds anything."""
        if _captures(pattern):
            self.bind_pattern(pattern, self.store_temporary(pattern, part))

    def define(self, node: cst.FunctionDef) -> None:
        decorators = [self.expression(decorator.decorator) for decorator in node.decorators]
        names = tuple(dotted_name(decorator.decorator) for decorator in node.decorators)
        function = self.inner_function(node, names)
        self.names.assigned.add(node.name.value)
        self.block.append(ir.Define(node, node.name.value, function, decorators))

    def define_class(self, node: cst.ClassDef) -> None:
        bases = [self.expression(base.value) for base in node.bases]
        named = (each.value for each in node.keywords if each.keyword and each.keyword.value == "metaclass")
        metaclass = next(map(self.expression, named), None)
        decorators = [self.expression(decorator.decorator) for decorator in node.decorators]
        outer_class, self.names.inside_class = self.names.inside_class, node.name.value
        outer_assigned, self.names.assigned = self.names.assigned, set()
        outer_idents, self.names.idents = self.names.idents, set()
        body = self.suite(node.body)
        idents = frozenset(self.names.idents)
        self.names.idents = outer_idents | idents
        self.names.assigned = outer_assigned
        self.names.inside_class = outer_class
        self.names.assigned.add(node.name.value)
        made = ir.DefineClass(node, node.name.value, bases, body, decorators, idents, _fields(node), metaclass)
        self.block.append(made)


def _fields(node: cst.ClassDef) -> tuple[str, ...]:
    """The annotated names of a class body, in order."""
    return tuple(
        small.target.value
        for line in node.body.body
        if isinstance(line, cst.SimpleStatementLine)
        for small in line.body
        if isinstance(small, cst.AnnAssign) and isinstance(small.target, cst.Name)
    )


def _captures(pattern: cst.CSTNode) -> list[cst.Name]:
    """The names that a pattern binds, at any depth."""
    found, stack = [], [pattern]
    while stack:
        node = stack.pop()
        name = getattr(node, "name", None) if isinstance(node, (cst.MatchAs, cst.MatchStar)) else None
        name = node.rest if isinstance(node, cst.MatchMapping) else name
        if isinstance(name, cst.Name):
            found.append(name)
        if not isinstance(node, cst.BaseExpression):
            stack += node.children
    return found


_STATEMENTS: dict[type, Callable[[Lowering, Any], None]] = {
    cst.Expr: Lowering.expression_statement,
    cst.Assign: Lowering.assign,
    cst.AnnAssign: Lowering.annotated_assign,
    cst.AugAssign: Lowering.augmented_assign,
    cst.Return: Lowering.return_,
    cst.Raise: Lowering.raise_,
    cst.Assert: Lowering.assert_,
    cst.Del: Lowering.delete,
    cst.Import: Lowering.import_,
    cst.ImportFrom: Lowering.import_from,
    cst.Global: Lowering.scope,
    cst.Nonlocal: Lowering.scope,
    cst.If: Lowering.if_,
    cst.For: Lowering.for_,
    cst.While: Lowering.while_,
    cst.With: Lowering.with_,
    cst.Try: Lowering.try_,
    cst.TryStar: Lowering.try_,
    cst.Match: Lowering.match,
    cst.FunctionDef: Lowering.define,
    cst.ClassDef: Lowering.define_class,
    cst.Break: lambda self, node: self.block.append(ir.Break(node)),
    cst.Continue: lambda self, node: self.block.append(ir.Continue(node)),
}
