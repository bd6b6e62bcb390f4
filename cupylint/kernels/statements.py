"""Statements and expressions of CUDA C, from the syntax tree to the model."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from cupylint.kernels.declarations import base_type, declared, is_array
from cupylint.kernels.grammar import text
from cupylint.kernels.model import (
    UNKNOWN_TYPE,
    Address,
    Assign,
    Block,
    Call,
    Cast,
    Const,
    CType,
    Declare,
    Evaluate,
    Expr,
    If,
    Jump,
    Load,
    Loop,
    Name,
    Opaque,
    Operation,
    Scope,
    Span,
    Statement,
)
from cupylint.kernels.vocabulary import BUILT_IN, RESERVED

if TYPE_CHECKING:
    from tree_sitter import Node

_DEEPEST = 120
_CASTS = ("static_cast", "reinterpret_cast", "const_cast", "dynamic_cast")
_INTEGER = re.compile(r"(0[xX][0-9a-fA-F']+|[0-9']+)[uUlL]*$")
_CHAINS = ("+", "*", "&&", "||", "|", ",")
_NOTHING = (
    "comment", "preproc_call", "preproc_def", "preproc_function_def", "preproc_include", "using_declaration",
    "alias_declaration", "type_definition", "namespace_alias_definition", "static_assert_declaration", ";",
)  # fmt: skip
_BRANCHES = ("preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif")


class NotUnderstood(Exception):
    """Nested deeper than anybody writes by hand, or read wrongly, as the keyword for a name shows."""


def _span(node: Node) -> Span:
    return node.start_byte, node.end_byte


class Converter:
    """Turns nodes of the syntax tree into parts of the model."""

    def __init__(self) -> None:
        self._depth = 0

    def block(self, node: Node | None) -> Block:
        """The statements that `node` is or holds.

        Raises:
            NotUnderstood: nested deeper than this module follows, or read wrongly.
        """
        if node is None:
            return ()
        self._enter()
        try:
            if node.type in ("compound_statement", "else_clause", "case_statement"):
                value = node.child_by_field_name("value")
                found: list[Statement] = []
                for child in node.named_children:
                    if value is None or child != value:
                        found.extend(self._statement(child))
                return tuple(found)
            return tuple(self._statement(node))
        finally:
            self._depth -= 1

    def _enter(self) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise NotUnderstood

    # -- statements ----------------------------------------------------------------------------------

    def _statement(self, node: Node) -> Iterable[Statement]:
        convert = _STATEMENTS.get(node.type)
        if convert is not None:
            return convert(self, node)
        if node.type.endswith("_expression"):
            return [Evaluate(self.expression(node), _span(node))]
        return [Jump("unknown", None, _span(node))]  # goto, labels, try, loops over ranges, nested types

    def _evaluate(self, node: Node) -> list[Statement]:
        return [Evaluate(self.expression(child), _span(node)) for child in _parts(node)]

    def _if(self, node: Node) -> list[Statement]:
        before, condition = self._condition(node)
        then, other = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
        return [*before, If(condition, self.block(then), self.block(other), _span(node))]

    def _switch(self, node: Node) -> list[Statement]:
        before, condition = self._condition(node)
        return [*before, Scope(self.block(node.child_by_field_name("body")), condition, _span(node))]

    def _return(self, node: Node) -> list[Statement]:
        values = _parts(node)
        return [Jump("return", self.expression(values[0]) if values else None, _span(node))]

    def _condition(self, node: Node) -> tuple[list[Statement], Expr]:
        clause = node.child_by_field_name("condition")
        if clause is None:
            return [], Opaque((), _span(node))
        if clause.type == "condition_clause":
            value = clause.child_by_field_name("value")
            if value is None or clause.child_by_field_name("initializer") is not None:
                return [], Opaque((), _span(clause))
            if value.type == "declaration":
                name, kind, initial = declared(value.child_by_field_name("declarator"), base_type(value))
                initial = initial or value.child_by_field_name("value")
                if not name or initial is None:
                    return [], Opaque((), _span(clause))
                made = Declare(name, kind, self.expression(initial), "", _span(value))
                return [made], Name(name, _span(value))
            return [], self.expression(value)
        return [], self.expression(clause)

    def _while(self, node: Node) -> list[Statement]:
        before, condition = self._condition(node)
        if before:  # declares what it tests
            return [Jump("unknown", None, _span(node))]
        body = self.block(node.child_by_field_name("body"))
        return [Loop(_unless_true(condition), (), body, node.type == "while_statement", _span(node))]

    def _for(self, node: Node) -> list[Statement]:
        found: list[Statement] = []
        first = node.child_by_field_name("initializer")
        if first is not None:
            if first.type == "declaration":
                found.extend(self._declaration(first))
            else:
                found.append(Evaluate(self.expression(first), _span(first)))
        test, update = node.child_by_field_name("condition"), node.child_by_field_name("update")
        condition = None if test is None else _unless_true(self.expression(test))
        updates = () if update is None else (self.expression(update),)
        body = self.block(node.child_by_field_name("body"))
        # The variable lives in the loop only; a later loop declares its own.
        return [*found, Loop(condition, updates, body, True, _span(node))]

    def _declaration(self, node: Node) -> list[Statement]:
        base = base_type(node)
        words = {text(child) for child in node.children}
        found: list[Statement] = []
        for child in node.children_by_field_name("declarator"):
            name, kind, value = declared(child, base)
            if name in RESERVED:  # MACRO while (...) looks like a declaration
                raise NotUnderstood
            if not name:
                found.append(Evaluate(Opaque((), _span(child)), _span(child)))
                continue
            space = "shared" if "__shared__" in words else "array" if is_array(child) else ""
            initial = None
            if value is not None:
                if value.type in ("argument_list", "initializer_list"):
                    parts = tuple(self.expression(part) for part in value.named_children)
                    simple = len(parts) == 1 and kind.name != ""
                    initial = parts[0] if simple else Opaque(parts, _span(value))
                else:
                    initial = self.expression(value)
            found.append(Declare(name, kind, initial, space, _span(child)))
        return found

    def _preprocessor(self, node: Node) -> list[Statement]:
        """``#if``: either branch can be the one that is compiled, for all threads alike."""
        skipped = [node.child_by_field_name(name) for name in ("condition", "name", "alternative")]
        kept: list[Statement] = []
        for child in node.named_children:
            if child not in skipped:
                kept.extend(self._statement(child))
        other = node.child_by_field_name("alternative")
        return [If(Const(None, _span(node)), tuple(kept), self.block(other), _span(node))]

    # -- expressions ---------------------------------------------------------------------------------

    def expression(self, node: Node) -> Expr:
        """One expression."""
        self._enter()
        try:
            return self._expression(node)
        finally:
            self._depth -= 1

    def _field(self, node: Node, name: str) -> Expr:
        found = node.child_by_field_name(name)
        return Opaque((), _span(node)) if found is None else self.expression(found)

    def _expression(self, node: Node) -> Expr:
        convert = _EXPRESSIONS.get(node.type)
        if convert is not None:
            return convert(self, node)
        return Opaque(tuple(self.expression(child) for child in node.named_children if child.is_named), _span(node))

    def _parenthesized(self, node: Node) -> Expr:
        inner = _parts(node)
        return self.expression(inner[0]) if len(inner) == 1 else Opaque((), _span(node))

    def _unary(self, node: Node) -> Expr:
        return Operation(_operator(node), (self._field(node, "argument"),), _span(node))

    def _conditional(self, node: Node) -> Expr:
        parts = ("condition", "consequence", "alternative")
        return Operation("?:", tuple(self._field(node, name) for name in parts), _span(node))

    def _pointer(self, node: Node) -> Expr:
        operand, span = self._field(node, "argument"), _span(node)
        return Address(operand, span) if _operator(node) == "&" else Load(operand, (), span)

    def _subscript(self, node: Node) -> Expr:
        listed = node.child_by_field_name("indices")
        indices = tuple(self.expression(child) for child in listed.named_children) if listed is not None else ()
        return Load(self._field(node, "argument"), indices, _span(node))

    def _assignment(self, node: Node) -> Expr:
        return Assign(self._field(node, "left"), _operator(node), self._field(node, "right"), _span(node))

    def _update(self, node: Node) -> Expr:
        return Assign(self._field(node, "argument"), _operator(node), Const(1, _span(node)), _span(node))

    def _cast(self, node: Node) -> Expr:
        return Cast(self._type(node.child_by_field_name("type")), self._field(node, "value"), _span(node))

    def _binary(self, node: Node) -> Expr:
        """``a + b + c`` becomes one operation: generated code can have hundreds of operands."""
        span, operator = _span(node), _operator(node)
        operands: list[Expr] = []
        left: Node | None = node
        while left is not None and left.type == node.type and _operator(left) == operator:
            operands.append(self._field(left, "right"))
            node, left = left, left.child_by_field_name("left")
            if operator not in _CHAINS:
                break
        operands.append(self._field(node, "left"))
        return Operation(operator, tuple(reversed(operands)), span)

    def _member(self, node: Node) -> Expr:
        span = _span(node)
        argument = node.child_by_field_name("argument")
        member = text(node.child_by_field_name("field"))
        if argument is not None and argument.type == "identifier" and text(argument) in BUILT_IN:
            return Name(f"{text(argument)}.{member}", span)
        base = self._field(node, "argument")
        if text(node.child_by_field_name("operator")) == "->":
            return Load(base, (), span, member=True)
        return Operation(".", (base,), span)

    def _type(self, node: Node | None) -> CType:
        if node is None:
            return UNKNOWN_TYPE
        base, pointers = base_type(node), 0
        part = node.child_by_field_name("declarator")
        while part is not None:
            if part.type != "abstract_pointer_declarator":
                return UNKNOWN_TYPE
            pointers += 1
            part = part.child_by_field_name("declarator")
        return CType(base.name, pointers, base.const, base.volatile)

    def _call(self, node: Node) -> Expr:
        span = _span(node)
        function, listed = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        arguments: tuple[Expr, ...] = ()
        if listed is not None:
            arguments = tuple(self.expression(child) for child in _parts(listed))
        if function is None:
            return Opaque(arguments, span)
        if function.type == "field_expression":
            name = text(function.child_by_field_name("field")).split("<", 1)[0]
            return Call(name, self._field(function, "argument"), arguments, span)
        if function.type == "primitive_type":  # float(x)
            return Cast(CType(text(function)), arguments[0], span) if len(arguments) == 1 else Opaque(arguments, span)
        name = text(function)
        if function.type == "template_function" and name.split("<", 1)[0] in _CASTS and len(arguments) == 1:
            types = function.child_by_field_name("arguments")
            found = types.named_children[0] if types is not None and types.named_children else None
            return Cast(self._type(found), arguments[0], span)
        return Call(_plain(name), None, arguments, span)


