"""Comments that silence findings.

- ``# noqa`` and ``# noqa: CUP101,CUP2`` on the reported line: everything, or codes and prefixes of codes.
- ``# cupylint: ignore[unordered-read] reason`` on the reported line, or in the comment lines right above
  it: rule names or codes.
- Inside a text of several lines, such as the source of a kernel: the same behind the end of the text, or on the
  reported line as a comment of C, ``// noqa: CUP305``.
- ``# cupylint: ignore-file[...]`` on a line of its own that is not indented: for the whole file.

Without brackets ``ignore`` and ``ignore-file`` mean every rule. Only an ``ignore-file`` silences the finding
that the file cannot be read.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from cupylint.findings import Location
from cupylint.records import dataclass
from cupylint.registry import UNREADABLE

if TYPE_CHECKING:
    from cupylint.findings import Finding

Scope = frozenset[str]
"""Codes, prefixes of codes and rule names, all in lower case; ``all`` is everything."""

_ALL: Scope = frozenset({"all"})
_NOTHING: Scope = frozenset()

_HINTS = ("noqa", "cupylint")
_IN_TEXT = re.compile(r"//[\s#]*((?:noqa\b|cupylint\s*:).*)", re.IGNORECASE)
_NOQA = re.compile(r"#\s*noqa\b(?P<colon>\s*:\s*)?", re.IGNORECASE)
_NOQA_CODE = re.compile(r"(?P<code>[A-Z]+[0-9]+|CUP)\b[,\s]*", re.IGNORECASE)
_OWN = re.compile(r"#\s*cupylint\s*:\s*ignore(?P<file>-file)?(?![\w-])\s*(?P<list>\[)?", re.IGNORECASE)
"""Up to the bracket: what follows is found by hand, since a pattern would look for its end from each start."""

_NEXT_COMMENT = re.compile(r"(?<=\s)#(?=\s*[A-Za-z])")
_LONGEST_LINE = 100_000
"""Characters of a line from which on Python's own tokenizer, which is slow for such lines, is not asked."""


@dataclass(frozen=True, slots=True)
class _Comment:
    """A comment that silences something, in row `row`."""

    text: str
    alone: bool
    """Nothing but white space stands before it."""
    top: bool
    """It starts in the first column."""


@dataclass(frozen=True, slots=True)
class Word:
    """A code, prefix or name in a comment that silences what it names.

    Attributes:
        column: where it stands in row `row`, from 1.
        text: as it is written.
        way: by ``noqa``, by ``cupylint: ignore``, or by ``cupylint: ignore-file``.
    """

    row: int
    column: int
    text: str
    way: Literal["noqa", "ignore", "ignore-file"]

    @property
    def has_names(self) -> bool:
        """Whether names of rules may stand there, and not codes alone."""
        return self.way != "noqa"

    def names(self, code: str, name: str) -> bool:
        """Whether it names a rule."""
        word = self.text.lower()
        return word == "all" or word == name or code.lower().startswith(word)


@lru_cache(maxsize=4)  # the findings of one file follow one another
def suppressions(source_text: str) -> Suppressions:
    """The comments of a text that silence findings."""
    return Suppressions(source_text)


