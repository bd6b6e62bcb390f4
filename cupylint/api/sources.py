"""Reads what a package defines from its sources: Python, and the Cython of ``.pyx`` and ``.pxd`` files.

Only what Python code can see is kept. Both languages are read line by logical line: blocks under
``if``, ``try``, ``with`` and the like count as if they stood outside, so that what is defined on any
platform is there. Whatever is not understood becomes a value about which nothing is claimed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import field
from pathlib import Path

from cupylint.records import dataclass

_TOKEN = re.compile(
    r"""(?P<string>[rRbBuUfF]{0,2}(?:'{3}.*?'{3}|"{3}.*?"{3}|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"))"""
    r"""|(?P<comment>\#[^\n]*)|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<joined>\\\n)|(?P<end>\n)""",
    re.DOTALL,
)
_BLOCK = re.compile(r"(if|elif|else|try|except|finally|with|for|while|IF|ELIF|ELSE|cdef extern)\b")
_DEF = re.compile(r"(?:async )?def (\w+)\s*(?:\[[^(]*\])?\(")
_CPDEF = re.compile(r"cpdef\s[^(=]*?(\w+)\s*\(")
_CLASS = re.compile(r"(?:cdef (?:public )?)?class (\w+)\s*(?:\(|:)")
_VISIBLE = re.compile(r"(?:cdef\s+)?(?:public|readonly)\s+(.*)")
_SELF = re.compile(r"\b(?:self|cls)\.(\w+)")
_ATTRIBUTE = re.compile(r"(\w+)\.(\w+)\s*=(?!=)")
_UFUNC = re.compile(r"(?:[\w.]+\.)?(?:create_ufunc|create_math_ufunc)\(")
_HARMLESS = re.compile(r"@\s*(cython\.|contextlib\.contextmanager|_?(cupy\.)?_?util\.memoize|staticmethod|classmethod)")


@dataclass(frozen=True, slots=True)
class Parameters:
    """The keywords that a call may have; `anything` if that is not known."""

    keywords: tuple[str, ...] = ()
    anything: bool = False


UFUNC = Parameters(("out", "dtype", "casting"))


@dataclass(slots=True)
class ClassSource:
    """A class; `open` if it may have members that its source does not name."""

    bases: tuple[str, ...] = ()
    members: dict[str, Parameters | None] = field(default_factory=dict)
    mentioned: set[str] = field(default_factory=set)  # as `self.name`
    open: bool = False


@dataclass(frozen=True, slots=True)
class Import:
    """A name bound by an import or by ``name = other.name``; without a module, `name` is looked up in place."""

    module: str
    name: str = ""


Binding = Parameters | ClassSource | Import | None
"""What a name is bound to: a function, a class, a name elsewhere, or a value (None)."""


@dataclass(slots=True)
class ModuleSource:
    """One module: its names, the modules it takes everything from, and whether it may have other names too."""

    bindings: dict[str, list[Binding]] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)
    lists: dict[str, list[str]] = field(default_factory=dict)  # those of names as strings
    looked_up: list[str] = field(default_factory=list)  # the lists that `__getattr__` looks into
    open: bool = False

    def bind(self, name: str, binding: Binding) -> None:
        """Add one more thing that `name` may be bound to."""
        self.bindings.setdefault(name, []).append(binding)


def logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """The indentation and the text of each statement's line; strings become empty, comments vanish."""
    depth = start = 0
    parts: list[str] = []
    for match in _TOKEN.finditer(text + "\n"):
        parts.append(text[start : match.start()])
        start = match.end()
        if match["string"]:
            quoted = match["string"].strip("rRbBuUfF")
            word = quoted[1:-1]
            parts.append(f"'{word}'" if word.isidentifier() and not quoted.startswith(("'''", '"""')) else "''")
        elif match["open"]:
            depth += 1
            parts.append(match["open"])
        elif match["close"]:
            depth -= 1
            parts.append(match["close"])
        elif match["end"] and depth > 0:
            parts.append(" ")
        elif match["end"]:
            line = "".join(parts)
            parts = []
            depth = 0
            if line.strip():
                yield len(line) - len(line.lstrip()), line.strip()


def parameters(text: str, *, method: bool) -> Parameters:
    """The keywords of a ``def`` or ``cpdef`` line; the first parameter of a `method` is not one of them."""
    names: list[str] = []
    for part in _split(text[text.index("(") + 1 :]):
        word = re.split(r"[=:]", _outside_brackets(part), maxsplit=1)[0]
        word = word.replace(" not None", "").replace(" or None", "").strip()
        if word.startswith("**"):
            return Parameters(anything=True)
        if word == "/":
            names = []
            method = False
        elif word and not word.startswith("*"):
            names.append(word.split()[-1].lstrip("*&"))
    return Parameters(tuple(names[1:] if method else names))


