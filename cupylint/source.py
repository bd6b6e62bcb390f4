"""One source file: bytes, LibCST tree, positions of the nodes that matter.

LibCST is imported only when a file is really parsed; that import costs more than linting most files.
"""

from __future__ import annotations

import re
import sys
import warnings
from bisect import bisect_right
from collections.abc import Iterable, Sequence, Set
from contextlib import AbstractContextManager
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from cupylint import guards
from cupylint.findings import Location

if TYPE_CHECKING:
    import ast

    from libcst import CSTNode, Module

_NEWLINE = re.compile(r"\r\n|\r|\n")
_ROW_END = re.compile(rb"\r\n|\r|\n")
_CODING = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_POSITION = re.compile(r"^parser error: error at (\d+):(\d+): ")
_PLAIN = ("\t\n\x0c\r" + "".join(map(chr, range(32, 127))) + r"\x41\u0041\101", "xn--bcher-kva")
_LONGEST_NAME = 40
_MOST_BYTES = 4 * guards.MAX_BYTES  # a text within the bounds has no more in any encoding
_DEPTH = 4000  # Python frames that a deeply nested expression may need while it is lowered


class UnreadableSource(Exception):
    """The file cannot be parsed. ``reason`` is one line for the user, ``row`` and ``column`` the place."""

    def __init__(self, reason: str, row: int = 1, column: int = 1) -> None:
        super().__init__(reason)
        self.reason, self.row, self.column = reason, row, column


class LargeSource(UnreadableSource):
    """The file is not parsed, though nothing need be wrong with it: it is too large, or nested too deeply."""


def decode(data: bytes) -> str:
    """The text of a Python file, by its byte order mark or coding comment.

    Raises:
        UnreadableSource: the bytes are not text in that encoding.
    """
    if len(data) > _MOST_BYTES:
        raise LargeSource(f"is too large ({len(data):,} bytes; at most {_MOST_BYTES:,})")
    if b"\0" in data:
        raise UnreadableSource("is not text: it contains null bytes", *_place(data, data.index(b"\0")))
    encoding = declared_encoding(data)
    shown = repr(encoding if len(encoding) <= _LONGEST_NAME else f"{encoding[:_LONGEST_NAME]}...")
    if not _is_encoding(encoding):
        raise UnreadableSource(f"has an unknown encoding: {shown}")
    try:
        text = data.decode(encoding)
        text.encode()
        return text
    except UnicodeEncodeError:
        raise UnreadableSource(f"is not text in its encoding, {shown}") from None
    except UnicodeDecodeError as error:
        reason = f"is not text: byte 0x{data[error.start]:02x} is not valid {error.encoding}"
        raise UnreadableSource(reason, *_place(data, error.start)) from None
    except UnicodeError:
        raise UnreadableSource(f"is not text in its encoding, {shown}") from None


def declared_encoding(data: bytes) -> str:
    """The codec that a Python file names in its coding comment; ``utf-8-sig`` for UTF-8, with a mark or without."""
    for line in data.split(b"\n", 2)[:2]:
        if match := _CODING.match(line):
            encoding = match.group(1).decode("ascii")
            return "utf-8-sig" if encoding.lower().replace("_", "-") in ("utf-8", "utf8") else encoding
        if line.strip() and not line.lstrip().startswith(b"#"):
            break
    return "utf-8-sig"


@lru_cache(maxsize=64)
def _is_encoding(name: str) -> bool:
    """Whether Python files can be written so: in a codec from bytes to text in which ASCII is ASCII.

    The others (``punycode``, ``unicode_escape``, ``utf-7`` ...) may take time that grows with the square of the text.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return len(name) <= _LONGEST_NAME and all(text.encode().decode(name) == text for text in _PLAIN)
    except (LookupError, UnicodeError):
        return False


def _place(data: bytes, offset: int) -> tuple[int, int]:
    ends = [match.end() for match in _ROW_END.finditer(data[:offset])]
    return len(ends) + 1, offset - (ends[-1] if ends else 0) + 1


def first_row(statement: ast.stmt) -> int:
    """Where a statement begins, with its decorators."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(decorator.lineno for decorator in decorators)])


