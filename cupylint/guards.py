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
from functools import lru_cache
from typing import TypeVar

MAX_BYTES = 2_000_000
"""Of a file that is parsed."""

MAX_SIGNS = 100_000
"""Commas, line ends, operators and the like in a file: some 20,000 lines. LibCST's tree takes up to 5 kB for each."""

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


def check_python(text: str) -> None:
    """Make sure that a Python text (right or wrong) is within the bounds; takes time linear in its length.

    Raises:
        TooDeep: it is not.
    """
    found = _excess(text)
    if found is not None:
        raise TooDeep(*found)


@lru_cache(maxsize=4)  # the parsers of one file ask one after another
def _excess(text: str) -> tuple[str, int] | None:
    try:
        _check(text)
    except TooDeep as error:
        return error.reason, error.row
    return None


def _check(text: str) -> None:
    if len(text) > MAX_BYTES:
        raise TooDeep(f"too large ({len(text):,} characters; at most {MAX_BYTES:,})")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if _signs(text) > MAX_SIGNS and (signs := _signs(_INERT.sub("", text))) > MAX_SIGNS:
        raise TooDeep(f"too large ({signs:,} signs and line ends; at most {MAX_SIGNS:,})")
    if text.count("elif") > MAX_BRANCHES:
        _check_branches(text)
    for start, end in _long_statements(text):
        if _heaviest(text, start, end) > _MAX_WEIGHT:
            _check_statement(text, start, end)


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
            raise TooDeep("nested too deeply", code.count("\n", 0, match.start()) + 1)


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
                if depth > MAX_BRACKETS or (depth > MAX_PATTERN and _CASE.match(text, start)):
                    raise TooDeep("nested too deeply", text.count("\n", 0, match.start()) + 1)
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


def _is_formatted(text: str, quote: int) -> bool:
    return text[quote - 1 : quote] in _FORMATTING or (
        text[quote - 1 : quote] in _RAW and text[max(quote - 2, 0) : quote - 1] in _FORMATTING
    )


_FORMATTING, _RAW = frozenset("fFtT"), frozenset("rR")


def _formatted(text: str, quote: int, fields: list[tuple[int, int]], level: int = 1) -> int:
    """The end of the f-string whose quotes begin at `quote`; where its fields stand is added to `fields`."""
    if level > MAX_FORMATTED:
        raise TooDeep("nested too deeply", text.count("\n", 0, quote) + 1)
    mark = text[quote]
    mark = mark * 3 if text.startswith(mark * 3, quote) else mark
    position = quote + len(mark)
    field = -1  # where the field begins that is being read, -1: none is
    depth = 0  # brackets open in it, the first included
    spec = False  # in what follows its colon
    while (match := _PART.search(text, position)) is not None:
        position, sign = match.end(), match.group()
        if field < 0 or spec:
            if text.startswith(mark, match.start()) and sign[0] == mark[0]:
                return match.start() + len(mark)
            if sign == "\n" and len(mark) == 1:
                return match.start()
            if sign == "{" and not spec and text.startswith("{", position):
                position += 1
            elif sign == "{" and not spec:
                field, depth = match.start() + 1, 1
            elif sign == "{":  # a field in a field's format
                spec, depth = False, depth + 1
            elif sign == "}" and spec:
                depth -= 1
                spec = depth > 0
                if not depth:
                    fields.append((field, match.start()))
                    field = -1
        elif sign in ('"', "'"):
            if _is_formatted(text, match.start()):
                position = _formatted(text, match.start(), [], level + 1)
            elif text.startswith(mark, match.start()) and len(mark) == 3:
                return match.start() + 3  # of no use: the field is not closed
            else:
                inner = _EDGE.match(text, match.start())
                position = inner.end() if inner is not None else position
        elif sign in _OPENING:
            depth += 1
        elif sign == ":" and depth == 1:
            spec = True
        elif sign in _CLOSING:
            depth -= 1
            if not depth:
                fields.append((field, match.start()))
                field = -1
    return len(text)


_PART = re.compile(r"""\\[^{}] | [{}()\[\]:"'\n]""", re.VERBOSE | re.DOTALL)


# --- depth ----------------------------------------------------------------------------------------


def _check_statement(text: str, start: int, end: int) -> None:
    """Make sure that one statement is within the bounds, token by token."""
    pieces = [(start, end, 0, 0)]
    while pieces:
        first, last, weight, level = pieces.pop()
        for inner_first, inner_last, inner in _weighed(text, first, last, weight):
            if level >= MAX_FORMATTED:
                raise TooDeep("nested too deeply", text.count("\n", 0, first) + 1)
            pieces.append((inner_first, inner_last, inner, level + 1))


def _weighed(text: str, start: int, end: int, weight: int) -> Iterator[tuple[int, int, int]]:
    """The fields of f-strings in a piece of a statement, each with the weight of what stands around it.

    Raises:
        TooDeep: at the first place that is nested too deeply.
    """
    # Of each open bracket and lambda: what it is, and the weight around it. A comma ends all but the bracket.
    around: list[tuple[str, int]] = []
    base = weight
    position = start
    while position >= 0:
        restart = -1
        for match in _TOKEN.finditer(text, position, end):
            token = match.group()
            sign = token[0]
            if sign == '"' or sign == "'":
                weight += _STRING
                if _is_formatted(text, match.start()):
                    fields: list[tuple[int, int]] = []
                    restart = _formatted(text, match.start(), fields)
                    yield from ((first, last, weight + _BRACKET) for first, last in fields)
                    if restart >= end:
                        return
                    break
            elif sign == "#" or sign == "\\" or sign.isdecimal():
                continue
            elif sign in _OPENING:
                around.append((sign, weight))
                weight += _BRACKET
            elif sign in _CLOSING:
                while around and around[-1][0] not in _OPENING:
                    around.pop()
                weight = (around.pop()[1] if around else weight) + _LINK
            elif sign == "\n" or sign == ";":
                if not around:
                    weight = base
            elif sign == ",":
                while around and around[-1][0] == "body":
                    around.pop()
                weight = around[-1][1] + _BRACKET if around else base
            elif token == ":":
                _colon(around)
            elif token == "lambda":
                around.append((token, weight))
                weight += _LAMBDA
            elif sign == "_" or sign.isalpha():
                if token not in _WORDS:
                    continue
                weight += _LINK
            else:
                weight += _LINK
            if weight > _MAX_WEIGHT or len(around) > MAX_BRACKETS:
                raise TooDeep("nested too deeply", text.count("\n", 0, match.start()) + 1)
        position = restart


def _colon(around: list[tuple[str, int]]) -> None:
    """A colon ends the parameters of the innermost lambda in this bracket that is still at them."""
    index = len(around) - 1
    while index >= 0 and around[index][0] == "body":
        index -= 1
    if index >= 0 and around[index][0] == "lambda":
        around[index:] = [("body", around[index][1])]


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
