"""Bounds on what a parser is given, measured on the text itself.

LibCST's parser, Python's own and what walks their trees all recurse, and none of them counts how deep: beyond some
depth the process dies of its stack, and well below it time and memory grow with the square of the depth. So depth is
measured first, in one pass over the text. What makes a tree deep is brackets, and operators, calls, attributes, words
such as ``not`` and strings that follow one another without a comma between them.
"""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeVar

MAX_BYTES = 2_000_000
"""Of a file that is parsed."""

MAX_SIGNS = 100_000
"""Commas, line ends, operators and the like in a text: some 20,000 lines. LibCST's tree takes up to 5 kB for each."""

MAX_STANDARD_SIGNS = 200_000
"""Likewise for the standard library's parser, whose tree takes 1 kB for each. LibCST is given functions one by one."""

MAX_LINKS = 600
"""Operators, calls, attributes and the like in a row in one statement, with those around the brackets they stand in."""

MAX_BRACKETS = 150
"""Open at one time; Python itself ends at 200."""

MAX_PATTERN = 8
"""Open brackets in a pattern of ``match``: each makes LibCST's parser take up to four times as long."""

MAX_BRANCHES = 1_000
"""``elif`` of one ``if``: each stands inside the one before."""

MAX_FORMATTED = 20
"""f-strings in f-strings."""

MAX_C_BRACKETS, MAX_C_LINKS = 500, 20_000
"""Likewise in a CUDA text, whose parser does not recurse: what reads its tree does."""

_LINK, _BRACKET, _LAMBDA, _STRING = 4, 8, 16, 1
"""How much of the bound each takes up: a lambda costs a parser most, one of several strings in a row least."""

_MAX_WEIGHT = MAX_LINKS * _LINK
_STACK = 64 << 20
_USUAL_STACK = 8 << 20


class TooDeep(Exception):
    """A text that no parser may be given. `reason` is one line for the user, `row` the place."""

    def __init__(self, reason: str, row: int = 1) -> None:
        super().__init__(reason)
        self.reason, self.row = reason, row


class TooLarge(TooDeep):
    """A text of which nothing is wrong but that there is so much of it."""


def check_python(text: str, most_signs: int = MAX_SIGNS) -> None:
    """Make sure that a Python text (right or wrong) is within the bounds; takes time linear in its length.

    Raises:
        TooLarge: it has too many characters or signs.
        TooDeep: it is beyond another bound.
    """
    found, signs = _measured(text)
    if found is not None:
        raise type(found)(found.reason, found.row)
    if signs > most_signs:
        raise TooLarge(f"too large ({signs:,} signs and line ends; at most {most_signs:,})")


@lru_cache(maxsize=4)  # the parsers of one file ask one after another
def _measured(text: str) -> tuple[TooDeep | None, int]:
    """What is wrong with a text, and how many signs it has, 0 where these are few."""
    try:
        return None, _check(text)
    except TooDeep as error:
        return error, 0


def _check(text: str) -> int:
    if len(text) > MAX_BYTES:
        raise TooLarge(f"too large ({len(text):,} characters; at most {MAX_BYTES:,})")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    signs = 0
    if _signs(text) > MAX_SIGNS:
        signs = _signs(_INERT.sub("", text))
    if signs > MAX_STANDARD_SIGNS:
        return signs
    if text.count("elif") > MAX_BRANCHES:
        _check_branches(text)
    for start, end in _long_statements(text):
        if _heaviest(text, start, end) > _MAX_WEIGHT:
            _check_statement(text, start, end)
    return signs


def _signs(text: str) -> int:
    return sum(map(text.count, f"{_SIGNS},;\n")) if len(text) > MAX_SIGNS else 0


def check_c(code: str) -> None:
    """Likewise for a CUDA text: no more open brackets, and no more operators and ``else`` in a row.

    Raises:
        TooDeep: it is beyond a bound.
    """
    if len(code) > MAX_BYTES:
        raise TooDeep(f"too large ({len(code):,} characters, at most {MAX_BYTES:,})")
    depths = [0]
    for match in _C_TOKEN.finditer(code):
        token = match.group()
        if token in "([{":
            depths.append(depths[-1] + 2)
        elif token in ")]}":
            if len(depths) > 1:
                depths.pop()
            depths[-1] += 0 if token == "}" else 1
        elif token in ",;":
            depths[-1] = depths[-2] + 2 if len(depths) > 1 else 0
        elif match.lastgroup == "link":
            depths[-1] += 1
        if depths[-1] > MAX_C_LINKS or len(depths) > MAX_C_BRACKETS:
            raise _too_deep(code, match.start())


