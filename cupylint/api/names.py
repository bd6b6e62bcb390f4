"""The names that CuPy has, from data; read when first asked for."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

from cupylint.records import dataclass

DATA = Path(__file__).with_name("names.json")
FIRST_VERSION = 12
LAST_VERSION = 14
ALL = (1 << (LAST_VERSION - FIRST_VERSION + 1)) - 1

_WORD = re.compile(r"(\w+)(?:\^(\d))?(?:>([\w.]+)|(\([^)]*\)))?$")
_DEFINED = re.compile(r"(?<![^ ])(\w+)(?:\^\d)?[>(]")


@dataclass(frozen=True, slots=True)
class Name:
    """What a name of CuPy stands for.

    Attributes:
        versions: bits, 1 for the first version; see `has`.
        target: the module or class that it is, or "".
        keywords: those that a call may have, with the versions that have them; None: not known.
    """

    versions: int
    target: str = ""
    keywords: dict[str, int] | None = None
    is_function: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """The names in one module or class. `open`: there may be others."""

    names: dict[str, Name]
    versions: int
    open: bool
    is_class: bool


def has(versions: int, version: int) -> bool:
    """Whether CuPy `version` (a major version) is among `versions`."""
    return bool(versions >> (version - FIRST_VERSION) & 1)


def listed(versions: int) -> list[int]:
    """The major versions that the bits stand for."""
    return [number for number in range(FIRST_VERSION, LAST_VERSION + 1) if has(versions, number)]


@cache
def _data() -> dict[str, str]:
    loaded: dict[str, str] = json.loads(DATA.read_text(encoding="utf-8"))
    return loaded


@cache
def table(path: str) -> Table | None:
    """The names in the module or class with this public name, None if there is no such thing in any version."""
    text = _data().get(path)
    if text is None:
        return None
    names: dict[str, Name] = {}
    versions, unknown, is_class = ALL, False, False
    for word in text.split():
        if word == "*":
            unknown = True
        elif word == "=":
            is_class = True
        elif word[0] == "^":
            versions = int(word[1:])
        elif match := _WORD.match(word):
            mask = int(match[2]) if match[2] else versions
            keywords = None if match[4] in (None, "(*)") else _keywords(match[4][1:-1], mask)
            names[match[1]] = Name(mask, match[3] or "", keywords, match[4] is not None)
    return Table(names, versions, unknown, is_class)


def homes(name: str) -> tuple[str, ...]:
    """The modules that define a function or class with this name, in some version."""
    return _homes().get(name, ())


@cache
def _homes() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for path, text in _data().items():
        if " = " not in f" {text[:8]} ":
            for name in set(_DEFINED.findall(text)):
                found.setdefault(name, []).append(path)
    return {name: tuple(paths) for name, paths in found.items()}


def _keywords(text: str, versions: int) -> dict[str, int]:
    found: dict[str, int] = {}
    for word in filter(None, text.split(",")):
        name, _, mask = word.partition("^")
        found[name] = int(mask) if mask else versions
    return found
