"""Types and declared names, from the syntax tree of CUDA C."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.kernels.grammar import text
from cupylint.kernels.model import CType

if TYPE_CHECKING:
    from tree_sitter import Node

_TYPES = (
    "primitive_type", "sized_type_specifier", "type_identifier", "qualified_identifier", "template_type",
    "placeholder_type_specifier", "dependent_type", "struct_specifier", "enum_specifier", "decltype",
)  # fmt: skip
_POINTERS = ("pointer_declarator", "abstract_pointer_declarator", "array_declarator", "abstract_array_declarator")


def base_type(node: Node) -> CType:
    """The type that a declaration, a parameter or a type descriptor begins with, its declarator left out."""
    found = node.child_by_field_name("type")
    name = " ".join(text(found).split()) if found is not None and found.type in _TYPES else ""
    words = {text(child) for child in node.children if child.type == "type_qualifier"}
    words |= {text(child) for child in node.children if child.type == "storage_class_specifier"}
    if name == "auto":
        name = ""
    name = name.removeprefix("std::")
    return CType(name, 0, bool(words & {"const", "constexpr"}), "volatile" in words)


def declared(node: Node | None, base: CType) -> tuple[str, CType, Node | None]:
    """The name, the type and the initial value of one declarator.

    Returns:
        name "" for one that has none or is not understood (a pointer to a function).
    """
    pointers, restrict, value = 0, False, None
    while node is not None and node.type not in ("identifier", "field_identifier"):
        if node.type in _POINTERS:
            pointers += 1
            restrict = restrict or any("restrict" in text(child) for child in node.children)
        elif node.type == "init_declarator":
            value = node.child_by_field_name("value")
        elif node.type == "reference_declarator":
            inner = [child for child in node.named_children if child.type != "type_qualifier"]
            node = inner[-1] if inner else None
            continue
        elif node.type == "parenthesized_declarator":
            node = node.named_children[0] if node.named_children else None
            continue
        else:
            return "", base, value
        node = node.child_by_field_name("declarator")
    return text(node), CType(base.name, pointers, base.const, base.volatile, restrict), value


def is_array(node: Node) -> bool:
    """Whether a declarator makes an array."""
    while node is not None and node.type == "init_declarator":
        inner = node.child_by_field_name("declarator")
        if inner is None:
            return False
        node = inner
    return node.type == "array_declarator"
