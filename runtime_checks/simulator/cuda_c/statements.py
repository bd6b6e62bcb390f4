"""Statements of CUDA C, and whole kernels."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import numpy as np

from cupylint.kernels.grammar import descendants, text

from .calls import Calls
from .declarations import base_kind, declared, qualifiers
from .errors import NotUnderstood, line_of
from .kinds import ADDRESS, INT, Kind, named, pointer
from .loops import Deciding
from .program import Again, End, Jump, Program, Slot
from .source import Source, parsed
from .writing import Term, constant, truth_of

if TYPE_CHECKING:
    from tree_sitter import Node

_SKIPPED = ("comment", "preproc_call", ";", "empty_statement")


class _Loop:
    """Where ``break`` and ``continue`` lead to."""

    def __init__(self) -> None:
        self.breaks: list[Jump] = []
        self.continues: list[Jump] = []


class Statements(Calls):
    """Writes statements."""

    def __init__(self, source: Source, program: Program, variables: Callable[[str], int]) -> None:
        super().__init__(source, program, variables)
        self._loops: list[_Loop] = []
        self._returns: list[tuple[Term | None, list[Jump]]] = []
        self._addressed: frozenset[str] = frozenset()

    def statement(self, node: Node) -> None:
        """One statement.

        Raises:
            NotUnderstood: something in it is not supported.
        """
        method = _METHODS.get(node.type)
        if method is not None:
            method(self, node)
        elif node.type not in _SKIPPED:
            raise NotUnderstood(node.type.replace("_", " "), line_of(node))

    def _block(self, node: Node) -> None:
        self.scopes.append({})
        for child in node.named_children:
            self.statement(child)
        self.scopes.pop()

    def _expression(self, node: Node) -> None:
        for child in node.named_children:
            if child.type != "comment":
                self.term(child)

    # -- variables -----------------------------------------------------------------------------

    def _declaration(self, node: Node) -> None:
        said, kind = qualifiers(node), None
        placeholder = node.child_by_field_name("type")
        auto = placeholder is not None and placeholder.type == "placeholder_type_specifier"
        if not auto:
            kind = base_kind(node, self.known)
        for declarator in node.children_by_field_name("declarator"):
            value = declarator.child_by_field_name("value")
            if auto:
                if value is None:
                    raise NotUnderstood(text(node), line_of(node))
                given = self.value(value)
                name, own = declared(declarator, given.kind.plain, self.known)
                self.define(name, given.kind.plain, given, node)
                continue
            assert kind is not None
            name, own = declared(declarator, kind, self.known)
            if "__shared__" in said:
                self._shared(name, own, "extern" in said, node)
            else:
                self._local(name, own, value, node)

    def _shared(self, name: str, kind: Kind, dynamic: bool, node: Node) -> None:
        if dynamic and kind.to is not None:
            at = Slot.SHARED  # behind what is declared with a size, see `Launch`
            program = self.program
            self.bind(name, Term(pointer(kind.to), lambda threads: threads.read(at) + -(-program.shared // 16) * 16))
            program.dynamic = True
            return
        self.bind(name, self.own(kind, True, node))

    def _local(self, name: str, kind: Kind, value: Node | None, node: Node) -> None:
        if kind.count or (kind.to is not None and kind.count == 0 and value is not None and _is_list(value)):
            if kind.count == 0 and kind.to is not None and value is not None:
                kind = Kind(ADDRESS, kind.to, len(value.named_children))
            term = self.own(kind, False, node)
            self.bind(name, term)
            self._fill(term, value, node)
            return
        if value is not None and _is_list(value):
            value = value.named_children[0] if value.named_children else None
        given = None if value is None else self.value(value)
        if kind.const and given is not None and given.number is not None and kind.to is None:
            self.known.constants[name] = kind.plain, self.converted(given, kind).number
        self.define(name, kind, given, node)

    def _fill(self, array: Term, value: Node | None, node: Node) -> None:
        if value is None:
            return
        of, items = array.kind, _flat(value, array.kind)
        while of.count and of.to is not None:
            of = of.to
        row = Term(pointer(of), array.ask)
        for number, item in enumerate(items):
            given = constant(of, 0) if item is None else self.value(item)
            self.assign(self._item(row, constant(INT, number), node, ""), given, node)

    def define(self, name: str, kind: Kind, value: Term | None, node: Node) -> Term:
        """A new variable: in memory if something asks for its address."""
        term = self.own(kind, False, node) if name in self._addressed else self.variable(kind)
        if value is not None:
            self.assign(term, value, node)
        elif term.slot >= 0:
            self.assign(term, constant(kind.plain, 0), node)
        self.bind(name, term)
        return term

    # -- branches ------------------------------------------------------------------------------

    def _if(self, node: Node) -> None:
        condition, then = node.child_by_field_name("condition"), node.child_by_field_name("consequence")
        other = node.child_by_field_name("alternative")
        assert condition is not None and then is not None
        branch = self.branch(self.value(condition))
        self._inside(then)
        if other is None:
            self.land(branch)
            return
        jump = self.jump()
        self.land(branch)
        for child in other.named_children if other.type == "else_clause" else [other]:
            self._inside(child)
        self.land(jump)

    def _inside(self, node: Node) -> None:
        self.scopes.append({})
        self.statement(node)
        self.scopes.pop()

    def _switch(self, node: Node) -> None:
        condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
        assert condition is not None and body is not None
        value = self.value(condition)
        value = self.kept(value.kind, value.ask)
        cases = [child for child in body.named_children if child.type == "case_statement"]
        loop = _Loop()
        if self._loops:
            loop.continues = self._loops[-1].continues
        self._loops.append(loop)
        entries: list[Jump] = []
        for case in cases:
            wanted = case.child_by_field_name("value")
            if wanted is not None:
                branch = self.branch(self.computed("==", value, self.value(wanted), case))
                entries.append(self.jump())
                self.land(branch)
            else:
                entries.append(Jump())
        default = next((at for at, case in enumerate(cases) if case.child_by_field_name("value") is None), None)
        loop.breaks.append(self.jump())
        self.scopes.append({})
        for at, case in enumerate(cases):
            self.land(entries[at])
            if at == default:
                self.land(loop.breaks[0])
            wanted = case.child_by_field_name("value")
            for child in case.named_children:
                if child != wanted:
                    self.statement(child)
        self.scopes.pop()
        self.land(*(loop.breaks if default is None else loop.breaks[1:]))
        self._loops.pop()

    # -- loops ---------------------------------------------------------------------------------

    def _while(self, node: Node) -> None:
        self._looped(node, node.child_by_field_name("condition"), None)

    def _for(self, node: Node) -> None:
        self.scopes.append({})
        first = node.child_by_field_name("initializer")
        if first is not None and first.type == "declaration":
            self.statement(first)
        elif first is not None:
            self.term(first)
        self._looped(node, node.child_by_field_name("condition"), node.child_by_field_name("update"))
        self.scopes.pop()

    def _looped(self, node: Node, condition: Node | None, update: Node | None) -> None:
        begin, sites, loop = len(self.code), len(self.program.sites), _Loop()
        term = None if condition is None else self.value(condition)
        pure = term is not None and len(self.code) == begin
        leave = [] if term is None or term.number else [self.branch(term)]
        self._loops.append(loop)
        body = node.child_by_field_name("body")
        assert body is not None
        self._inside(body)
        self._loops.pop()
        self.land(*loop.continues)
        if update is not None:
            self.term(update)
        only = term is not None and pure and not loop.breaks
        self.again(self._deciding(node, (begin, sites), term if only else None))
        self.land(*leave, *loop.breaks)

    def _do(self, node: Node) -> None:
        begin, sites, loop = len(self.code), len(self.program.sites), _Loop()
        self._loops.append(loop)
        body, condition = node.child_by_field_name("body"), node.child_by_field_name("condition")
        assert body is not None and condition is not None
        self._inside(body)
        self._loops.pop()
        self.land(*loop.continues)
        before = len(self.code)
        term = self.value(condition)
        pure = len(self.code) == before
        if term.number is not None and not term.number:  # `do { } while (0)`
            self.land(*loop.breaks)
            return
        branch = self.branch(term)
        self.again(self._deciding(node, (begin, sites), term if pure and not loop.breaks else None))
        self.land(branch, *loop.breaks)

    def _deciding(self, node: Node, begin: tuple[int, int], term: Term | None) -> Again:
        found = Deciding(self, node, self.program.sites[begin[1] :])
        condition = None if term is None or found.returns else truth_of(term)
        return Again(begin[0], found.slots, found.asks, found.timed, found.sites, condition)

    def _break(self, node: Node) -> None:
        self._loops[-1].breaks.append(self.jump())

    def _continue(self, node: Node) -> None:
        self._loops[-1].continues.append(self.jump())

    # -- functions -----------------------------------------------------------------------------

    def _return(self, node: Node) -> None:
        value = next((child for child in node.named_children if child.type != "comment"), None)
        if not self._returns:
            self.code.append(End())
            return
        result, jumps = self._returns[-1]
        if value is not None and result is not None:
            self.assign(result, self.value(value), node)
        jumps.append(self.jump())

    def body(self, definition: Node, begin: Callable[[], object]) -> Term:
        body = definition.child_by_field_name("body")
        assert body is not None
        check(definition)
        said = text(definition.child_by_field_name("type"))
        result = None if said == "void" else self.variable(base_kind(definition, self.known))
        jumps: list[Jump] = []
        self._returns.append((result, jumps))
        loops, addressed = self._loops, self._addressed
        self._loops, self._addressed = [], addresses_in(body)
        begin()
        self.statement(body)
        self._loops, self._addressed = loops, addressed
        self._returns.pop()
        self.land(*jumps)
        return result or constant(INT, 0)

    def kernel(self, definition: Node) -> None:
        """The whole of a kernel.

        Raises:
            NotUnderstood: something in it is not supported.
        """
        body = definition.child_by_field_name("body")
        [declarator] = descendants(definition, "function_declarator")[:1]
        given = declarator.child_by_field_name("parameters")
        assert body is not None and given is not None
        self._addressed = addresses_in(body)
        copies = []
        for parameter in given.named_children:
            if parameter.type != "parameter_declaration" or text(parameter) == "void":
                continue
            kind = base_kind(parameter, self.known)
            name, kind = declared(parameter.child_by_field_name("declarator"), kind, self.known)
            if kind.count and kind.to is not None:
                kind = pointer(kind.to)
            term = self.variable(kind)
            self.program.parameters.append((kind.plain, term.slot))
            self.bind(name, term)
            if name in self._addressed:
                copies.append((name, kind, term, parameter))
        for name, kind, term, parameter in copies:
            self.define(name, kind, term, parameter)
        self.statement(body)
        self.code.append(End())


def check(definition: Node) -> None:
    """Refuse a function that the parser does not understand.

    Raises:
        NotUnderstood: it is one.
    """
    if definition.has_error:
        raise NotUnderstood("what the parser takes for an error", line_of(definition))


def addresses_in(body: Node) -> frozenset[str]:
    """The names of variables whose addresses are asked for."""
    found = (node for node in descendants(body, "pointer_expression") if text(node).startswith("&"))
    arguments = (node.child_by_field_name("argument") for node in found)
    return frozenset(text(node) for node in arguments if node is not None and node.type == "identifier")


def _flat(value: Node, kind: Kind) -> list[Node | None]:
    """What each item of an array is set to by a list; None: to zero.

    Raises:
        NotUnderstood: by something else.
    """
    if not kind.count or kind.to is None:
        return [value]
    if not _is_list(value) or len(value.named_children) > kind.count:
        raise NotUnderstood(text(value), line_of(value))
    rows: list[Node | None] = [item for child in value.named_children for item in _flat(child, kind.to)]
    of = kind
    count = 1
    while of.count and of.to is not None:
        count, of = count * of.count, of.to
    return rows + [None] * (count - len(rows))


def _is_list(node: Node) -> bool:
    return node.type == "initializer_list"


def written(
    code: str, name: str, options: Iterable[str] = (), variables: Callable[[str], int] = lambda name: 0
) -> Program:
    """The instructions of a kernel.

    Args:
        variables: the address of each of the module's variables.

    Raises:
        NotUnderstood: something in it is not supported.
    """
    source = parsed(code, tuple(options))
    bare, _, types = name.partition("<")
    function = source.functions.get(bare.strip())
    if function is None:
        raise NotUnderstood(f"the kernel {name}, which the text does not define")
    check(function.node)
    program = Program(name)
    writer = Statements(source, program, variables)
    arguments = [part.strip() for part in types.rstrip(" >").split(",") if part.strip()]
    if len(arguments) != len(function.template):
        raise NotUnderstood(f"the template {bare}", line_of(function.node))
    for parameter, argument in zip(function.template, arguments, strict=True):
        kind = source.known.types.get(argument) or named(argument.split())
        if kind is None and argument.isdecimal():
            writer.known.constants[parameter] = INT, np.int32(int(argument))
        elif kind is None:
            raise NotUnderstood(f"the type {argument}")
        else:
            writer.known.types[parameter] = kind
    try:
        writer.kernel(function.node)
    except (AssertionError, AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError) as error:
        raise NotUnderstood(f"something that cannot be interpreted ({type(error).__name__})") from error
    return program


_METHODS: dict[str, Callable[[Statements, Node], None]] = {
    "compound_statement": Statements._block,
    "expression_statement": Statements._expression,
    "declaration": Statements._declaration,
    "if_statement": Statements._if,
    "switch_statement": Statements._switch,
    "while_statement": Statements._while,
    "for_statement": Statements._for,
    "do_statement": Statements._do,
    "break_statement": Statements._break,
    "continue_statement": Statements._continue,
    "return_statement": Statements._return,
}
