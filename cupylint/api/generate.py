"""Makes ``names.json`` from the sources of CuPy, one unpacked source distribution for each version.

Run by hand when a new CuPy is out:

    python -m cupylint.api.generate 12=cupy-12.3.0 13=cupy-13.6.0 14=cupy-14.2.0

The file holds one text for each module and each class. Its words are names; behind a name stand

    ^6          the versions that have it, a sum of 1 for 12, 2 for 13, 4 for 14; nothing: all
    >cupy.cuda  the module or class that it is
    (a,b^4)     it is called with these keywords, `(*)` with any; nothing: it is a value

and two words of their own say: ``*`` there may be names that the sources do not show; ``=`` it is a class.
"""

from __future__ import annotations

import json
import sys
from collections import deque
from collections.abc import Iterator
from pathlib import Path

from cupylint.api.names import ALL, DATA, FIRST_VERSION
from cupylint.api.sources import ClassSource, Import, ModuleSource, Parameters, read

ROOTS = ("cupy", "cupyx")
OPEN = ("cupy.cuda.cub", "cupy.cuda.nccl", "cupy.cuda.cutensor", "cupy.cuda.cudnn", "cupyx.cutensor", "cupy_backends")
"""Modules, with all below them, whose names depend on how CuPy was built."""

CLOSED = ("cupy_backends.cuda.api", "cupy_backends.cuda.libs.nvtx")
COPIED = {"cupy_backends.cuda.api.runtime": ["cupy_backends.cuda.api._runtime_enum"]}
"""Modules that copy the names of others in a loop."""

EXTRA = {"cupy.cuda": ("nvtx_enabled", "thrust_enabled", "cub_enabled", "cusolver_enabled")}
"""Names that a module's ``__getattr__`` puts together."""

PLAIN_BASES = ("object", "Exception", "RuntimeError", "MemoryError", "ValueError", "Warning", "RuntimeWarning")
EXCEPTION = ("args", "with_traceback", "add_note")

Target = tuple[str, str]  # ("module" or "class", where it is defined)
Resolved = Target | Parameters | None


