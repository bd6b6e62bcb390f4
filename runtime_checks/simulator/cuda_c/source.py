"""The text of a kernel: macros, functions, variables of the module, and what its declarations say of types."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from cupylint.kernels.grammar import descendants, text, tree

from .conditionals import chosen
from .declarations import Known, base_kind, declared, kind_of, number, qualifiers
from .errors import NotUnderstood
from .kinds import Kind, cast

if TYPE_CHECKING:
    from tree_sitter import Node

_DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(\([^()\n]*\))?[ \t]*((?:[^\n\\]|\\\n|\\.)*)$", re.MULTILINE)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_EXPANSIONS = 16


# -- macros ------------------------------------------------------------------------------------


def expanded(code: str, options: Sequence[str] = ()) -> str:
    """`code` with macros replaced; lines stay where they are.

    Raises:
        NotUnderstood: it cannot be told which parts are compiled.
    """
    code = _COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), code)
    macros: dict[str, tuple[list[str] | None, str]] = {}
    for option in options:
        if option.startswith("-D"):
            name, _, value = option[2:].partition("=")
            macros[name] = None, value or "1"
    code = chosen(code, {name: value for name, (_, value) in macros.items()})

    def taken(match: re.Match[str]) -> str:
        names = [part.strip() for part in (match[2] or "")[1:-1].split(",") if part.strip()]
        macros[match[1]] = names if match[2] else None, match[3].replace("\\\n", " ").strip()
        return "\n" * match.group().count("\n")

    code = _DEFINE.sub(taken, code)
    for _ in range(_EXPANSIONS if macros else 0):
        before = code
        for name, (names, value) in macros.items():
            if re.search(rf"\b{name}\b", code):
                code = _replaced(code, name, names, value)
        if code == before:
            break
    return code


def _replaced(code: str, name: str, names: list[str] | None, value: str) -> str:
    if names is None:
        return re.sub(rf"\b{name}\b", lambda _: value, code)
    parts: list[str] = []
    at = 0
    for match in re.finditer(rf"\b{name}\s*\(", code):
        if match.start() < at:
            continue
        given, end = _arguments(code, match.end())
        if len(given) != len(names):
            raise NotUnderstood(f"the macro {name}", code.count("\n", 0, match.start()) + 1)
        parts += [code[at : match.start()], _with(value, dict(zip(names, given, strict=True)))]
        at = end
    return "".join([*parts, code[at:]])


def _with(value: str, names: Mapping[str, str]) -> str:
    return re.sub(r"\w+", lambda word: names.get(word.group(), word.group()), value)


def _arguments(code: str, start: int) -> tuple[list[str], int]:
    """The arguments of a macro from `start` on, and where what comes behind them begins."""
    found: list[str] = []
    depth, begin = 0, start
    for at in range(start, len(code)):
        if code[at] in ")]}" and depth == 0:
            return [*found, code[begin:at].strip()], at + 1
        if code[at] == "," and depth == 0:
            found.append(code[begin:at].strip())
            begin = at + 1
        depth += (code[at] in "([{") - (code[at] in ")]}")
    return found, len(code)


# -- the module --------------------------------------------------------------------------------


@dataclass(slots=True)
class Function:
    """A function of the module, with the parameters of its template."""

    node: Node
    template: tuple[str, ...] = ()


@dataclass(slots=True)
class Source:
    """What a module has.

    Attributes:
        variables: in the memory of the device, with their types and what they are declared to hold.
    """

    functions: dict[str, Function] = field(default_factory=dict)
    known: Known = field(default_factory=Known)
    variables: dict[str, tuple[Kind, Node | None]] = field(default_factory=dict)


@lru_cache(maxsize=64)
def parsed(code: str, options: tuple[str, ...] = ()) -> Source:
    """The module with this text.

    Raises:
        NotUnderstood: nothing can parse it, or it has errors.
    """
    root = tree(expanded(code, options))
    if root is None:
        raise NotUnderstood("CUDA C without tree-sitter and tree-sitter-cuda")
    source = Source()
    for node in _top(root):
        if node.has_error and node.type != "function_definition":
            continue
        with suppress(NotUnderstood):  # names that it would declare are not known where they are used
            _declare(source, node)
    return source


def _declare(source: Source, node: Node) -> None:
    """Take down what stands at the top of a module."""
    if node.type == "function_definition":
        source.functions.setdefault(_name(node), Function(node))
    elif node.type == "template_declaration":
        function = next((part for part in node.named_children if part.type == "function_definition"), None)
        if function is not None:
            source.functions.setdefault(_name(function), Function(function, tuple(_template_names(node))))
    elif node.type == "type_definition":
        kind = base_kind(node, source.known)
        name, kind = declared(node.children_by_field_name("declarator")[0], kind, source.known)
        source.known.types[name] = kind
    elif node.type == "alias_declaration":
        of = node.child_by_field_name("type")
        if of is not None:
            source.known.types[text(node.child_by_field_name("name"))] = kind_of(of, source.known)
    elif node.type == "declaration" and {"__constant__", "__device__"} & qualifiers(node):
        kind = base_kind(node, source.known)
        for declarator in node.children_by_field_name("declarator"):
            name, own = declared(declarator, kind, source.known)
            source.variables[name] = own, declarator.child_by_field_name("value")
    elif node.type == "declaration" and {"const", "constexpr"} & qualifiers(node):
        _note_constants(node, source.known)


def _note_constants(node: Node, known: Known) -> None:
    """Keep the numbers that a declaration gives names to."""
    kind = base_kind(node, known)
    for declarator in node.children_by_field_name("declarator"):
        name, own = declared(declarator, kind, known)
        value = declarator.child_by_field_name("value")
        if value is not None and own.to is None:
            known.constants[name] = own.plain, cast(number(value, known), own.dtype)


def _top(node: Node) -> Iterator[Node]:
    for child in node.named_children:
        if child.type == "linkage_specification":
            body = child.child_by_field_name("body")
            if body is not None and body.type == "declaration_list":
                yield from _top(body)
            elif body is not None:
                yield body
        else:
            yield child


def _name(function: Node) -> str:
    found = descendants(function, "function_declarator")
    return text(found[0].child_by_field_name("declarator")) if found else ""


def _template_names(node: Node) -> Iterator[str]:
    parameters = node.child_by_field_name("parameters")
    for part in [] if parameters is None else parameters.named_children:
        yield text(part.named_children[-1])


_SIZES = {"char": 1, "bool": 1, "short": 2, "int": 4, "unsigned": 4, "float": 4, "double": 8}


def variable(code: str, options: Sequence[str], name: str) -> bytes | None:
    """What a variable of a module holds at first; None if the text declares none of this name."""
    try:
        found = parsed(code, tuple(options)).variables.get(name)
        if found is None:
            return None
        kind, value = found
        items = [] if value is None else value.named_children if value.type == "initializer_list" else [value]
        of = kind
        while of.count and of.to is not None:
            of = of.to
        data = b"".join(cast(number(item, Known()), of.dtype).tobytes() for item in items)
        return data.ljust(kind.size, b"\0")
    except NotUnderstood:  # its size will do
        declared_as = re.search(rf"__(?:constant|device)__[^;]*?\b(\w+)\s+{re.escape(name)}\s*(?:\[(\d+)\])?", code)
        return None if declared_as is None else bytes(int(declared_as[2] or 1) * _SIZES.get(declared_as[1], 8))
