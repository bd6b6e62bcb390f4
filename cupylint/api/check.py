"""Names, methods, keywords and exceptions of CuPy that a file uses and that do not exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from difflib import get_close_matches
from functools import lru_cache
from typing import Literal

from cupylint import source
from cupylint.api import ufuncs
from cupylint.api.meant import (
    CALLS,
    CERTAIN,
    CERTAIN_CALLS,
    CERTAIN_WITH_ONE,
    KEYWORD_MEANT,
    MEANT,
    NUMPY_ONLY,
    UNBOUND,
)
from cupylint.api.names import Name, Table, has, homes, listed, table
from cupylint.api.resolve import ROOTS, Resolver, Value, imported, member, members
from cupylint.api.scopes import CAUGHT, GUARDED, OPEN, NameUse, Scope, Survey, survey
from cupylint.budget import Budget
from cupylint.facts import NoSuchName
from cupylint.findings import Location

Kind = Literal["name", "import", "method", "keyword", "unbound", "unsupported"]
_NEWLINE = re.compile(r"\r\n|\r|\n")
_CLOSE = 0.84  # how alike two names must be, 0 to 1


def check(tree: ast.Module, version: int, text: str, budget: Budget | None = None) -> list[NoSuchName]:
    """The facts about names that do not exist, in the order of their places.

    Args:
        tree: of the file; it is not changed.
        version: the major version of CuPy that the program runs on.
        text: the source, for columns.
        budget: where nothing of it is left, no similar names are looked for any more.
    """
    found = survey(tree)
    if found.fakes_modules:
        return []
    try:
        facts = _Check(found, version, text, budget or Budget()).facts()
        return list(_once(sorted(facts, key=lambda fact: fact.location)))
    except RecursionError:  # a chain of a thousand calls
        return []


def _once(facts: Iterable[NoSuchName]) -> Iterator[NoSuchName]:
    """Of a name that stands several times in a line, the first, unless each can be replaced."""
    met: set[tuple[int, str]] = set()
    for fact in facts:
        key = (fact.location.row, fact.path)
        if fact.replacement or key not in met:
            yield fact
        met.add(key)


class _Check:
    def __init__(self, found: Survey, version: int, text: str, budget: Budget) -> None:
        self.found = found
        self.version = version
        self.budget = budget
        self.lines = None if text.isascii() else _NEWLINE.split(text)
        self.similar: dict[tuple[str, bool], str] = {}
        calls = [use.node for use in found.uses if isinstance(use.node, ast.Call)]
        self.called_bare = {id(call.func) for call in calls if not call.args and not call.keywords}
        self.called_with_one = {id(call.func) for call in calls if len(call.args) == 1 and not call.keywords}
        self.stored: dict[str, list[tuple[ast.Attribute, Scope]]] = {}
        for node, scope in found.stored:
            self.stored.setdefault(node.attr, []).append((node, scope))
        self.resolver = Resolver(self.stored)
        tried = [
            use for use in found.uses if use.guard == GUARDED or (use.guard and not isinstance(use.node, ast.expr))
        ]
        self.optional = {name for use in tried for name in _named(use.node)}

    def facts(self) -> Iterator[NoSuchName]:
        for use in self.found.uses:
            if use.guard == GUARDED:
                continue
            node = use.node
            if isinstance(node, ast.Attribute):
                yield from self._attribute(node, use)
            elif isinstance(node, ast.Call):
                yield from self._call(node, use)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    if self._is_lost(alias.name):
                        yield from self._no_module(alias.name, self._location(alias), use)
            else:
                yield from self._import_from(node, use)

    def _attribute(self, node: ast.Attribute, use: NameUse) -> Iterator[NoSuchName]:
        # From the root of `a.b.c` outwards: the first name that does not exist is the one to report.
        chain = [node]
        while isinstance(chain[-1].value, ast.Attribute):
            chain.append(chain[-1].value)
        owner = self.resolver.value(chain[-1].value, use.scope)
        if owner is None:  # of an object; that of an attribute may be known all the same
            owner = self.resolver.value(chain.pop(), use.scope)
        while chain and owner is not None:
            part = chain.pop()
            yield from self._unsupported(owner.path, part, use)
            inner = members(owner)
            if inner is not None and not has(inner.versions, self.version):
                return  # said where the module is imported
            if inner is None or part.attr.startswith("_") or self._is_invented(part.attr, owner):
                return
            entry = inner.names.get(part.attr)
            if entry is None or not has(entry.versions, self.version):
                if not inner.open:
                    yield from self._missing(part, chain, owner, inner, entry, use)
                return
            if chain and owner.path == "cupy":
                yield from self._unsupported(f"cupy.{part.attr}", chain[-1], use)
            owner = member(owner, part.attr)

    def _unsupported(self, owner: str, node: ast.Attribute, use: NameUse) -> Iterator[NoSuchName]:
        if use.guard == OPEN and ufuncs.cannot(owner, node.attr):
            path, meant = f"{owner}.{node.attr}", ufuncs.instead(owner, node.attr)
            yield NoSuchName(self._location(node), "unsupported", _written(node), path, meant)

    def _missing(
        self,
        part: ast.Attribute,
        rest: list[ast.Attribute],
        owner: Value,
        inner: Table,
        entry: Name | None,
        use: NameUse,
    ) -> Iterator[NoSuchName]:
        path = f"{owner.path}.{part.attr}"
        node = part
        if rest and f"{path}.{rest[-1].attr}" in MEANT:  # a longer name says better what was meant
            node = rest[-1]
            path = f"{path}.{node.attr}"
        kind: Kind = "name" if owner.kind == "module" else "method"
        replacement, replaced = self._certain(node, path, owner, use)
        fact = NoSuchName(
            self._location(node), kind, _written(node), path, self._meant(path, inner),
            replacement=replacement, replaced=replaced,
        )  # fmt: skip
        yield from self._told(fact, entry, use)

    def _certain(self, node: ast.Attribute, path: str, owner: Value, use: NameUse) -> tuple[str, Location | None]:
        """What can stand for a name as it is, and in place of what."""
        meant = CERTAIN.get(path)
        if meant is None and id(node) in self.called_bare:
            meant = CERTAIN_CALLS.get(path)
        elif meant is None and id(node) in self.called_with_one:
            meant = CERTAIN_WITH_ONE.get(path)
        if meant is None:
            return "", None
        place = self._location(node)
        if owner.kind != "module":  # a method: all before its name stays
            return meant, replace(place, row=place.end_row, column=place.end_column - len(node.attr))
        root = ast.unparse(node).split(".")[0]
        is_root = self.resolver.name(root, use.scope) == Value("module", "cupy")
        return (f"{root}.{meant}", place) if is_root else ("", None)

    def _call(self, node: ast.Call, use: NameUse) -> Iterator[NoSuchName]:
        called = self.resolver.value(node.func, use.scope)
        if called is None or not self._is_here(called):
            return
        if called.path in UNBOUND and not node.args and not node.keywords and isinstance(node.func, ast.Attribute):
            holder = self.resolver.value(node.func.value, use.scope)
            if holder is not None and holder.kind == "class":
                written, meant = f"{_written(node.func)}()", UNBOUND[called.path]
                fact = NoSuchName(self._location(node), "unbound", written, called.path, meant)
                yield from self._told(fact, None, use)
        allowed = _keywords(called)
        if allowed is None:
            return
        for keyword in node.keywords:
            if keyword.arg is None or has(allowed.get(keyword.arg, 0), self.version):
                continue
            takes = tuple(name for name in allowed if has(allowed[name], self.version))
            near = "" if self.budget.spent else _nearest(keyword.arg, takes)
            meant = f"`{near}`" if near else KEYWORD_MEANT.get(keyword.arg, "")
            entry = Name(allowed[keyword.arg]) if keyword.arg in allowed else None
            start = keyword.col_offset
            place = self._place(keyword.lineno, start, keyword.lineno, start + len(keyword.arg.encode()))
            fact = NoSuchName(
                place, "keyword", keyword.arg, f"{called.path}({keyword.arg})", meant,
                function=_written(node.func), takes=takes,
            )  # fmt: skip
            yield from self._told(fact, entry, use)

    def _is_here(self, value: Value) -> bool:
        """Whether this version has what a name stands for; if not, that is said where the name is taken."""
        owner, _, name = value.path.rpartition(".")
        inner = table(owner)
        entry = None if inner is None else inner.names.get(name)
        return inner is None or (
            has(inner.versions, self.version) and (entry is None or has(entry.versions, self.version))
        )

    def _import_from(self, node: ast.ImportFrom, use: NameUse) -> Iterator[NoSuchName]:
        origin = node.module or ""
        if node.level or origin.split(".")[0] not in ROOTS:
            return
        if self._is_lost(origin):
            start = node.col_offset + len("from ")
            yield from self._no_module(origin, self._place(node.lineno, start, node.lineno, start + len(origin)), use)
            return
        module = imported(origin, "")
        inner = None if module is None else members(module)
        if module is None or inner is None or inner.open or not has(inner.versions, self.version):
            return
        for alias in node.names:
            entry = inner.names.get(alias.name)
            if alias.name.startswith("_") or alias.name == "*" or self._is_invented(alias.name, module):
                continue
            if entry is None or not has(entry.versions, self.version):
                path = f"{module.path}.{alias.name}"
                place, instead = self._location(alias), _imported_as(alias, path)
                fact = NoSuchName(
                    place, "import", f"{origin}.{alias.name}", path, self._meant(path, inner),
                    replacement=instead, replaced=place if instead else None,
                )  # fmt: skip
                yield from self._told(fact, entry, use)

    def _is_lost(self, module: str) -> bool:
        """Whether a module of CuPy that is imported does not exist in this version."""
        parts = module.split(".")
        if parts[0] not in ROOTS or any(part.startswith("_") for part in parts):
            return False
        for count in range(1, len(parts) + 1):
            here = table(".".join(parts[:count]))
            if here is None or here.is_class:
                before = table(".".join(parts[: count - 1]))
                return before is not None and not before.open and parts[count - 1] not in before.names
            if not has(here.versions, self.version):
                before = table(".".join(parts[: count - 1]))
                entry = before.names.get(parts[count - 1]) if before is not None else None
                return entry is None or not has(entry.versions, self.version)
            if here.open:
                return False
        return False

    def _no_module(self, module: str, place: Location, use: NameUse) -> Iterator[NoSuchName]:
        known = table(module)
        entry = None if known is None else Name(known.versions)
        owner = table(module.rpartition(".")[0])
        meant = MEANT.get(module, "") if owner is None else self._meant(module, owner)
        yield from self._told(NoSuchName(place, "import", module, module, meant), entry, use)

    def _told(self, fact: NoSuchName, entry: Name | None, use: NameUse) -> Iterator[NoSuchName]:
        """`fact` with its versions, unless the program is ready for the absence of the name."""
        versions = tuple(listed(entry.versions)) if entry is not None else ()
        if use.guard == CAUGHT and (versions or not _is_mistake(fact.path)):
            return
        if versions and self.found.asks_version:
            return
        yield replace(fact, versions=versions, version=self.version, caught=use.caught)

    def _meant(self, path: str, inner: Table) -> str:
        """What can be said of a name that does not exist, "" for nothing."""
        if path in MEANT:
            return MEANT[path]
        known = self.similar.get((path, inner.is_class))
        if known is None:
            known = "" if self.budget.spent else self._similar(path, inner)
            self.similar[path, inner.is_class] = known
        return known

    def _similar(self, path: str, inner: Table) -> str:
        owner, _, name = path.rpartition(".")
        elsewhere = [home for home in homes(name) if home != owner and _is_plain(home) and self._has(home, name)]
        if not inner.is_class and elsewhere:
            return f"`{min(elsewhere, key=lambda home: (home.count('.'), home))}.{name}`"
        if owner == "cupy" and name in NUMPY_ONLY:
            return f"`numpy.{name}`, on the host: CuPy does not have it"
        names = [item for item, entry in inner.names.items() if has(entry.versions, self.version) and item[0] != "_"]
        near = _nearest(name, names)
        return f"`{owner}.{near}`" if near else ""

    def _has(self, home: str, name: str) -> bool:
        """Whether a module has a name in the version that is asked about."""
        known = table(home)
        entry = None if known is None else known.names.get(name)
        return entry is not None and has(entry.versions, self.version)

    def _is_invented(self, name: str, owner: Value) -> bool:
        """Whether the file itself may make the name exist, or is ready for its absence somewhere."""
        found = self.found
        hinted = name in self.optional or (found.any_string and name in found.strings)
        is_known_mistake = owner.kind != "module" and f"{owner.path}.{name}" in MEANT
        if name in found.spoken or (hinted and not is_known_mistake):
            return True
        if owner.kind == "module":
            return any(self.resolver.value(node.value, scope) == owner for node, scope in self.stored.get(name, ()))
        return name in self.stored or name == "mro"

    def _location(self, node: ast.expr | ast.alias) -> Location:
        return self._place(node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)

    def _place(self, row: int, column: int, end_row: int | None, end_column: int | None) -> Location:
        end_row, end_column = end_row or row, end_column or column
        return Location(row, self._column(row, column), end_row, self._column(end_row, end_column))

    def _column(self, row: int, column: int) -> int:
        """The column from 1 in characters; the tree counts bytes from 0."""
        return column + 1 if self.lines is None else source.column(self.lines, row, column)


def _is_mistake(path: str) -> bool:
    """Whether a name that no version has is a mistake even where any exception is caught: NumPy has none like it."""
    return path in MEANT or path.startswith("cupy.cuda.")


def _nearest(name: str, names: Iterable[str]) -> str:
    """The one of `names` that is most like `name`, "" if none is like it."""
    letters, size = _letters(name), len(name)
    near = []
    for other in names:
        alike = _CLOSE * (size + len(other)) / 2  # so many letters must be in both: cheaper to rule out than to count
        if (letters & ~_letters(other)).bit_count() <= size - alike and len(other) >= alike:
            near.append(other)
    return next(iter(get_close_matches(name, near, 1, _CLOSE)), "")


@lru_cache(maxsize=20_000)
def _letters(name: str) -> int:
    """The characters of a name, a bit each; some share one."""
    found = 0
    for char in name:
        found |= 1 << (ord(char) & 127)
    return found


def _keywords(called: Value) -> dict[str, int] | None:
    """The keywords that a call may have, with the versions; None if that is not known."""
    if called.kind in ("function", "method"):
        owner, _, name = called.path.rpartition(".")
        holder = table(owner)
        entry = holder.names.get(name) if holder is not None else None
        return None if entry is None else entry.keywords
    inner = table(called.path)
    if inner is None or called.kind == "module":
        return None
    if called.kind == "class":
        makers = [inner.names[name].keywords for name in ("__init__", "__cinit__", "__new__") if name in inner.names]
        if inner.open or not makers or None in makers:
            return None
        return {name: versions for keywords in makers if keywords is not None for name, versions in keywords.items()}
    if called.path in CALLS:
        return dict.fromkeys(CALLS[called.path], inner.versions)
    entry = inner.names.get("__call__")
    return entry.keywords if entry is not None else None


def _named(node: ast.Attribute | ast.Call | ast.Import | ast.ImportFrom) -> Iterator[str]:
    """The last names of an attribute or an import."""
    if isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.ImportFrom):
        yield from (alias.name for alias in node.names)
        yield (node.module or "").rpartition(".")[2]
    elif isinstance(node, ast.Import):
        yield from (alias.name.rpartition(".")[2] for alias in node.names)


def _imported_as(alias: ast.alias, path: str) -> str:
    """What to import in the place of a name that is not there, under the name that the file uses; "" for nothing."""
    module, meant = path.rpartition(".")[0], f"cupy.{CERTAIN.get(path, '')}"
    found, _, name = meant.rpartition(".")
    return f"{name} as {alias.asname or alias.name}" if found == module and name else ""


def _written(node: ast.expr) -> str:
    """The source of an expression, on one line; a call in it without its arguments."""
    if isinstance(node, ast.Attribute):
        return f"{_written(node.value)}.{node.attr}"
    if isinstance(node, ast.Call):
        return f"{_written(node.func)}(...)"
    text = ast.unparse(node)
    return text if len(text) <= 40 and "\n" not in text else "(...)"


def _is_plain(module: str) -> bool:
    """Whether a module is one to send users to."""
    return not module.startswith(("cupy.testing", "cupyx.fallback_mode", "cupy.array_api", "cupy.cuda.cu"))
