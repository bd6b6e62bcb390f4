"""Names of one function while it is lowered: what is assigned, mentioned, renamed."""

from __future__ import annotations

import libcst as cst


class Names:
    """Bookkeeping of one function's names.

    ``idents`` collects every name and attribute; ``scopes`` maps the loop variables of
    comprehensions to temporaries, since they do not leak into the function.
    """

    def __init__(self, class_name: str = "") -> None:
        self.class_name = class_name
        self.inside_class = ""
        self.assigned: set[str] = set()
        self.foreign: set[str] = set()
        self.idents: set[str] = set()
        self.imports: set[str] = set()
        self.moduli: set[int] = set()
        self.has_modulo = False
        self.has_large = False
        self.is_generator = False
        self.temporaries = 0
        self.homes: list[cst.CSTNode | None] = []  # of temporaries: the statements they belong to
        self.tests: dict[cst.CSTNode, cst.CSTNode] = {}  # test -> its ``if`` statement
        self.scopes: list[dict[str, int]] = []

    def absorb(self, inner: Names) -> None:
        """An inner function's names count for the outer one as well."""
        self.idents |= inner.idents
        self.imports |= inner.imports
        self.moduli |= inner.moduli
        self.has_modulo |= inner.has_modulo
        self.has_large |= inner.has_large

    def push_scope(self) -> None:
        self.scopes.append({})

    def pop_scope(self) -> None:
        self.scopes.pop()

    def rename(self, name: str, temporary: int) -> None:
        self.scopes[-1][name] = temporary

    def renamed(self, name: str) -> str | int:
        """The temporary that `name` stands for in a comprehension, else `name`."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return name


def annotated_name(node: cst.CSTNode) -> str:
    """The class that an annotation names, also as text, beside None or as ``Optional[Class]``; else ''."""
    if isinstance(node, cst.SimpleString):
        text = node.raw_value
        return text if text.replace(".", "").isidentifier() else ""
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.BitOr):
        parts = [annotated_name(part) for part in (node.left, node.right)]
        return parts[0] if parts[1] == "None" else parts[1] if parts[0] == "None" else ""
    if isinstance(node, cst.Subscript) and dotted_name(node.value).rpartition(".")[2] == "Optional":
        element = node.slice[0].slice
        return annotated_name(element.value) if isinstance(element, cst.Index) else ""
    return "" if isinstance(node, cst.Call) else dotted_name(node)


_LISTS = frozenset(("Collection", "Iterable", "List", "Sequence", "Tuple", "list", "tuple"))


def annotated_items(node: cst.CSTNode) -> str:
    """The class that an annotation such as ``list[Class]`` names for the items; else ''."""
    if not isinstance(node, cst.Subscript) or dotted_name(node.value).rpartition(".")[2] not in _LISTS:
        return ""
    element = node.slice[0].slice
    return annotated_name(element.value) if isinstance(element, cst.Index) else ""


def dotted_name(node: cst.CSTNode) -> str:
    """``a.b.c`` of a name or attribute chain (of the called function for a call), else ''."""
    parts: list[str] = []
    while True:
        if isinstance(node, cst.Attribute):
            parts.append(node.attr.value)
            node = node.value
        elif isinstance(node, cst.Name):
            parts.append(node.value)
            return ".".join(reversed(parts))
        elif isinstance(node, cst.Call):
            node = node.func
        else:
            return ""