def read(root: Path, module: str) -> ModuleSource | None:
    """The source of a module or package below `root`, None if there is none."""
    base = root.joinpath(*module.split("."))
    for path in (base / "__init__.py", base.with_suffix(".py"), base.with_suffix(".pyx")):
        if path.is_file():
            package = module if path.name == "__init__.py" else module.rpartition(".")[0]
            found = ModuleSource()
            _read(path.read_text(encoding="utf-8"), package, found)
            if path.suffix == ".pyx" and path.with_suffix(".pxd").is_file():
                _read(path.with_suffix(".pxd").read_text(encoding="utf-8"), package, found, declarations=True)
            for name in [name for item in found.looked_up for name in found.lists.get(item, [])]:
                found.bind(name, None)
            return found
    return None


def _read(text: str, package: str, found: ModuleSource, *, declarations: bool = False) -> None:
    reader = _Reader(package, found, declarations)
    for indent, line in logical_lines(text):
        reader.line(indent, line)


class _Reader:
    """Reads one file line by line."""

    def __init__(self, package: str, found: ModuleSource, declarations: bool) -> None:
        self._package, self._found, self._declarations = package, found, declarations
        # Open blocks: their indentation, what they are, and the class they define. Plain blocks are no frames.
        self._frames: list[tuple[int, str, ClassSource | None]] = [(-1, "module", None)]
        self._decorators: list[str] = []

    def line(self, indent: int, line: str) -> None:
        while indent <= self._frames[-1][0]:
            self._frames.pop()
        kind, owner = self._frames[-1][1:]
        self._mention(_SELF.findall(line))
        if kind == "getattr":
            _known_to_getattr(line, self._found)
        elif match := (re.search if kind == "function" else re.match)(r"\bsetattr\((\w+)", line):
            _opened(match[1], self._frames, self._found)
        if kind in ("function", "getattr"):
            return
        if line.startswith("@"):
            self._decorators.append(line)
            return
        if kind == "enum":
            for name in re.findall(r"(\w+)\s*(?:=[^,]*)?(?:,|$)", line):
                self._found.bind(name, None)
        elif (block := self._block(line, kind, owner)) is not None:
            self._frames.append((indent, *block))
        else:
            self._statement(line, owner)
        self._decorators = []

    def _mention(self, names: list[str]) -> None:
        owner = next((item[2] for item in reversed(self._frames) if item[2] is not None), None)
        if owner is not None:
            owner.mentioned.update(name for name in names if not name.startswith("_"))

    def _block(self, line: str, kind: str, owner: ClassSource | None) -> tuple[str, ClassSource | None] | None:
        """The block that a line begins; what it defines is noted."""
        if match := _DEF.match(line) or (None if self._declarations else _CPDEF.match(line)):
            _define(match[1], line, self._decorators, kind, owner, self._found)
            return "getattr" if match[1] == "__getattr__" and owner is None else "function", None
        if match := _CLASS.match(line):
            return "class", _class(match[1], line, self._decorators, kind, self._found, self._declarations)
        if re.match(r"cpdef enum\b", line):
            if match := re.match(r"cpdef enum (?:class )?(\w+)", line):
                self._found.bind(match[1], None)
            return "enum", None
        plain = line.startswith("cdef") and line.endswith(":") and line != "cdef:"
        if not (plain or line.startswith(("cdef enum", "cdef struct", "cdef union", "ctypedef", "property "))):
            return None
        if owner is not None and line.startswith("property "):
            owner.members[line.split()[1].rstrip(":")] = None
        return "function", None

    def _statement(self, line: str, owner: ClassSource | None) -> None:
        if owner is not None and (match := _VISIBLE.match(line)):
            for part in _split(match[1] + ")"):
                owner.members[part.split("=")[0].split()[-1]] = None
        elif not (line.startswith(("cdef", "cpdef")) or " cimport " in f" {line}" or self._declarations):
            _statement(line, self._package, owner, self._found)


def _define(
    name: str, line: str, decorators: list[str], kind: str, owner: ClassSource | None, found: ModuleSource
) -> None:
    static = any("staticmethod" in item for item in decorators)
    if any(not _HARMLESS.match(item) for item in decorators):
        told: Parameters | None = None  # a property, or changed by its decorator
    else:
        told = parameters(line, method=kind == "class" and not static)
    if owner is not None:
        owner.open |= name in ("__getattr__", "__getattribute__")
        owner.members[name] = told if name not in owner.members or owner.members[name] == told else None
    else:
        found.bind(name, told)
        found.open |= name == "__getattr__"


