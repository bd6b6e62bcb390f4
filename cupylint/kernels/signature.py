"""Which arguments a CUDA kernel reads and writes, from its source text.

Parsed with tree-sitter's CUDA grammar; without it, or where the source has errors, nothing is claimed.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from cupylint.kernels.grammar import descendants, tree

if TYPE_CHECKING:
    from tree_sitter import Node


@lru_cache(maxsize=64)
def kernel_modes(code: str, name: str) -> tuple[str, ...] | None:
    """How the ``__global__`` function `name` uses each parameter.

    Returns:
        for each parameter "r" (read through the pointer), "w", "rw" or "v" (passed by value, or
        volatile: shared on purpose with whoever writes it); None if the source does not parse or
        has no such function.
    """
    root = tree(code)
    if root is None:
        return None
    wanted = name.split("<", 1)[0].encode(errors="replace")
    for definition in descendants(root, "function_definition"):
        declarator = next(iter(descendants(definition, "function_declarator")), None)
        if declarator is None or wanted not in _identifiers(declarator.child_by_field_name("declarator")):
            continue
        body = definition.child_by_field_name("body")
        if body is None or definition.has_error:
            return None
        functions = _Functions(root)
        return tuple(_mode(part, body, functions) for part in _parameters(declarator))
    return None


class _Functions:
    """The functions of a source that a kernel may call.

    Args:
        depth: how many calls are followed inside one another.
    """

    def __init__(self, root: Node, depth: int = 3) -> None:
        self._root = root
        self._depth = depth

    def mode(self, called: bytes, position: int) -> str:
        """How a function uses what it is given at a position; "rw" if that is not known."""
        found = self._by_name.get(called, ()) if self._depth else ()
        if len(found) != 1:
            return "rw"
        declarator, definition = found[0]
        body, parameters = definition.child_by_field_name("body"), _parameters(declarator)
        if body is None or position >= len(parameters):
            return "rw"
        mode = _mode(parameters[position], body, self._inside)
        return "rw" if mode == "v" else mode

    @cached_property
    def _inside(self) -> _Functions:
        inner = _Functions(self._root, self._depth - 1)
        inner._by_name = self._by_name
        return inner

    @cached_property
    def _by_name(self) -> dict[bytes, list[tuple[Node, Node]]]:
        """Declarators and definitions."""
        found: dict[bytes, list[tuple[Node, Node]]] = {}
        for definition in descendants(self._root, "function_definition"):
            declarator = next(iter(descendants(definition, "function_declarator")), None)
            name = None if declarator is None else declarator.child_by_field_name("declarator")
            if declarator is not None and name is not None:
                found.setdefault(name.text or b"", []).append((declarator, definition))
        return found


def _parameters(declarator: Node) -> list[Node]:
    found = declarator.child_by_field_name("parameters")
    return [] if found is None else [part for part in found.named_children if part.type == "parameter_declaration"]


def _identifiers(node: Node | None) -> set[bytes]:
    if node is None:
        return set()
    return {part.text or b"" for part in descendants(node, "identifier")}


def _mode(parameter: Node, body: Node, functions: _Functions) -> str:
    text = (parameter.text or b"").decode(errors="replace")
    if "*" not in text and "&" not in text and "[" not in text:
        return "v"
    if "volatile" in text.split("*")[0].split():
        return "v"  # made to be changed while the kernel runs
    if "const" in text.split("*")[0].split():
        return "r"
    names = _identifiers(parameter.child_by_field_name("declarator"))
    if len(names) != 1:
        return "rw"
    return _use(next(iter(names)), body, functions)


def _use(name: bytes, body: Node, functions: _Functions) -> str:
    """How a non-const pointer is used: plain element reads and writes are told apart, also in functions it calls."""
    modes = {_access(use, functions) for use in descendants(body, "identifier") if use.text == name}
    return modes.pop() if len(modes) == 1 else "rw" if modes else "r"


def _access(use: Node, functions: _Functions) -> str:
    """How one mention of a pointer uses the memory; "rw" also where the address goes elsewhere."""
    access = use.parent
    if access is not None and access.type == "argument_list":
        return _given(use, access, functions)
    if access is None or access.type not in ("subscript_expression", "pointer_expression") or _is_address(access):
        return "rw"
    outer = access.parent
    if outer is None or (access.type == "subscript_expression" and access.child_by_field_name("argument") != use):
        return "r"
    if outer.type == "assignment_expression" and outer.child_by_field_name("left") == access:
        operator = outer.child_by_field_name("operator")
        return "w" if operator is None or operator.text == b"=" else "rw"
    return "rw" if outer.type in ("update_expression", "field_expression") or _is_address(outer) else "r"


def _given(use: Node, arguments: Node, functions: _Functions) -> str:
    """How a function uses a pointer that it is given."""
    called = None if arguments.parent is None else arguments.parent.child_by_field_name("function")
    position = [part.id for part in arguments.named_children if part.type != "comment"].index(use.id)
    return "rw" if called is None or called.type != "identifier" else functions.mode(called.text or b"", position)


def _is_address(node: Node) -> bool:
    return node.type == "pointer_expression" and (node.text or b"").startswith(b"&")
