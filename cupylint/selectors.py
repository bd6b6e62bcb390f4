"""Which rules run: codes, prefixes of codes, rule names and ``ALL``.

The most specific selector that matches a rule decides; at equal length ``ignore`` wins. A rule that is
off by default runs as soon as a selector matches it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from cupylint import registry
from cupylint.escape import shortened
from cupylint.globs import parse
from cupylint.registry import UNREADABLE, UNREADABLE_NAME

if TYPE_CHECKING:
    from cupylint.config import PerFileIgnores, Settings

ALL = "ALL"

_LONGEST_WORD = 100
_EXACT = 1000
"""The weight of a full code or a name; prefixes weigh their length and ``ALL`` nothing."""


class SelectorError(ValueError):
    """A selector that matches no rule; the text names the nearest right one."""


def nearest(word: str, candidates: Iterable[str], likely: Iterable[str] = ()) -> str | None:
    """The candidate that `word` was probably meant to be, or None if nothing is close.

    Args:
        likely: of those that are as close, one of these.
    """
    import difflib

    if len(word) > _LONGEST_WORD:
        return None
    folded = {candidate.lower(): candidate for candidate in candidates}
    close = difflib.get_close_matches(word.lower(), folded, n=1, cutoff=0.55)
    if not close:
        return None
    best = difflib.SequenceMatcher(None, close[0], word.lower()).ratio()
    for text in likely:
        if difflib.SequenceMatcher(None, text.lower(), word.lower()).ratio() >= best:
            return text
    return folded[close[0]]


def canonical(selector: str) -> str:
    """`selector` as a code, a prefix of codes in upper case, or ``ALL``; names become codes.

    Raises:
        SelectorError: if it matches no rule.
    """
    word = selector.strip()
    upper = word.upper()
    if upper == ALL:
        return ALL
    known = registry.rules()
    for rule in known:
        if word.lower() == rule.name:
            return rule.code
    if upper and any(rule.code.startswith(upper) for rule in known):
        return upper
    near = nearest(word, [text for rule in known for text in (rule.code, rule.name)] + [ALL])
    hint = f"did you mean {near}?" if near else "see cupylint --rules"
    raise SelectorError(f"no rule matches {shortened(word)}: {hint}")


def canonical_ignore(selector: str) -> str:
    """Like `canonical`, for lists of rules to leave out; refuses the rule that cannot be left out."""
    code = canonical(selector)
    if code == UNREADABLE:
        raise SelectorError(f"{UNREADABLE} cannot be ignored: exclude the file instead")
    return code


def matches(selectors: Iterable[str], code: str, name: str) -> bool:
    """Whether any of `selectors` (codes, prefixes, names, ``ALL``) matches the rule."""
    return _weight(selectors, code, name) >= 0


def enabled(rule_code: str, rule_name: str, default_on: bool, settings: Settings, filename: str) -> bool:
    """Whether the rule runs for the file `filename` (relative to the working directory, or absolute)."""
    if rule_code == UNREADABLE or rule_name == UNREADABLE_NAME:
        return True
    if not _selected(rule_code, rule_name, default_on, settings.select, settings.extend_select, settings.ignore):
        return False
    if not settings.per_file_ignores:
        return True
    ignores = _file_ignores(settings)
    return not any(matches(selectors, rule_code, rule_name) for selectors in ignores.holding(filename))


@lru_cache(maxsize=4096)
def _selected(
    code: str, name: str, default_on: bool, select: Sequence[str], extend: Sequence[str], ignore: Sequence[str]
) -> bool:
    chosen = max(_weight(select, code, name), _weight(extend, code, name))
    if not select and default_on:
        chosen = max(chosen, 0)
    return chosen > _weight(ignore, code, name)


def _weight(selectors: Iterable[str], code: str, name: str) -> int:
    """How specifically the best of `selectors` matches: -1 not at all, 0 for ``ALL``."""
    best = -1
    for selector in selectors:
        if selector in (code, name):
            return _EXACT
        if selector == ALL:
            best = max(best, 0)
        elif code.startswith(selector):
            best = max(best, len(selector))
    return best


class _FileIgnores:
    """The compiled form of ``per-file-ignores``: globs as in ``.gitignore``, relative to the folder `root`.

    A glob that starts with ``!`` matches every file that the rest of it does not match.
    """

    def __init__(self, table: PerFileIgnores, root: str) -> None:
        self.table, self.root = table, root
        self._globs = [
            (parse(glob.removeprefix("!")), not glob.startswith("!"), selectors) for glob, selectors in table
        ]
        self._last: tuple[str, list[Sequence[str]]] = ("", [])

    def holding(self, filename: str) -> list[Sequence[str]]:
        """The lists of selectors whose globs match; every rule asks for one file after another."""
        if self._last[0] != filename:
            names = relative(filename, self.root).split("/")
            held: list[Sequence[str]] = [
                selectors
                for pattern, plain, selectors in self._globs
                if (pattern is not None and pattern.covers(names)) is plain
            ]
            self._last = (filename, held)
        return self._last[1]


_compiled: dict[tuple[int, str], _FileIgnores] = {}
_MOST_COMPILED = 64


def _file_ignores(settings: Settings) -> _FileIgnores:
    """Each table compiled once. They are told apart as objects, which takes no time; what is kept stays the same."""
    key = (id(settings.per_file_ignores), settings.root)
    if key not in _compiled:
        if len(_compiled) >= _MOST_COMPILED:
            _compiled.clear()
        _compiled[key] = _FileIgnores(settings.per_file_ignores, settings.root)
    return _compiled[key]


def relative(filename: str, root: str) -> str:
    """`filename` relative to `root` with forward slashes; for a file elsewhere, only its base name."""
    try:
        path = os.path.relpath(filename, root or os.curdir)
    except (ValueError, OSError):  # another drive, or the current folder is gone
        return os.path.basename(filename)
    path = path.replace(os.sep, "/")
    return os.path.basename(filename) if path.startswith("../") else path