Result = TypeVar("Result")


def roomy(call: Callable[[], Result]) -> Result:
    """What `call` returns or raises, with stack for the deepest text within the bounds, wherever this is called.

    The first thread of a process has enough, in most systems. Others may have half a megabyte.
    """
    if not _is_cramped():
        return call()
    results: list[Result] = []
    errors: list[BaseException] = []

    def work() -> None:
        try:
            results.append(call())
        except BaseException as error:  # a panic of LibCST's parser is no `Exception`
            errors.append(error)

    with _STACK_SIZE:
        before = threading.stack_size(_STACK)
        try:
            thread = threading.Thread(target=work, daemon=True)
            thread.start()
        finally:
            threading.stack_size(before)
    thread.join()
    if errors:
        raise errors[0]
    return results[0]


_STACK_SIZE = threading.Lock()


def _is_cramped() -> bool:
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        return True
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_STACK)
    return soft != resource.RLIM_INFINITY and soft < _USUAL_STACK


# --- statements -----------------------------------------------------------------------------------

# Each begins with a set of characters, which `re` looks for quickly.
_AFTER_QUOTE = r"""
    (?<=")(?: "{2}[^"\\]*(?:(?:\\(?:.|\Z)|"(?!"")) [^"\\]*)*(?:"{3}|\Z) | [^"\\\n]*(?:\\(?:.|\Z)[^"\\\n]*)*"? )
    | (?<=')(?: '{2}[^'\\]*(?:(?:\\(?:.|\Z)|'(?!'')) [^'\\]*)*(?:'{3}|\Z) | [^'\\\n]*(?:\\(?:.|\Z)[^'\\\n]*)*'? )
    | (?<=\#)[^\n]* | (?<=\\)\n
"""
_EDGE = re.compile(rf"""["'\#\\()\[\]{{}}\n;](?:{_AFTER_QUOTE}|(?<=\n)\s+)?""", re.VERBOSE | re.DOTALL)
_TOKEN = re.compile(
    rf"""["'\#\\](?:{_AFTER_QUOTE})?"""
    r"""| [()\[\]{},:;\n] | \d[\w.]* | \*\*=? | //=? | -> | := | [<>=!]=? | [-+*/%@&|^~.] | [^\W\d]\w*""",
    re.VERBOSE | re.DOTALL,
)
_INERT = re.compile(rf"""["'\#](?:{_AFTER_QUOTE})?""", re.VERBOSE | re.DOTALL)
_C_TOKEN = re.compile(
    r"""//[^\n]* | /\*.*?(?:\*/|\Z) | "(?:[^"\\\n]|\\.)*"? | '(?:[^'\\\n]|\\.)*'?
    | [()\[\]{},;] | (?P<link>->|[-+*/%&|^~!<>=?:.\#]|\belse\b)""",
    re.VERBOSE | re.DOTALL,
)
_CASE = re.compile(r"(?:\\\n|\s)*case\b")
_WORDS = frozenset(("and", "or", "not", "if", "else", "await", "for", "yield", "from", "in", "is", "async"))
_SIGNS = "+-*/%@&|^~.=<>!:([{"
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")


def _heaviest(text: str, start: int, end: int) -> int:
    """An upper bound of the weight of what stands there, from how often each sign and word occurs."""
    count = text.count
    signs = sum(count(sign, start, end) for sign in _SIGNS)
    brackets = count("(", start, end) + count("[", start, end) + count("{", start, end)
    words = sum(count(word, start, end) for word in _WORDS)
    strings = count('"', start, end) + count("'", start, end)
    lambdas = count("lambda", start, end)
    return (signs + words) * _LINK + brackets * _BRACKET + lambdas * _LAMBDA + strings * _STRING