def _class(
    name: str, line: str, decorators: list[str], kind: str, found: ModuleSource, declarations: bool
) -> ClassSource:
    bases = tuple(part.strip() for part in _split(line[line.index("(") + 1 :])) if "(" in line else ()
    if kind != "module":
        return ClassSource()
    same = [item for item in found.bindings.get(name, []) if isinstance(item, ClassSource)]
    made = same[0] if same else ClassSource()
    made.bases = tuple(dict.fromkeys([*made.bases, *bases]))
    made.open |= any("cython." not in item for item in decorators)
    if not same and not declarations:
        found.bind(name, made)
    return made


def _statement(line: str, package: str, owner: ClassSource | None, found: ModuleSource) -> None:
    while _BLOCK.match(line):  # `try:` alone, or `if test: statement`
        head, _, line = _outside_brackets(line).partition(":")
        for name in re.findall(r"\bas (\w+)|\bfor (\w+) in", head):
            found.bind(name[0] or name[1], None)
        line = line.strip()
        if not line:
            return
    if line.startswith(("import ", "from ")):
        _imports(line, package, owner, found)
    elif owner is not None:
        for name in _targets(line):
            owner.members.setdefault(name, None)
    elif match := _ATTRIBUTE.match(line):
        for item in found.bindings.get(match[1], []):
            if isinstance(item, ClassSource):
                item.members[match[2]] = None
    else:
        _assign(line, found)


def _assign(line: str, found: ModuleSource) -> None:
    value = line.rpartition(" = ")[2].strip()
    if value.startswith("['"):
        found.lists[line.split()[0]] = re.findall(r"'(\w+)'", value)
    simple = re.fullmatch(r"[A-Za-z_]\w*(\.\w+)*", value)
    told: Binding = Import("", value) if simple else UFUNC if _UFUNC.match(value) else None
    for name in _targets(line):
        found.bind(name, told if told != Import("", name) else None)


def _imports(line: str, package: str, owner: ClassSource | None, found: ModuleSource) -> None:
    try:
        node = ast.parse(line).body[0]
    except SyntaxError:
        return
    if not isinstance(node, (ast.Import, ast.ImportFrom)):
        return
    for alias in node.names:
        bound = alias.asname or alias.name.split(".")[0]
        if owner is not None:
            owner.members.setdefault(bound, None)
        elif isinstance(node, ast.Import):
            found.bind(bound, Import(alias.name if alias.asname else bound))
        else:
            parents = package.split(".")
            origin = ".".join([*parents[: len(parents) - node.level + 1], *filter(None, [node.module])])
            origin = origin if node.level else node.module or ""
            if alias.name == "*":
                found.stars.append(origin)
            else:
                found.bind(bound, Import(origin, alias.name))


def _targets(line: str) -> list[str]:
    """The names that an assignment, plain, chained, annotated or augmented, binds."""
    parts = re.split(r"(?<![=!<>])=(?!=)", _outside_brackets(line, keep=True))
    if len(parts) == 1:
        match = re.match(r"(\w+)\s*:", line)
        return [match[1]] if match else []
    names: list[str] = []
    for part in parts[:-1]:
        names += re.findall(r"[A-Za-z_]\w*", part.split(":")[0]) if "." not in part and "[" not in part else []
    return names


def _known_to_getattr(line: str, found: ModuleSource) -> None:
    """A module's ``__getattr__`` that compares with names, or looks them up in a list, knows these names alone."""
    for name in re.findall(r"\w+ == '(\w+)'", line):
        found.open = False
        found.bind(name, None)
    if match := re.match(r"if \w+ in (\w+):", line):
        found.open = False
        found.looked_up.append(match[1])


def _opened(name: str, frames: list[tuple[int, str, ClassSource | None]], found: ModuleSource) -> None:
    """``setattr`` on a class, or on ``self``: there may be more members than can be seen."""
    if name == "self":
        for _, _, item in frames:
            if item is not None:
                item.open = True
    for binding in found.bindings.get(name, []):
        if isinstance(binding, ClassSource):
            binding.open = True


def _outside_brackets(text: str, *, keep: bool = False) -> str:
    """`text` without what stands in brackets; with `keep`, brackets stay where they are balanced and bind names."""
    if keep:
        text = re.sub(r"^\s*\(([\w\s,]*)\)\s*=", r"\1=", text)
    previous = ""
    while previous != text:
        previous, text = text, re.sub(r"[(\[{][^()\[\]{}]*[)\]}]", "", text)
    return text


def _split(text: str) -> list[str]:
    """The parts between commas up to the bracket that closes."""
    parts, depth, start = [], 0, 0
    for index, char in enumerate(text):
        if char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
            if depth < 0:
                parts.append(text[start:index])
                break
        elif char == "," and depth == 0:
            parts.append(text[start:index])
            start = index + 1
    return [part.strip() for part in parts if part.strip()]