class Suppressions:
    """What the comments of one text silence. The text is gone through once, at the first finding."""

    def __init__(self, source_text: str) -> None:
        folded = source_text.lower()
        self._whole = source_text
        self._text = source_text if any(hint in folded for hint in _HINTS) else ""
        self._lines: list[str] = []
        self._comments: dict[int, _Comment] = {}
        self._texts: list[tuple[int, int]] = []
        self._whole_file = _NOTHING
        self._known: dict[str, tuple[Scope, Scope]] = {}
        self._read = not self._text

    def silences(self, finding: Finding) -> bool:
        """Whether a comment of the text silences a finding in it."""
        if not self._read:
            self._read_text()
        if _covers(self._whole_file, finding):
            return True
        if finding.code == UNREADABLE or not self._text:
            return False
        row = finding.location.row
        if any(_covers(scope, finding) for text in self._on(row) for scope in self._scopes(text)):
            return True
        row -= 1
        while (comment := self._comments.get(row)) is not None and comment.alone:
            if _covers(self._scopes(comment.text)[1], finding):
                return True
            row -= 1
        return False

    def words(self) -> list[Word]:
        """The codes, prefixes and names of cupylint's that comments name; codes of other linters are not among them."""
        if not self._read:
            self._read_text()
        found: list[Word] = []
        for row, comment in sorted(self._comments.items()):
            column = self._lines[row - 1].index(comment.text) + 1 if comment.text in self._lines[row - 1] else 1
            top = comment.top and comment.alone
            found += [Word(row, column + start, text, way) for start, text, way in _words(comment.text, top)]
        return found

    def silences_by(self, word: Word, finding: Finding) -> bool:
        """Whether one word of a comment silences a finding, be it with others, or would where it is told as related."""
        if not word.names(finding.code, finding.name):
            return False
        rows = {finding.location.row, *(item.location.row for item in finding.related if not item.filename)}
        return word.way == "ignore-file" or any(self._holds_for(word, row) for row in rows)

    def row_for(self, row: int) -> int:
        """The row whose end takes the comments for a row: that where a text of several lines ends, else its own."""
        self._ensure_all()
        return next((last for first, last in self._texts if first <= row < last), row)

    def comment(self, row: int) -> str | None:
        """The comment in a row."""
        self._ensure_all()
        return self._comments[row].text if row in self._comments else None

    def rows_above(self, row: int) -> list[int]:
        """The rows right above one that have nothing but a comment, the nearest first."""
        self._ensure_all()
        found: list[int] = []
        while (comment := self._comments.get(row - 1)) is not None and comment.alone:
            row -= 1
            found.append(row)
        return found

    def _ensure_all(self) -> None:
        """Go through the text also where no comment in it silences anything."""
        if not self._text:
            self._text, self._read = self._whole, False
        if not self._read:
            self._read_text()

    def without(self, word: Word) -> Location | None:
        """What to delete of the text so that a word is gone: it alone, its comment, or the line that has only that.

        What stands behind its brackets, up to the next comment in the same line, is taken for its reason and goes too.
        """
        comment, line = self._comments[word.row], self._lines[word.row - 1].rstrip("\n")
        first = line.find(comment.text)
        if first < 0:
            return None
        spans = _word_spans(comment.text, word.column - 1 - first)
        if spans is None:
            return None
        (start, end), whole = spans
        if whole:
            following = _NEXT_COMMENT.search(comment.text, end)
            end = following.start() if following else len(comment.text)
            if not following:
                start = len((line[:first] + comment.text[:start]).rstrip(" \t\f")) - first
                if first + start <= 0 and comment.alone:
                    ended = self._lines[word.row - 1].endswith("\n")
                    return Location(word.row, 1, word.row + ended, 1 if ended else len(line) + 1)
        return Location(word.row, first + start + 1, word.row, first + end + 1)

    def _holds_for(self, word: Word, row: int) -> bool:
        """Whether a word of a comment is about a row."""
        if word.row == row:
            return True
        if row not in self._comments and any(first <= row < last == word.row for first, last in self._texts):
            return True
        between = range(word.row, row) if word.way == "ignore" else ()
        return bool(between) and all(each in self._comments and self._comments[each].alone for each in between)

    def _read_text(self) -> None:
        self._read = True
        self._lines = _lines(self._text)
        self._comments, self._texts = _comments(self._lines)
        tops = (comment.text for comment in self._comments.values() if comment.top and comment.alone)
        self._whole_file = _NOTHING.union(*(_own(text, True) for text in tops))

    def _on(self, row: int) -> list[str]:
        """The comments that hold for a row: its own or, inside a text of several lines, C's and the one behind."""
        if row in self._comments:
            return [self._comments[row].text]
        ends = [last for first, last in self._texts if first <= row < last]
        inside = _IN_TEXT.search(self._lines[row - 1]) if ends else None
        found = [f"# {inside[1]}"] if inside else []
        return found + [self._comments[last].text for last in ends if last in self._comments]

    def _scopes(self, comment: str) -> tuple[Scope, Scope]:
        """What ``noqa`` and ``cupylint: ignore`` in a comment name."""
        if comment not in self._known:
            self._known[comment] = _noqa(comment), _own(comment, False)
        return self._known[comment]


def _covers(scope: Scope, finding: Finding) -> bool:
    if not scope:
        return False
    code = finding.code.lower()
    return "all" in scope or finding.name in scope or any(code[:size] in scope for size in range(1, len(code) + 1))


def _noqa(comment: str) -> Scope:
    """What the ``noqa`` in `comment` names; as in flake8 one without a code means everything."""
    match = _NOQA.search(comment)
    if match is None:
        return _NOTHING
    codes: list[str] = []
    position = match.end()
    while match["colon"] and (code := _NOQA_CODE.match(comment, position)):
        codes.append(code["code"].lower())
        position = code.end()
    return frozenset(codes) or _ALL