def _long_statements(text: str) -> Iterator[tuple[int, int]]:
    """Where the statements begin and end that are long enough to be deep; several may be taken for one."""
    start = depth = position = 0
    inert = 0  # characters of strings and comments
    while position >= 0:
        restart = -1
        for match in _EDGE.finditer(text, position):
            sign = text[match.start()]
            if sign in _OPENING:
                depth += 1
                if depth > MAX_PATTERN:
                    _check_depth(text, start, depth, match.start())
            elif sign in _CLOSING:
                depth -= depth > 0
            elif sign == "\n" or sign == ";":
                if not depth:
                    end = match.end()
                    if end - start - inert > MAX_LINKS:
                        yield start, end
                    start, inert = end, 0
            elif sign != "\\":
                first, end = match.span()
                if sign != "#" and _is_formatted(text, first):
                    restart = _formatted(text, first, [])
                    if restart != end:
                        break
                    restart = -1
                else:
                    inert += end - first - 1
        position = restart
    if len(text) - start - inert > MAX_LINKS:
        yield start, len(text)


def _check_depth(text: str, start: int, depth: int, place: int) -> None:
    if depth > MAX_BRACKETS or _CASE.match(text, start):
        raise _too_deep(text, place)


def _too_deep(text: str, place: int) -> TooDeep:
    return TooDeep("nested too deeply", text.count("\n", 0, place) + 1)


def _is_formatted(text: str, quote: int) -> bool:
    return text[quote - 1 : quote] in _FORMATTING or (
        text[quote - 1 : quote] in _RAW and text[max(quote - 2, 0) : quote - 1] in _FORMATTING
    )


_FORMATTING, _RAW = frozenset("fFtT"), frozenset("rR")


def _formatted(text: str, quote: int, fields: list[tuple[int, int]], level: int = 1) -> int:
    """The end of the f-string whose quotes begin at `quote`; where its fields stand is added to `fields`."""
    if level > MAX_FORMATTED:
        raise _too_deep(text, quote)
    mark = text[quote]
    mark = mark * 3 if text.startswith(mark * 3, quote) else mark
    string = _Formatted(text, mark, fields, level, quote + len(mark))
    while (match := _PART.search(text, string.position)) is not None:
        string.position = match.end()
        follow = string.after_text if string.field < 0 or string.spec else string.after_code
        end = follow(match.group(), match.start())
        if end is not None:
            return end
    return len(text)


@dataclass(slots=True)
class _Formatted:
    """An f-string that is read from one sign to the next.

    Attributes:
        mark: its quotes.
        fields: where those stand that were read.
        level: how many f-strings it stands in, itself included.
        position: behind what was read.
        field: where the field begins that is being read, -1: none is.
        depth: brackets open in it, the first included.
        spec: in what follows its colon.
    """

    text: str
    mark: str
    fields: list[tuple[int, int]]
    level: int
    position: int
    field: int = -1
    depth: int = 0
    spec: bool = False

    def after_text(self, sign: str, place: int) -> int | None:
        """Read a sign in text, or in a field's format; the end of the string if it ends there."""
        if sign[0] == "{":
            self._open(sign, place)
        elif sign in _QUOTES and self.text.startswith(self.mark, place):
            return place + len(self.mark)
        elif sign == "\n" and len(self.mark) == 1:
            return place
        elif sign == "}" and self.spec:
            self._close(place)
            self.spec = self.depth > 0
        return None

    def after_code(self, sign: str, place: int) -> int | None:
        """Read a sign in a field; the end of the string if it ends there."""
        if sign in _OPENING:
            self.depth += 1
        elif sign in _CLOSING:
            self._close(place)
        elif sign == ":":
            self.spec = self.depth == 1
        elif sign in _QUOTES:
            if _is_formatted(self.text, place):
                self.position = _formatted(self.text, place, [], self.level + 1)
            elif len(self.mark) == 3 and self.text.startswith(self.mark, place):
                return place + 3  # of no use: the field is not closed
            elif (inner := _EDGE.match(self.text, place)) is not None:
                self.position = inner.end()
        return None

    def _open(self, sign: str, place: int) -> None:
        whole = len(sign) > 1  # a field with nothing in it that counts
        if self.spec:  # a field in a field's format
            self.spec = False
            self.depth += not whole
        elif whole:
            self.fields.append((place + 1, self.position - 1))
        elif self.text.startswith("{", self.position):
            self.position += 1
        else:
            self.field, self.depth = place + 1, 1

    def _close(self, place: int) -> None:
        self.depth -= 1
        if not self.depth:
            self.fields.append((self.field, place))
            self.field = -1


_PART = re.compile(r"""\{[^{}()\[\]"'\\\n]*\} | \\[^{}] | [{}()\[\]:"'\n]""", re.VERBOSE | re.DOTALL)
_QUOTES = frozenset("\"'")


