"""What the declarations in a kernel's text say of types."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cupylint.kernels.grammar import text

from .arithmetic import COMPARING, COMPUTING, SHIFTS
from .constants import literal
from .errors import NotUnderstood, line_of
from .kinds import BOOL, INT, ULONG, Kind, cast, common, named, pointer

if TYPE_CHECKING:
    from tree_sitter import Node

_QUALIFIERS = frozenset(("const", "__restrict__", "restrict", "volatile", "static", "extern", "inline", "register"))


@dataclass(frozen=True, slots=True)
class Known:
    """Names of types, and of numbers that never change."""

    types: dict[str, Kind] = field(default_factory=dict)
    constants: dict[str, tuple[Kind, Any]] = field(default_factory=dict)


def qualifiers(node: Node) -> set[str]:
    """The words of a declaration beside its type: ``const``, ``__shared__`` and so on."""
    kinds = ("type_qualifier", "storage_class_specifier")
    return {text(child) for child in node.children if child.type in kinds or child.type.startswith("__")}


def base_kind(node: Node, known: Known) -> Kind:
    """The type at the begin of a declaration.

    Raises:
        NotUnderstood: it is none of a number.
    """
    specifier = node.child_by_field_name("type")
    words = text(specifier).replace("std::", "").split()
    kind = known.types.get(" ".join(words)) or named([word for word in words if word not in _QUALIFIERS])
    if words == ["void"]:
        kind = INT
    if kind is None:
        raise NotUnderstood(f"the type {text(specifier)}", line_of(node))
    said = qualifiers(node)
    return replace(kind, volatile="volatile" in said, const="const" in said)


_POINTERS = ("pointer_declarator", "abstract_pointer_declarator")
_ARRAYS = ("array_declarator", "abstract_array_declarator")


def declared(node: Node | None, kind: Kind, known: Known) -> tuple[str, Kind]:
    """The name that a declarator declares, and its type, which begins with `kind`. An array without size has 0 items.

    Raises:
        NotUnderstood: it is something else than a number, a pointer or an array.
    """
    if node is None:
        return "", kind
    inner = node.child_by_field_name("declarator")
    if node.type in ("identifier", "type_identifier", "field_identifier"):
        return text(node), kind
    if node.type in _POINTERS:
        return declared(inner, pointer(kind), known)
    if node.type in _ARRAYS:
        size = node.child_by_field_name("size")
        count = 0 if size is None else int(number(size, known))
        return declared(inner, Kind(pointer(kind).dtype, kind, count), known)
    if node.type in ("init_declarator", "parenthesized_declarator"):
        return declared(inner or node.named_children[0], kind, known)
    raise NotUnderstood(f"the declaration {text(node)}", line_of(node))


def kind_of(node: Node, known: Known) -> Kind:
    """The type that stands in a cast or a list of template arguments."""
    return declared(node.child_by_field_name("declarator"), base_kind(node, known), known)[1]


def number(node: Node, known: Known) -> Any:
    """The value of an expression of literals, as the size of an array is.

    Raises:
        NotUnderstood: it is something else.
    """
    return _number(node, known)[1]


def _number(node: Node, known: Known) -> tuple[Kind, Any]:
    if node.type == "parenthesized_expression":
        return _number(node.named_children[0], known)
    if node.type == "sizeof_expression" and (of := node.child_by_field_name("type")) is not None:
        return ULONG, np.uint64(kind_of(of, known).size)
    if node.type == "binary_expression":
        left, right = (_number(child, known) for child in (node.named_children[0], node.named_children[-1]))
        sign = text(node.child_by_field_name("operator"))
        function = COMPUTING.get(sign) or SHIFTS.get(sign) or COMPARING.get(sign)
        if function is not None:
            kind = common(left[0], right[0])
            value = function(cast(left[1], kind.dtype), cast(right[1], kind.dtype))
            return (BOOL if sign in COMPARING else kind), value
    if node.type == "identifier" and text(node) in known.constants:
        return known.constants[text(node)]
    if node.type in ("number_literal", "true", "false"):
        return literal(node)
    raise NotUnderstood(f"{text(node)}, whose value the text does not tell", line_of(node))