_STATEMENTS: dict[str, Callable[[Converter, Node], Iterable[Statement]]] = {
    **dict.fromkeys(_NOTHING, lambda _, node: ()),
    **dict.fromkeys(_BRANCHES, Converter._preprocessor),
    "expression_statement": Converter._evaluate,
    "declaration": Converter._declaration,
    "compound_statement": Converter.block,
    "case_statement": Converter.block,
    "if_statement": Converter._if,
    "while_statement": Converter._while,
    "do_statement": Converter._while,
    "for_statement": Converter._for,
    "switch_statement": Converter._switch,
    "break_statement": lambda _, node: (Jump("break", None, _span(node)),),
    "continue_statement": lambda _, node: (Jump("continue", None, _span(node)),),
    "return_statement": Converter._return,
}
_LITERALS = ("number_literal", "char_literal", "true", "false", "null", "string_literal", "nullptr")
_EXPRESSIONS: dict[str, Callable[[Converter, Node], Expr]] = {
    **dict.fromkeys(_LITERALS, lambda _, node: Const(_integer(node), _span(node))),
    **dict.fromkeys(("identifier", "qualified_identifier"), lambda _, node: Name(text(node), _span(node))),
    "sizeof_expression": lambda _, node: Const(None, _span(node)),
    "parenthesized_expression": Converter._parenthesized,
    "binary_expression": Converter._binary,
    "comma_expression": Converter._binary,
    "unary_expression": Converter._unary,
    "conditional_expression": Converter._conditional,
    "pointer_expression": Converter._pointer,
    "subscript_expression": Converter._subscript,
    "field_expression": Converter._member,
    "assignment_expression": Converter._assignment,
    "update_expression": Converter._update,
    "cast_expression": Converter._cast,
    "call_expression": Converter._call,
}


def _parts(node: Node) -> list[Node]:
    return [child for child in node.named_children if child.type != "comment"]


def _operator(node: Node) -> str:
    return "," if node.type == "comma_expression" else text(node.child_by_field_name("operator"))


def _plain(name: str) -> str:
    start, end = name.find("<"), name.rfind(">")
    name = (name[:start] + name[end + 1 :] if -1 < start < end else name).replace(" ", "")
    scopes = name.split("::")
    if len(scopes) > 1 and scopes[-2] in ("cg", "cooperative_groups"):
        return f"cg::{scopes[-1]}"
    return scopes[-1] if scopes[0] in ("", "std") else name


def _integer(node: Node) -> int | None:
    if node.type in ("true", "false"):
        return int(node.type == "true")
    match = _INTEGER.match(text(node)) if node.type == "number_literal" else None
    if match is None:
        return None
    digits = match.group(1).replace("'", "")
    try:
        return int(digits, 0) if not digits.startswith("0") or digits[1:2] in "xX" else int(digits, 8)
    except ValueError:
        return None


def _unless_true(condition: Expr) -> Expr | None:
    return None if isinstance(condition, Const) and condition.value not in (0, None) else condition