# --- depth ----------------------------------------------------------------------------------------


def _check_statement(text: str, start: int, end: int) -> None:
    """Make sure that one statement is within the bounds, token by token."""
    pieces = [(start, end, 0, 0)]
    while pieces:
        first, last, weight, level = pieces.pop()
        for inner_first, inner_last, inner in _weighed(text, first, last, weight):
            if level >= MAX_FORMATTED:
                raise _too_deep(text, first)
            pieces.append((inner_first, inner_last, inner, level + 1))


def _weighed(text: str, start: int, end: int, weight: int) -> Iterator[tuple[int, int, int]]:
    """The fields of f-strings in a piece of a statement, each with the weight of what stands around it.

    Raises:
        TooDeep: at the first place that is nested too deeply.
    """
    nesting = _Nesting(weight, weight)
    position = start
    while position >= 0:
        restart = -1
        for match in _TOKEN.finditer(text, position, end):
            token = match.group()
            sign = token[0]
            if sign in _QUOTES:
                nesting.weight += _STRING
                if _is_formatted(text, match.start()):
                    fields: list[tuple[int, int]] = []
                    restart = _formatted(text, match.start(), fields)
                    yield from ((first, last, nesting.weight + _BRACKET) for first, last in fields)
                    if restart >= end:
                        return
                    break
            elif (follow := _NESTS.get(token)) is not None:
                follow(nesting, token)
            elif sign in "#\\_" or sign.isalpha() or sign.isdecimal():
                continue
            else:
                nesting.weight += _LINK
            if nesting.weight > _MAX_WEIGHT or len(nesting.around) > MAX_BRACKETS:
                raise _too_deep(text, match.start())
        position = restart


@dataclass(slots=True)
class _Nesting:
    """What a place of a statement stands in.

    Attributes:
        base: the weight where a statement begins.
        weight: that of the place.
        around: of each open bracket and lambda what it is ("body" for a lambda behind its colon), and the weight
            around it. A comma ends all but the bracket.
    """

    base: int
    weight: int
    around: list[tuple[str, int]] = field(default_factory=list)

    def open(self, token: str) -> None:
        self.around.append((token, self.weight))
        self.weight += _LAMBDA if token == "lambda" else _BRACKET

    def close(self, token: str) -> None:
        while self.around and self.around[-1][0] not in _OPENING:
            self.around.pop()
        self.weight = (self.around.pop()[1] if self.around else self.weight) + _LINK

    def comma(self, token: str) -> None:
        while self.around and self.around[-1][0] == "body":
            self.around.pop()
        self.weight = self.around[-1][1] + _BRACKET if self.around else self.base

    def colon(self, token: str) -> None:
        """It ends the parameters of the innermost lambda in this bracket that is still at them."""
        index = len(self.around) - 1
        while index >= 0 and self.around[index][0] == "body":
            index -= 1
        if index >= 0 and self.around[index][0] == "lambda":
            self.around[index:] = [("body", self.around[index][1])]

    def link(self, token: str) -> None:
        self.weight += _LINK

    def end(self, token: str) -> None:
        if not self.around:
            self.weight = self.base


_NESTS: dict[str, Callable[[_Nesting, str], None]] = {
    **dict.fromkeys([*_OPENING, "lambda"], _Nesting.open),
    **dict.fromkeys(_CLOSING, _Nesting.close),
    **dict.fromkeys("\n;", _Nesting.end),
    **dict.fromkeys(_WORDS, _Nesting.link),
    ",": _Nesting.comma,
    ":": _Nesting.colon,
}


_BRANCH = re.compile(r"^([ \t\f]*)(if|elif)\b", re.MULTILINE)
_CONTINUED = re.compile(r"\\\n[ \t\f]*")


def _check_branches(text: str) -> None:
    """Make sure that no ``if`` has too many ``elif``; lines of a string that look like them count, too."""
    text = _CONTINUED.sub(" ", text)
    counts: dict[str, int] = {}
    for match in _BRANCH.finditer(text):
        indent, word = match.groups()
        counts[indent] = counts.get(indent, 0) + 1 if word == "elif" else 0
        if counts[indent] > MAX_BRANCHES:
            raise TooDeep(f"too many elif of one if; at most {MAX_BRANCHES:,}", text.count("\n", 0, match.start()) + 1)