def common_start(one: Sequence[object], other: Sequence[object]) -> int:
    """How many items two lists, such as the rows of two texts, begin with together."""
    pairs = zip(one, other, strict=False)
    return next((count for count, (left, right) in enumerate(pairs) if left != right), min(len(one), len(other)))


@lru_cache(maxsize=2)  # several parts ask for that of one file, or of it and a fixed one; none of them changes it
def standard_tree(text: str) -> ast.Module | None:
    """The tree of this interpreter's own (fast) parser, None if it does not accept `text` or must not be given it.

    None does not prove an error: the file may use the syntax of another Python version.
    """
    try:
        guards.check_python(text, guards.MAX_STANDARD_SIGNS)
    except guards.TooDeep:
        return None
    return guards.roomy(lambda: _standard_tree(text))


def _standard_tree(text: str) -> ast.Module | None:
    import ast

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None


def parse(text: str) -> Module:
    """The LibCST module of `text`.

    Raises:
        LargeSource: there is too much of it.
        UnreadableSource: with the parser's reason and position.
    """
    import libcst

    try:
        guards.check_python(text)
        return guards.roomy(lambda: libcst.parse_module(text))
    except guards.TooLarge as error:
        raise LargeSource(f"is {error.reason}") from None
    except guards.TooDeep as error:  # Python itself may well read it
        raise LargeSource(f"is {error.reason} in row {error.row}") from None
    except libcst.ParserSyntaxError as error:
        words, row, column = _told(text, " ".join(error.message.split()))
        raise UnreadableSource(f"cannot be parsed: {words}", row, column) from None
    except libcst.CSTValidationError as error:
        raise UnreadableSource(f"cannot be parsed: {' '.join(str(error).split())}") from None
    except RecursionError:
        raise UnreadableSource("cannot be parsed: nested too deeply") from None
    except (TypeError, ValueError, AttributeError, IndexError, KeyError) as error:  # ``if(lambda: x): ...`` does that
        reason = " ".join(str(error).split())
        raise UnreadableSource(f"cannot be parsed: LibCST's parser fails on it ({reason})") from None


_LINE = re.compile(r" \(detected at line \d+\)| on line \d+")
"""What Python says of lines in its words: the text may be a part of a file."""


def _told(text: str, message: str) -> tuple[str, int, int]:
    """The words for a syntax error, its row and column in the text: Python's, else those of LibCST's `message`."""
    import ast

    words, row, column = _POSITION.sub("", message), 1, 1
    if found := _POSITION.match(message):
        row, column = int(found[1]), int(found[2])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse(text)
        except SyntaxError as error:
            words, row, column = _LINE.sub("", error.msg), error.lineno or row, error.offset or 1
        except (ValueError, RecursionError, MemoryError):
            pass
    rows = split_rows(text) or [""]
    row = min(max(row, 1), len(rows))
    return words, row, min(max(column, 1), len(rows[row - 1].rstrip("\r\n")) + 1)


def deep_recursion() -> AbstractContextManager[None]:
    """Raise Python's recursion limit while a tree is walked; restored afterwards."""
    from contextlib import contextmanager

    @contextmanager
    def limit() -> Any:
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(max(before, _DEPTH))
        try:
            yield
        finally:
            sys.setrecursionlimit(before)

    return limit()


def location_of(node: ast.expr, rows: Sequence[str]) -> Location:
    """Where an expression of the standard library's tree stands in a text of these rows."""
    end_row, end = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
    return Location(node.lineno, column(rows, node.lineno, node.col_offset), end_row, column(rows, end_row, end))


def column(rows: Sequence[str], row: int, offset: int) -> int:
    """The column from 1 in characters; the standard library's tree counts bytes from 0."""
    line = rows[row - 1]
    if line.isascii():
        return offset + 1
    return len(line.encode("utf-8", "surrogatepass")[:offset].decode("utf-8", "replace")) + 1


def split_rows(text: str) -> list[str]:
    """The rows of a text with their line ends; unlike `str.splitlines` a form feed ends no row."""
    starts = Lines(text).starts
    return [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]