class Version:
    """The names of one version."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._modules: dict[str, ModuleSource | None] = {}

    def module(self, name: str) -> ModuleSource | None:
        """What a module of CuPy defines; None for others."""
        if name.split(".")[0] not in (*ROOTS, "cupy_backends"):
            return None
        if name not in self._modules:
            found = self._modules[name] = read(self.root, name)
            folder = self.root.joinpath(*name.split("."))
            if found is None and folder.is_dir():
                found = self._modules[name] = ModuleSource()
            if found is not None:
                _complete(found, name, folder)
        return self._modules[name]

    def names(self, module: str, seen: frozenset[str] = frozenset()) -> list[str]:
        """All public names of a module, those that it takes from others with a star included."""
        source = self.module(module)
        if source is None or module in seen:
            return []
        found = dict.fromkeys(source.bindings)
        for star in source.stars:
            found.update(dict.fromkeys(self.names(star, seen | {module})))
        return [name for name in found if not name.startswith("_")]

    def resolve(self, module: str, name: str, seen: frozenset[Target] = frozenset()) -> Resolved:
        """What `module`.`name` is."""
        source = self.module(module)
        if source is None or (module, name) in seen:
            return None
        seen |= {(module, name)}
        kinds: list[Resolved] = []
        for binding in source.bindings.get(name, []):
            if isinstance(binding, ClassSource):
                kinds.append(("class", f"{module}.{name}"))
            elif isinstance(binding, Import):
                kinds.append(self._follow(module, binding, seen))
            else:
                kinds.append(binding)
        if not kinds:
            kinds = [self.resolve(star, name, seen) for star in source.stars if name in self.names(star)]
        return _joined(kinds)

    def _follow(self, module: str, binding: Import, seen: frozenset[Target]) -> Resolved:
        if binding.module and binding.name:
            inner = f"{binding.module}.{binding.name}"
            told = self.resolve(binding.module, binding.name, seen)
            return ("module", inner) if told is None and self.module(inner) else told
        if binding.module:
            return ("module", binding.module) if self.module(binding.module) else None
        first, *rest = binding.name.split(".")
        found = self.resolve(module, first, seen)
        for part in rest:
            if not isinstance(found, tuple) or found[0] != "module":
                return None
            found = self.resolve(found[1], part, seen)
        return found

    def members(self, path: str) -> tuple[dict[str, Parameters | None], bool]:
        """The members of a class, inherited ones included, and whether there may be others."""
        module, _, name = path.rpartition(".")
        source = self.module(module)
        assert source is not None
        made = next(item for item in source.bindings[name] if isinstance(item, ClassSource))
        found, unknown = {**dict.fromkeys(made.mentioned), **made.members}, made.open
        for base in made.bases:
            target = self._follow(module, Import("", base), frozenset()) if base not in PLAIN_BASES else None
            if isinstance(target, tuple) and target[0] == "class" and target[1] != path:
                inherited, more = self.members(target[1])
                found.update({key: told for key, told in inherited.items() if key not in made.members})
                unknown |= more
            elif base in PLAIN_BASES:
                found.update(dict.fromkeys(EXCEPTION if base != "object" else ()))
            else:
                unknown = True
        return found, unknown


def _complete(found: ModuleSource, name: str, folder: Path) -> None:
    """Add to a module what its own source does not show."""
    found.stars += COPIED.get(name, [])
    for extra in EXTRA.get(name, ()):
        found.bind(extra, None)
    if _within(name, OPEN) and not _within(name, CLOSED):
        found.open = True
    for child in sorted(folder.iterdir()) if folder.is_dir() else []:
        stem = child.name.split(".")[0]
        if stem == "__init__" or any(found.bindings.get(stem, ())):
            continue
        if child.suffix in (".py", ".pyx") or (child.is_dir() and any(child.glob("*.py*"))):
            found.bind(stem, Import(f"{name}.{stem}"))


def _joined(kinds: list[Resolved]) -> Resolved:
    """What a name is that is bound to all of these, on one machine or another."""
    targets = {kind for kind in kinds if isinstance(kind, tuple)}
    if len(targets) == 1:
        return next(iter(targets))  # the others stand in where it cannot be imported
    calls = [kind for kind in kinds if isinstance(kind, Parameters)]
    if targets or len(calls) < len(kinds) or not calls:
        return None
    keywords = tuple(dict.fromkeys(word for call in calls for word in call.keywords))
    return Parameters(keywords, any(call.anything for call in calls))


Words = dict[str, tuple[str, Parameters | None]]  # name -> target, parameters


def tables(version: Version, classes: dict[str, str]) -> tuple[dict[str, Words], set[str]]:
    """All modules and classes that public names lead to, and which of them may have further names.

    Args:
        classes: where a class is defined -> its public name; those of newer versions hold for older ones too.
    """
    found: dict[str, Words] = {}
    unknown: set[str] = set()
    here: dict[str, str] = {}
    seen: set[str] = set()
    queue = deque(ROOTS)
    while queue:
        module = queue.popleft()
        source = version.module(module)
        if module in seen or source is None:
            continue
        seen.add(module)
        words: Words = found.setdefault(_public(module), {})
        for name in version.names(module):
            told = version.resolve(module, name)
            if not isinstance(told, tuple):
                words[name] = ("", told)
            elif told[0] == "class":
                public = here[told[1]] = classes.setdefault(told[1], f"{_public(module)}.{name}")
                words[name] = (public, None)
            elif told[1].split(".")[-1].startswith("_"):
                words[name] = ("", None)
            else:
                queue.append(told[1])
                words[name] = (_public(told[1]), None)
        if source.open or any((version.module(star) or ModuleSource(open=True)).open for star in source.stars):
            unknown.add(_public(module))
    for path, public in here.items():
        found[public], more = _class_words(version, path)
        if more:
            unknown.add(public)
    return found, unknown


def _class_words(version: Version, path: str) -> tuple[Words, bool]:
    """The members of a class that programs may use, and whether there may be others."""
    members, more = version.members(path)
    shown = ("__init__", "__cinit__", "__call__", "__new__")
    names = [name for name in ("=", *members) if not name.startswith("_") or name in shown]
    return {name: ("", members.get(name)) for name in names}, more


def merged(versions: dict[int, tuple[dict[str, Words], set[str]]]) -> dict[str, str]:
    """One text for each module and class, with the versions that have each name."""
    result: dict[str, str] = {}
    bits = {number: 1 << (number - FIRST_VERSION) for number in versions}
    for path in sorted({path for found, _ in versions.values() for path in found}):
        having = {number: found[path] for number, (found, _) in versions.items() if path in found}
        is_open = any(path in unknown for _, unknown in versions.values())
        result[path] = " ".join(_entry(having, bits, is_open))
    return result


def _entry(having: dict[int, Words], bits: dict[int, int], is_open: bool) -> Iterator[str]:
    """The words of one module or class, which the versions `having` it have."""
    if len(having) < len(bits):
        yield _mask(sum(bits[number] for number in having))
    names = {name for words in having.values() for name in words}
    if "=" in names:
        yield "="
    if is_open:
        yield "*"
        names = {name for words in having.values() for name, (target, _) in words.items() if target}
    for name in sorted(names - {"="}):
        entries = {number: words[name] for number, words in having.items() if name in words}
        yield name + _mask(sum(bits[number] for number in entries)) + _told(entries, bits)


def _told(entries: dict[int, tuple[str, Parameters | None]], bits: dict[int, int]) -> str:
    targets = {target for target, _ in entries.values()}
    if len(targets) == 1 and (target := targets.pop()):
        return f">{target}"
    calls = {number: call for number, (_, call) in entries.items() if call is not None}
    if targets or len(calls) < len(entries):
        return ""
    if any(call.anything for call in calls.values()):
        return "(*)"
    whole = sum(bits[number] for number in calls)
    keywords = []
    for word in dict.fromkeys(word for call in calls.values() for word in call.keywords):
        mask = sum(bits[number] for number, call in calls.items() if word in call.keywords)
        keywords.append(word if mask == whole else word + _mask(mask))
    return f"({','.join(keywords)})"


def _mask(bits: int) -> str:
    return "" if bits == ALL else f"^{bits}"


def _public(module: str) -> str:
    """The name by which users know a module."""
    for hidden in ("cupy_backends.cuda.api.", "cupy_backends.cuda.libs."):
        if module.startswith(hidden):
            return "cupy.cuda." + module.removeprefix(hidden)
    return module


def _within(name: str, roots: tuple[str, ...]) -> bool:
    return any(name == root or name.startswith(f"{root}.") for root in roots)


def main(arguments: list[str]) -> None:
    """Write the data file from the folders named as ``VERSION=FOLDER``."""
    folders = {int(number): Path(folder) for number, _, folder in (argument.partition("=") for argument in arguments)}
    classes: dict[str, str] = {}
    made = {number: tables(Version(folders[number]), classes) for number in sorted(folders, reverse=True)}
    DATA.write_text(json.dumps(merged(made), indent=0, sort_keys=True) + "\n", encoding="utf-8")
    print(f"{DATA}: {DATA.stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
