"""Patterns of ``.gitignore``, matched as git documents it, in time that grows with pattern times path at most.

No regular expression repeats anything here: a segment of a pattern is cut at its stars, and what stands between two
stars is found from left to right, once. ``**`` stands for whole folders and is followed as a set of places.

Differences from git: ``?`` and ``[...]`` stand for a character, not for a byte; upper and lower case always differ;
``**`` beside other characters is always ``*``.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from cupylint.escape import shortened
from cupylint.records import dataclass

Part = Callable[[str], bool]
"""Says whether one name of a path (no slash in it) matches a segment of a pattern."""

_CLASSES = {
    "alnum": string.ascii_letters + string.digits,
    "alpha": string.ascii_letters,
    "blank": " \t",
    "cntrl": "".join(map(chr, range(32))) + "\x7f",
    "digit": string.digits,
    "graph": string.ascii_letters + string.digits + string.punctuation,
    "lower": string.ascii_lowercase,
    "print": string.ascii_letters + string.digits + string.punctuation + " ",
    "punct": string.punctuation,
    "space": string.whitespace,
    "upper": string.ascii_uppercase,
    "xdigit": string.hexdigits,
}


class GlobError(ValueError):
    """A pattern that can never match anything, such as ``!`` or one with a bracket that is not closed."""


# --- reading a pattern ----------------------------------------------------------------------------
# An item of a segment is a character (as it is), `_STAR`, or the source of a regular expression for one character.


@dataclass(frozen=True, slots=True)
class _One:
    """One character of several: the source of a regular expression for it."""

    source: str


_STAR = _One("")
_ANY = _One(r"[\s\S]")
_NONE = _One(r"(?!)")
_Item = str | _One


def _segments(text: str) -> list[list[_Item]]:
    """The items of each segment of a pattern, cut at its slashes."""
    found: list[list[_Item]] = [[]]
    at = 0
    while at < len(text):
        char = text[at]
        at += 1
        if char == "\\":
            if at == len(text):
                raise GlobError("nothing follows the backslash")
            char = text[at]
            at += 1
            if char != "/":
                found[-1].append(char)
                continue
        if char == "/":
            found.append([])
        elif char == "*":
            found[-1].append(_STAR)
        elif char == "?":
            found[-1].append(_ANY)
        elif char == "[":
            item, at = _bracket(text, at)
            found[-1].append(item)
        else:
            found[-1].append(char)
    return found


def _bracket(text: str, at: int) -> tuple[_Item, int]:
    """What stands from `at`, behind a ``[``, to its ``]``, and the place behind that."""
    negated = text[at : at + 1] in ("!", "^")
    at += negated
    singles: list[str] = []
    ranges: list[tuple[str, str]] = []
    previous = ""  # may begin a range
    first = True
    while first or text[at : at + 1] != "]":
        first = False
        char, at = _char(text, at, "")
        if char == "\\":
            previous, at = _char(text, at, "")
            singles.append(previous)
        elif char == "-" and previous and text[at : at + 1] not in ("", "]"):
            last, at = _char(text, at, "\\")
            ranges.append((previous, last))
            previous = ""
        elif char == "[" and text[at : at + 1] == ":" and (end := text.find("]", at)) > at + 1 and text[end - 1] == ":":
            name = text[at + 1 : end - 1]
            if name not in _CLASSES:
                raise GlobError(f"no class of characters is called {shortened(name)}")
            singles.extend(_CLASSES[name])
            previous, at = "", end + 1
        else:
            singles.append(char)
            previous = char
    if len(singles) == 1 and not ranges and not negated:
        return singles[0] if singles[0] != "/" else _NONE, at + 1
    inside = "".join(map(_escaped, dict.fromkeys(singles)))
    inside += "".join(f"{_escaped(low)}-{_escaped(high)}" for low, high in ranges if low <= high)
    if not inside:
        return _ANY if negated else _NONE, at + 1
    return _One(f"[{'^' * negated}{inside}]"), at + 1


def _char(text: str, at: int, escape: str) -> tuple[str, int]:
    """The character at `at`, or the one behind it if it is `escape`, and the place behind."""
    if escape and text[at : at + 1] == escape:
        at += 1
    if at >= len(text):
        raise GlobError("a bracket is not closed")
    return text[at], at + 1


def _escaped(char: str) -> str:
    return f"\\U{ord(char):08x}"


# --- matching one segment -------------------------------------------------------------------------


def _part(items: Sequence[_Item]) -> Part:
    """What matches a segment of these items."""
    pieces: list[list[_Item]] = [[]]
    for item in items:
        if item is _STAR:
            pieces.append([])
        else:
            pieces[-1].append(item)
    if len(pieces) == 1:
        literal = _literal(items)
        return literal.__eq__ if literal is not None else _whole(items)
    head, *middle, tail = pieces
    middle = [piece for piece in middle if piece]
    least = sum(map(len, pieces))
    if not least:
        return _always
    suffix = _literal(tail)
    if not head and not middle and suffix is not None:
        return lambda name: name.endswith(suffix)
    starts, ends = _whole(head), _whole(tail)
    finders = [_finder(piece) for piece in middle]

    def matches(name: str) -> bool:
        if len(name) < least:
            return False
        at, end = len(head), len(name) - len(tail)
        if not (starts(name[:at]) and ends(name[end:])):
            return False
        for find in finders:
            at = find(name, at, end)
            if at < 0:
                return False
        return True

    return matches


def _always(name: str) -> bool:
    return True


def _literal(items: Sequence[_Item]) -> str | None:
    """The text that the items are, None if one of them stands for several characters."""
    return "".join(item for item in items if isinstance(item, str)) if not any(map(_several, items)) else None


def _several(item: _Item) -> bool:
    return isinstance(item, _One)


def _source(items: Sequence[_Item]) -> str:
    """A regular expression for so many characters as there are items; it repeats nothing."""
    return "".join(item.source if isinstance(item, _One) else re.escape(item) for item in items)


def _whole(items: Sequence[_Item]) -> Part:
    """What matches a text of exactly these items; no star is among them."""
    literal = _literal(items)
    if literal is not None:
        return literal.__eq__
    fullmatch = re.compile(_source(items)).fullmatch
    return lambda name: fullmatch(name) is not None


def _finder(items: Sequence[_Item]) -> Callable[[str, int, int], int]:
    """What finds the first such piece of a name from one place to another: the place behind it, or -1."""
    literal = _literal(items)
    size = len(items)
    if literal is not None:

        def find(name: str, at: int, end: int) -> int:
            found = name.find(literal, at, end)
            return found if found < 0 else found + size

        return find
    search = re.compile(_source(items)).search

    def look(name: str, at: int, end: int) -> int:
        found = search(name, at, end)
        return -1 if found is None else found.end()

    return look


# --- matching a path ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pattern:
    """One line of a ``.gitignore``.

    Attributes:
        negated: it takes back what earlier lines match.
        folders: it matches folders only.
        parts: what each name on the way to the path must match, None for any number of folders; a single part that
            is not `anchored` is matched with the last name alone.
        literal: the name or path that is the only one to match, if there is one.
    """

    negated: bool
    folders: bool
    anchored: bool
    parts: tuple[Part | None, ...]
    literal: str | None

    def matches(self, names: Sequence[str]) -> bool:
        """Whether it matches the path of these names, whatever is there."""
        if not self.anchored:
            part = self.parts[0]
            return part is None or part(names[-1])
        if None not in self.parts:
            return len(names) == len(self.parts) and all(
                part is None or part(name) for part, name in zip(self.parts, names, strict=True)
            )
        return self._reaches(names)

    def covers(self, names: Sequence[str]) -> bool:
        """Whether it alone matches the path of these names, which is a file, or a folder that this lies in."""
        if self.negated:
            return False
        last = len(names) - self.folders
        if not self.anchored and (part := self.parts[0]) is not None:
            return any(map(part, names[:last]))
        return any(self.matches(names[:length]) for length in range(1, last + 1))

    def _reaches(self, names: Sequence[str]) -> bool:
        """Whether the parts lead to the end; `reached` are the places where the parts until now may end."""
        reached = {0}
        for number, part in enumerate(self.parts, 1):
            if part is None:
                last = number == len(self.parts)  # what is inside, not the folder itself
                reached = set(range(min(reached) + last, len(names) + 1))
            else:
                reached = {at + 1 for at in reached if at < len(names) and part(names[at])}
            if not reached:
                return False
        return len(names) in reached


def parse(line: str) -> Pattern | None:
    """The pattern in one line of a ``.gitignore``, None in an empty one and in a comment.

    Raises:
        GlobError: it can never match.
    """
    line = _without_spaces(line)
    if not line or line.startswith("#"):
        return None
    negated = line.startswith("!")
    text = line[negated:]
    folders = text.endswith("/")
    text = text[: len(text) - folders]
    segments = _segments(text.removeprefix("/"))  # a slash behind a backslash stays, and nothing stands before it
    anchored = _simplify(segments, "/" in text)  # also in brackets, where it matches nothing
    if not all(segments):
        raise GlobError("there is nothing before, between or behind its slashes")
    literals = [_literal(segment) for segment in segments]
    literal = "/".join(text for text in literals if text is not None) if None not in literals else None
    parts = tuple(None if anchored and _is_deep(segment) else _part(segment) for segment in segments)
    return Pattern(negated, folders, anchored, parts, literal)


def _simplify(segments: list[list[_Item]], anchored: bool) -> bool:
    """Take out the first segments that say nothing more; whether the pattern is `anchored` then."""
    while len(segments) > 1 and _is_deep(segments[0]) and _is_deep(segments[1]):
        del segments[0]
    if anchored and len(segments) == 2 and _is_deep(segments[0]) and not _is_deep(segments[1]):
        del segments[0]  # any folder, and then a name: the name
        return False
    return anchored


def _is_deep(segment: Sequence[_Item]) -> bool:
    """Whether a segment is ``**``: two stars or more, and nothing else."""
    return len(segment) > 1 and all(item is _STAR for item in segment)


def _without_spaces(line: str) -> str:
    """A line without the spaces at its end, except for one behind a backslash."""
    bare = line.rstrip(" ")
    slashes = len(bare) - len(bare.rstrip("\\"))
    return bare + " " if slashes % 2 and len(bare) < len(line) else bare


class Globs:
    """The patterns of one file or list, the last of which that matches decides.

    Paths are relative to the folder of the patterns, with forward slashes, and end without one.
    """

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        self._names: dict[str, list[tuple[int, Pattern]]] = {}
        self._paths: dict[str, list[tuple[int, Pattern]]] = {}
        self._others: list[tuple[int, Pattern]] = []
        for number, pattern in enumerate(patterns):
            if pattern.literal is None:
                self._others.append((number, pattern))
            else:
                known = self._paths if pattern.anchored else self._names
                known.setdefault(pattern.literal, []).append((number, pattern))
        self._others.reverse()
        self._folders: dict[str, bool] = {"": False}

    def verdict(self, path: str, *, folder: bool) -> bool | None:
        """Whether `path` itself is matched: None if no pattern says anything, False if a ``!`` pattern decides."""
        if path in (".", ".."):
            return None  # no pattern means the folder of the patterns itself
        names = path.split("/")
        decided, number = None, -1
        for known in (self._names.get(names[-1]), self._paths.get(path)):
            for index, pattern in reversed(known or ()):
                if index < number:
                    break
                if folder or not pattern.folders:
                    decided, number = not pattern.negated, index
                    break
        for index, pattern in self._others:
            if index < number:
                break
            if (folder or not pattern.folders) and pattern.matches(names):
                return not pattern.negated
        return decided

    def covers(self, path: str, *, folder: bool = False) -> bool:
        """Whether `path` or a folder that it lies in is matched; what is in a matched folder cannot be taken back."""
        return self._inside(path.rpartition("/")[0]) or self.verdict(path, folder=folder) is True

    def _inside(self, folder: str) -> bool:
        pending = []
        while folder not in self._folders:
            pending.append(folder)
            folder = folder.rpartition("/")[0]
        covered = self._folders[folder]
        for inner in reversed(pending):
            covered = covered or self.verdict(inner, folder=True) is True
            self._folders[inner] = covered
        return covered


@lru_cache(maxsize=512)
def globs(lines: tuple[str, ...]) -> Globs:
    """The compiled form of patterns that people wrote.

    Raises:
        GlobError: one of them can never match.
    """
    return Globs(pattern for line in lines if (pattern := parse(line)) is not None)


def ignore_file(text: str) -> Globs | None:
    """The patterns in the text of a ``.gitignore``, None if there are none; wrong ones are passed over, as git does."""
    patterns = []
    for line in text.split("\n"):
        try:
            pattern = parse(line.removesuffix("\r"))
        except GlobError:
            continue
        if pattern is not None:
            patterns.append(pattern)
    return Globs(patterns) if patterns else None