class Lines:
    """Row and column of character offsets in a text."""

    def __init__(self, text: str) -> None:
        self.starts = [0, *(match.end() for match in _NEWLINE.finditer(text))]

    def place(self, offset: int) -> tuple[int, int]:
        """Row and column (both from 1) of a character offset."""
        row = bisect_right(self.starts, offset)
        return row, offset - self.starts[row - 1] + 1


def locate(module: Module, nodes: Iterable[CSTNode]) -> dict[CSTNode, Location]:
    """Where `nodes` stand in the source of `module`, without surrounding blanks and parentheses.

    Generates the code once while counting characters: a sixth of the cost of LibCST's
    ``PositionProvider``, with the same result for statements and expressions. Where none of the nodes is in the module,
    no code is generated: to look for them costs a tenth of that.
    """
    wanted = {id(node): node for node in nodes}
    if not _holds_any(module, wanted.keys()):
        return {}
    offsets, code = _offsets(module)
    lines = Lines(code)
    places = {node: offsets[number] for number, node in wanted.items() if number in offsets}
    return {node: Location(*lines.place(start), *lines.place(end)) for node, (start, end) in places.items()}


def _holds_any(module: Module, wanted: Set[int]) -> bool:
    """Whether any node of the module is `wanted`, by its identity; blanks and punctuation are not looked at."""
    pending: list[Any] = [module] if wanted else []
    while pending:
        node = pending.pop()
        if id(node) in wanted:
            return True
        for name in _parts(node.__class__):
            part = getattr(node, name)
            if type(part) in _SEVERAL:
                pending += part
            elif type(part) not in _LEAVES:
                pending.append(part)
    return False


_SEVERAL = (tuple, list)
_LEAVES = frozenset((str, bool, type(None)))
_PUNCTUATION = frozenset(
    (
        *("lpar", "rpar", "lbracket", "rbracket", "lbrace", "rbrace", "comma", "semicolon", "equal", "dot", "colon"),
        *("header", "footer", "leading_lines", "lines_after_decorators", "star"),
    )
)


@cache
def _parts(kind: type[object]) -> tuple[str, ...]:
    """The fields of a kind of node that hold other nodes, but for blanks and punctuation."""
    fields = getattr(kind, "__dataclass_fields__", ())
    return tuple(name for name in fields if name not in _PUNCTUATION and "whitespace" not in name)


def _offsets(module: Module) -> tuple[dict[int, tuple[int, int]], str]:
    """Where the nodes of a module, by their identity, begin and end in its code, and that code."""
    from libcst._nodes.internal import CodegenState

    offsets: dict[int, tuple[int, int]] = {}
    starts: list[int] = []

    class Counting(CodegenState):
        offset = 0

        def add_indent_tokens(self) -> None:
            self.tokens.extend(self.indent_tokens)
            self.offset += sum(map(len, self.indent_tokens))

        def add_token(self, value: str) -> None:
            self.tokens.append(value)
            self.offset += len(value)

        def before_codegen(self, node: CSTNode) -> None:
            starts.append(self.offset)

        def after_codegen(self, node: CSTNode) -> None:
            start = starts.pop()
            if id(node) not in offsets:
                offsets[id(node)] = (start, self.offset)

        def record_syntactic_position(
            self, node: CSTNode, *, start_node: CSTNode | None = None, end_node: CSTNode | None = None
        ) -> Any:
            return Extent(self, node, start_node, end_node)

    class Extent:  # a context manager as a class: there is one for each node, and a generator takes twice as long
        __slots__ = ("first", "last", "node", "start", "state")

        def __init__(self, state: Counting, node: CSTNode, first: CSTNode | None, last: CSTNode | None) -> None:
            self.state, self.node, self.first, self.last = state, node, first, last

        def __enter__(self) -> None:
            self.start = self.state.offset

        def __exit__(self, *error: object) -> None:
            start = self.start if self.first is None else offsets[id(self.first)][0]
            offsets[id(self.node)] = (start, self.state.offset if self.last is None else offsets[id(self.last)][1])

    state = Counting(default_indent=module.default_indent, default_newline=module.default_newline)
    module._codegen(state)
    return offsets, "".join(state.tokens)
