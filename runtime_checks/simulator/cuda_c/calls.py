"""Calls in CUDA C: of functions that it has, of barriers and atomic functions, and of the module's own functions."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from cupylint.kernels.grammar import text

from . import atomics, library, warps
from .declarations import base_kind, declared, kind_of
from .errors import TRAP, Fault, NotUnderstood, line_of
from .expressions import Expressions
from .kinds import BOOL, INT, LONG, UINT, ULONG, Kind, Value, common, named
from .memory import Site
from .program import Ask, Group, Meet
from .writing import Term, constant, truth_of

if TYPE_CHECKING:
    from tree_sitter import Node

CYCLES = 1.98
"""Of the device's clock in a nanosecond."""

_CASTS = ("static_cast", "reinterpret_cast", "const_cast")
_ATOMIC = re.compile(r"atomic([A-Z]\w+?)(?:_block|_system)?")
_FENCES = ("__threadfence", "__threadfence_block", "__threadfence_system")
_SLEEP = ("__nanosleep",)
_TIMER = re.compile(r"\s*mov\.u(32|64)\s+%0\s*,\s*%+(globaltimer|clock64|clock)\s*;?\s*")
_DEEP = 16


class Calls(Expressions):
    """Writes calls."""

    depth = 0

    def call(self, node: Node) -> Term:
        function, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        assert function is not None and given is not None
        arguments = [child for child in given.named_children if child.type != "comment"]
        types: list[Node] = []
        if function.type == "template_function":
            types = list((function.child_by_field_name("arguments") or function).named_children)
            function = function.child_by_field_name("name")
            assert function is not None
        name = text(function).replace(" ", "").removeprefix("::").removeprefix("std::")
        if name in _CASTS and types:
            return self.converted(self.value(arguments[0]), kind_of(types[0], self.known))
        if name in self.source.functions:
            return self.inlined(name, [self.term(argument) for argument in arguments], types, node)
        cast = self.known.types.get(name) or named([name])
        if cast is not None and len(arguments) == 1:
            return self.converted(self.value(arguments[0]), cast)
        return self._builtin(name, arguments, node)

    def _builtin(self, name: str, arguments: Sequence[Node], node: Node) -> Term:
        if name in ("printf", "__builtin_assume"):
            return constant(INT, 0)
        special = self._waiting(name, arguments, node) or self._timing(name, arguments)
        if special is not None:
            return special
        if (atomic := _ATOMIC.fullmatch(name)) is not None:
            return self._atomic(atomic[1], [self.value(argument) for argument in arguments], node)
        terms = [self.value(argument) for argument in arguments]
        found = self._pure(name, terms)
        if found is not None:
            return found
        if name == "__ldg":
            return self._item(terms[0], constant(INT, 0), node, text(arguments[0]))
        raise NotUnderstood(f"the function {name}", line_of(node))

    # -- functions of numbers ------------------------------------------------------------------

    def _pure(self, name: str, terms: list[Term]) -> Term | None:
        kinds = [term.kind for term in terms]
        if name in library.FLOATING:
            function, single = library.FLOATING[name]
            return self._applied(function, terms, library.floating(kinds, single))
        if name in library.ALIKE:
            return self._applied(library.ALIKE[name], terms, library.same_kind(kinds))
        if name == "abs":
            return self._applied(np.abs, terms, common(kinds[0], kinds[0]))
        if name in library.TESTS:
            asks, test = [term.ask for term in terms], library.TESTS[name]
            return Term(BOOL, lambda threads: test(*(ask(threads) for ask in asks)))
        if name in library.INTEGERS:
            wanted, result, function = library.INTEGERS[name]
            given = [self.converted(term, kind).ask for term, kind in zip(terms, wanted, strict=True)]
            return Term(result, lambda threads: function(*(ask(threads) for ask in given)))
        return None

    def _applied(self, function: Callable[..., Value], terms: Sequence[Term], kind: Kind) -> Term:
        asks = [self.converted(term, kind).ask for term in terms]
        if len(asks) == 1:
            [ask] = asks
            return Term(kind, lambda threads: function(ask(threads)))
        return Term(kind, lambda threads: function(*(ask(threads) for ask in asks)))

    # -- waiting, time -------------------------------------------------------------------------

    def _waiting(self, name: str, arguments: Sequence[Node], node: Node) -> Term | None:
        if name == "__syncthreads":
            self.code.append(Meet("block"))
        elif name.startswith("__syncthreads_"):
            return self._voted(name.removeprefix("__syncthreads_"), truth_of(self.value(arguments[0])))
        elif re.search(r"(?:^|::)this_grid\(\)\.sync$|^grid\.sync$", name):
            self.code.append(Meet("grid"))
        elif re.search(r"(?:^|::)this_thread_block\(\)\.sync$", name):
            self.code.append(Meet("block"))
        elif name == "__syncwarp":
            mask = self.converted(self.value(arguments[0]), UINT).ask if arguments else None
            self.code.append(Meet("warp", mask))
        elif name in warps.FUNCTIONS:
            return self._of_warp(name, [self.value(argument) for argument in arguments])
        elif name in _FENCES:
            self.do(lambda group: group.world.space.thaw())
        elif name == "__trap":
            self.do(_trap)
        elif name == "assert":
            holds = truth_of(self.value(arguments[0]))
            self.do(lambda group: _check(holds(group)))
        else:
            return None
        return constant(INT, 0)

    def _voted(self, how: str, ask: Ask) -> Term:
        result = self.variable(INT)
        slot = result.slot

        def after(group: Group) -> None:
            group.write(slot, warps.voted(group, np.broadcast_to(ask(group), (group.count,)), how))

        self.code.append(Meet("block", after=after))
        return result

    def _of_warp(self, name: str, terms: list[Term]) -> Term:
        function, kept = warps.FUNCTIONS[name]
        mask = self.converted(terms[0], UINT).ask
        kind = terms[1].kind.plain if kept else UINT if name == "__ballot_sync" else INT
        result = self.variable(kind)
        slot, asks = result.slot, [term.ask for term in terms[1:]]

        def after(group: Group) -> None:
            values = [np.broadcast_to(ask(group), (group.count,)) for ask in asks]
            group.write(slot, function(group, *values).astype(kind.dtype))

        self.code.append(Meet("warp", mask, after))
        return result

    def _timing(self, name: str, arguments: Sequence[Node]) -> Term | None:
        if name in ("clock64", "clock"):
            kind = LONG
            return self.kept(kind, lambda threads: np.int64(threads.world.clock() * CYCLES))
        if name in _SLEEP:
            self.do(lambda group: group.world.clock())
            return constant(INT, 0)
        return None

    def asm(self, node: Node) -> Term:
        code = node.child_by_field_name("assembly_code")
        said = text(code).strip('"')
        outputs = [child for child in node.named_children if child.type == "gnu_asm_output_operand_list"]
        if said.strip() == "":
            self.do(lambda group: group.world.space.thaw())  # a fence for the compiler
            return constant(INT, 0)
        found = _TIMER.fullmatch(said)
        if found is None or not outputs or len(outputs[0].named_children) != 1:
            raise NotUnderstood(f"asm {said}", line_of(node))
        operand = outputs[0].named_children[0].child_by_field_name("value")
        assert operand is not None
        scale = 1.0 if found[2] == "globaltimer" else CYCLES
        now = self.kept(ULONG, lambda threads: np.uint64(int(threads.world.clock() * scale)))
        self.assign(self.term(operand), now, node)
        return now

    # -- atomic functions ----------------------------------------------------------------------

    def _atomic(self, name: str, terms: list[Term], node: Node) -> Term:
        to = terms[0].kind.to
        if to is None or name not in (*atomics.AT, *atomics.TURNS, "CAS"):
            raise NotUnderstood(f"atomic{name}", line_of(node))
        site: Site = self.site(Kind(to.dtype, to.to, volatile=True), node, writes=True, reads=True)
        address = terms[0].ask
        values = [self.converted(term, to).ask for term in terms[1:]]
        used = node.parent is None or node.parent.type != "expression_statement"
        result = self.variable(to)
        slot, dtype = result.slot, to.dtype

        def action(group: Group) -> None:
            given = [ask(group) for ask in values]
            space, at = group.world.space, address(group)
            if name == "CAS":
                group.write(slot, atomics.compare_and_swap(space, site, at, given[0], given[1], group.count))
                return
            value = given[0] if given else dtype.type(1)
            before = atomics.combine(space, site, name, at, value, group.count, used)
            group.write(slot, dtype.type(0) if before is None else before)

        self.do(action)
        return result

    # -- functions of the module ---------------------------------------------------------------

    def inlined(self, name: str, terms: Sequence[Term], types: Sequence[Node], node: Node) -> Term:
        """The value that a function of the module returns; what it does is written here.

        Raises:
            NotUnderstood: it calls itself, or is given something that it cannot take.
        """
        function = self.source.functions[name]
        if self.depth >= _DEEP:
            raise NotUnderstood(f"{name}, which calls itself", line_of(node))
        definition = function.node
        declarator = next((child for child in definition.named_children if child.type == "function_declarator"), None)
        if declarator is None:
            raise NotUnderstood(f"what {name} returns", line_of(definition))
        given = declarator.child_by_field_name("parameters")
        parameters = [part for part in (given.named_children if given else []) if part.type == "parameter_declaration"]
        if len(parameters) != len(terms):
            raise NotUnderstood(f"the number of arguments of {name}", line_of(node))
        outer, types_outside = self.scopes, dict(self.known.types)
        given_types = [kind_of(each, self.known) for each in types]
        self.scopes = [{}]
        for parameter in function.template:
            self.known.types.pop(parameter, None)
        self.known.types.update(zip(function.template, given_types, strict=False))
        self.depth += 1
        try:
            self._infer(function.template, parameters, terms)
            return self.body(definition, lambda: [*map(self._pass, parameters, terms)])
        finally:
            self.depth -= 1
            self.scopes = outer
            self.known.types.clear()
            self.known.types.update(types_outside)

    def _infer(self, names: Sequence[str], parameters: Sequence[Node], terms: Sequence[Term]) -> None:
        """Types of a template that its arguments tell."""
        for parameter, term in zip(parameters, terms, strict=True):
            name, kind = text(parameter.child_by_field_name("type")), self.decayed(term).kind
            if name in names and name not in self.known.types:
                declarator = parameter.child_by_field_name("declarator")
                to = kind.to if declarator is not None and declarator.type == "pointer_declarator" else kind
                if to is not None:
                    self.known.types[name] = to.plain

    def _pass(self, parameter: Node, term: Term) -> None:
        """Give a parameter its value, or a reference what it refers to."""
        declarator = parameter.child_by_field_name("declarator")
        if declarator is not None and declarator.type == "reference_declarator":
            self.bind(text(declarator.named_children[-1]), term)
            return
        name, kind = declared(declarator, base_kind(parameter, self.known), self.known)
        self.define(name, kind, self.decayed(term), parameter)

    def define(self, name: str, kind: Kind, value: Term | None, node: Node) -> Term:
        """A new variable."""
        raise NotImplementedError

    def body(self, definition: Node, begin: Callable[[], object]) -> Term:
        """What a function does, and the value that it returns; `begin` gives its parameters their values."""
        raise NotImplementedError


def _trap(group: Group) -> None:
    raise Fault(TRAP)


def _check(holds: Any) -> None:
    if not np.all(holds):
        raise Fault("cudaErrorAssert: device-side assert triggered")
