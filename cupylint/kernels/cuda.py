"""CUDA C to kernels (`cupylint.kernels.model`), through tree-sitter's grammar."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cupylint.kernels.declarations import base_type, declared
from cupylint.kernels.grammar import descendants, errors, fits, text, tree
from cupylint.kernels.model import CType, Function, Global, Parameter, Source
from cupylint.kernels.statements import Converter, NotUnderstood

if TYPE_CHECKING:
    from tree_sitter import Node

_NUMBER = re.compile(
    r"\(?\s*(?:-\s*)?(?:0[xX][0-9a-fA-F]+|[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?)[uUlLfF]*\s*(?:\)\s*)?(?://.*)?"
)
_OUTER = (
    "translation_unit", "preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif", "linkage_specification",
    "declaration_list", "template_declaration", "namespace_definition",
)  # fmt: skip


def parse(code: str, *, element: bool = False) -> Source | None:
    """The functions of a CUDA source.

    Functions with a syntax error, or nested too deeply, are left out; their places are told. So is the beginning of a
    source that is too large or too deep to be parsed at all.

    Args:
        element: `code` is the body of an elementwise kernel, already wrapped into a function.

    Returns:
        None where the grammar is not installed.
    """
    source = Source(element=element)
    if not fits(code):
        source.errors = ((0, 1),)  # nothing of it is looked at
        return source
    root = tree(code)
    if root is None:
        return None
    unread = errors(root)
    constants: set[str] = set()
    macros: set[str] = set()
    functions: list[Function] = []
    stack = [root]
    while stack:
        node = stack.pop()
        if node.type == "function_definition":
            try:
                function = _function(node)
            except NotUnderstood:
                unread.append((node.start_byte, node.end_byte))
            else:
                functions += [function] if function is not None else []
        elif node.type == "declaration":
            _globals(node, source.globals)
        else:
            _names(node, constants, macros)
        if node.type in _OUTER:
            stack.extend(reversed(node.children))
    constants.update(name for name, item in source.globals.items() if item.space == "")
    source.errors = tuple(sorted(unread))
    source.functions = tuple(functions)
    source.constants = frozenset(constants - macros)
    source.macros = frozenset(macros)
    return source


def _names(node: Node, constants: set[str], macros: set[str]) -> None:
    """The names that a node outside functions gives a value, or a text."""
    if node.type == "preproc_def":
        number = _NUMBER.fullmatch(text(node.child_by_field_name("value")))
        (constants if number else macros).add(text(node.child_by_field_name("name")))
    elif node.type == "preproc_function_def":
        macros.add(text(node.child_by_field_name("name")))
    elif node.type == "enum_specifier":
        constants.update(text(item.child_by_field_name("name")) for item in descendants(node, "enumerator"))
    elif node.type == "template_declaration":
        constants.update(_template_values(node))


def _template_values(node: Node) -> set[str]:
    parameters = node.child_by_field_name("parameters")
    found = set()
    for child in parameters.named_children if parameters is not None else ():
        if child.type in ("parameter_declaration", "optional_parameter_declaration"):
            found.add(declared(child.child_by_field_name("declarator"), base_type(child))[0])
    return found - {""}


def _globals(node: Node, found: dict[str, Global]) -> None:
    base = base_type(node)
    words = {text(child) for child in node.children}
    if "__shared__" in words:
        space = "shared"
    elif "__constant__" in words:
        space = "constant"
    elif words & {"__device__", "__managed__"}:
        space = "device"
    elif base.const:
        space = ""
    else:
        return
    for child in node.children_by_field_name("declarator"):
        name, kind, _ = declared(child, base)
        if name:
            found[name] = Global(kind, "constant" if space == "device" and kind.const and not kind.pointers else space)


def _function(node: Node) -> Function | None:
    declarator = node.child_by_field_name("declarator")
    while declarator is not None and declarator.type != "function_declarator":
        declarator = declarator.child_by_field_name("declarator")
    body = node.child_by_field_name("body")
    if declarator is None or body is None or node.has_error:
        return None
    listed = declarator.child_by_field_name("parameters")
    parameters = []
    for part in listed.named_children if listed is not None else ():
        if part.type in ("parameter_declaration", "optional_parameter_declaration"):
            name, kind, _ = declared(part.child_by_field_name("declarator"), base_type(part))
            if descendants(part, "reference_declarator"):
                kind = CType("", kind.pointers + 1, kind.const, kind.volatile)
            parameters.append(Parameter(name, kind))
    name = text(declarator.child_by_field_name("declarator")).split("<", 1)[0].strip()
    kernel = any(child.type == "__global__" or text(child) == "__global__" for child in node.children)
    block = Converter().block(body)
    return Function(name, tuple(parameters), block, kernel, (node.start_byte, node.end_byte))