def _own(comment: str, for_file: bool) -> Scope:
    """What each ``cupylint: ignore`` (or ``ignore-file``) in `comment` names."""
    words: set[str] = set()
    last = comment.rfind("]")
    position = 0
    while match := _OWN.search(comment, position):
        position = match.end()
        inside = None
        if match["list"] and position <= last:
            end = comment.index("]", position)
            inside = comment[position:end]
            position = end + 1
        if bool(match["file"]) != for_file:
            continue
        if inside is None:
            return _ALL
        words.update(word.strip().lower() for word in inside.split(","))
    return frozenset(words - {""})


def _words(comment: str, top: bool) -> Iterator[tuple[int, str, Literal["noqa", "ignore", "ignore-file"]]]:
    """The words of a comment that silence what they name, with the place of each."""
    match = _NOQA.search(comment)
    position = len(comment) if match is None or not match["colon"] else match.end()
    while code := _NOQA_CODE.match(comment, position):
        if code["code"].upper().startswith("CUP"):
            yield code.start(), code["code"], "noqa"
        position = code.end()
    for own in _OWN.finditer(comment):
        end = comment.find("]", own.end())
        if own["list"] and end >= 0 and (top or not own["file"]):
            for part in re.finditer(r"[^,]+", comment[own.end() : end]):
                if word := part[0].strip():
                    start = own.end() + part.start() + part[0].index(word)
                    yield start, word, "ignore-file" if own["file"] else "ignore"


def _word_spans(comment: str, offset: int) -> tuple[tuple[int, int], bool] | None:
    """What to take out of a comment with the word at `offset`, and whether that is all that its list has."""
    noqa = _NOQA.search(comment)
    parts: list[tuple[int, int]] = []
    position = len(comment) if noqa is None or not noqa["colon"] else noqa.end()
    while code := _NOQA_CODE.match(comment, position):
        parts.append(code.span("code"))
        position = code.end()
    if noqa is not None and any(start == offset for start, _ in parts):
        return _one_of(parts, offset) or (noqa.start(), position), len(parts) == 1
    for own in _OWN.finditer(comment):
        end = comment.find("]", own.end())
        if own["list"] and own.end() <= offset < end:
            words = re.finditer(r"[^,\s][^,]*(?<!\s)", comment[own.end() : end])
            parts = [(own.end() + word.start(), own.end() + word.end()) for word in words]
            return _one_of(parts, offset) or (own.start(), end + 1), len(parts) == 1
    return None


def _one_of(parts: list[tuple[int, int]], offset: int) -> tuple[int, int] | None:
    """The part at `offset` with what separates it from another one; None: it is the only one."""
    number = next((number for number, (start, _) in enumerate(parts) if start == offset), 0)
    if number + 1 < len(parts):
        return parts[number][0], parts[number + 1][0]
    return (parts[number - 1][1], parts[number][1]) if number else None


# --- comments -------------------------------------------------------------------------------------


def _lines(text: str) -> list[str]:
    """The lines of `text` as Python counts them, with their ends (form feeds end no line)."""
    return io.StringIO(text.removeprefix("\ufeff"), newline=None).readlines()


def _comments(lines: list[str]) -> tuple[dict[int, _Comment], list[tuple[int, int]]]:
    """All comments by row, and the first and last rows of texts of several lines.

    Where the file is not Python, what looks like a comment is taken for one.
    """
    import tokenize

    found: dict[int, _Comment] = {}
    texts: list[tuple[int, int]] = []
    opened: list[int] = []  # rows where f-strings begin, which are one token before Python 3.12 only
    last = 0
    try:
        if any(len(line) > _LONGEST_LINE for line in lines):
            raise ValueError("a line is too long")
        for token in tokenize.generate_tokens(iter([*lines, ""]).__next__):
            last = token.end[0]
            if token.type == tokenize.COMMENT:
                row, column = token.start
                before = lines[row - 1][:column]
                found[row] = _Comment(token.string, alone=not before.strip(), top=column == 0)
                continue
            name = tokenize.tok_name[token.type]
            if name.endswith("STRING_START"):
                opened.append(token.start[0])
            elif name == "STRING" or name.endswith("STRING_END"):
                first = opened.pop() if name != "STRING" and opened else token.start[0]
                if first < last:
                    texts.append((first, last))
    except (tokenize.TokenError, SyntaxError, ValueError):
        for row, line in enumerate(lines[last:], last + 1):
            if "#" in line and row not in found:
                column = line.index("#")
                found[row] = _Comment(line[column:].rstrip("\n"), alone=not line[:column].strip(), top=column == 0)
    return found, texts
