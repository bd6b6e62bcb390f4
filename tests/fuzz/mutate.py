"""Changes of a text: of its characters, tokens and lines, and of the bytes it is stored as."""

from __future__ import annotations

import ast
import random
import re
import warnings
from collections.abc import Callable

from . import corpus

_TOKEN = re.compile(r"\w+|[ \t]+|\n|[^\w\s]|.", re.DOTALL)
_NUMBER = re.compile(r"(?<![\w.])\d[\w.]*")
_NAME = re.compile(r"[A-Za-z_]\w*")

NUMBERS = (
    "0", "-0", "1", "-1", "-5", "2", "3", "7", "16", "1000", "-(2**63)", "2**63", "2**64", "10**10", "10**400",
    "10**10**10", "1 << 100000", "-1 << 70", "9" * 400, "0x" + "f" * 300, "1e308 * 10", "1e400", "-1e400", "1e-400", "0.1",
    "1j", "True", "None", "float('nan')", "float('inf')", "0o17", "0b101", "1_000_000", "(10**10,) * 50", "()", "''",
    "b''", "[]", "{}", "...", "-3.5", "0.0", "1 // 0", "1 % 0", "2 ** -1", "0 ** -1", "[0] * 10**9", "'a' * 10**9",
    "range(10**12)", "range(0, 10**9, -1)", "slice(None, None, 0)", "(-1,)", "(0,)", "(1,) * 300", "int", "lambda: 0",
)  # fmt: skip
"""Expressions that stand for numbers, ordinary and not: none may be taken for granted."""

NAMES = (
    "cp", "cupy", "cupyx", "np", "self", "x", "s0", "__class__", "__init__", "__enter__", "__getattr__", "_", "print",
    "Stream", "null", "ptds", "Event", "use", "record", "wait_event", "synchronize", "zeros", "empty_like", "get", "set",
    "copyto", "asnumpy", "alloc_pinned_memory", "RawKernel", "ElementwiseKernel", "fuse", "jit", "Graph", "linalg", "fft",
    "random", "sparse", "concatenate", "reshape", "__setitem__", "data", "ptr", "mem", "MemoryPool", "set_allocator",
)  # fmt: skip
_SNIPPETS = (
    "\n", "\n\n", "    ", "\t", "\f", "\\\n", ";", ":", ",", "(", ")", "[", "]", "{", "}", '"""', "'", 'f"{', "#", "# noqa",
    "# cupylint: ignore[", "# type: ignore", "...", "->", ":=", "**", "*", "@", "lambda:", "lambda x=0, *a, **k: x",
    " if x else ", " for i in range(3)", " and ", " not ", "-", "~", "await ", "yield ", "yield from ", "async ",
    "match x:\n    case _:\n        pass\n", "del x\n", "global x\n", "nonlocal x\n", "return\n", "break\n", "continue\n",
    "raise\n", "pass\n", "import cupy as cp\n", "from cupy import *\n", "with cp.cuda.Stream():\n    ",
    "try:\n    pass\nfinally:\n    ", "class A(A): pass\n", "exec('1')\n", "\u2028", "\u202e", "\x85", "\xa0", "é", "𝔘", "\x00",
)  # fmt: skip

_TRIALS = 4
_LONGEST = 300_000  # characters

Change = Callable[[random.Random, str], str]


def _tokens(rng: random.Random, text: str) -> str:
    tokens = _TOKEN.findall(text) or [""]
    for _ in range(rng.choice((1, 1, 2, 5, 20))):
        at, other = rng.randrange(len(tokens)), rng.randrange(len(tokens))
        kind = rng.randrange(5)
        if kind == 0:
            tokens[at] = ""
        elif kind == 1:
            tokens[at] *= rng.choice((2, 2, 3, 50))
        elif kind == 2:
            tokens[at], tokens[other] = tokens[other], tokens[at]
        elif kind == 3:
            tokens[at] = rng.choice(corpus.vocabulary())
        else:
            tokens[at] += rng.choice(_SNIPPETS)
    return "".join(tokens)


def _lines(rng: random.Random, text: str) -> str:
    lines = text.splitlines(keepends=True) or [""]
    for _ in range(rng.choice((1, 1, 2, 5))):
        at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        kind = rng.randrange(6)
        if kind == 0:
            lines[at] = ""
        elif kind == 1:
            lines[at] *= rng.choice((2, 2, 10))
        elif kind == 2:
            lines[at], lines[other] = lines[other], lines[at]
        elif kind == 3:
            lines[at] = rng.choice(("    ", "  ", "\t", "        ")) + lines[at]
        elif kind == 4:
            lines[at] = lines[at].lstrip(" \t")
        else:
            first, last = sorted((at, other))
            lines[first:last] = ["    " + line for line in lines[first:last]]
    return "".join(lines)


def _blocks(rng: random.Random, text: str) -> str:
    """A run of lines elsewhere, or twice, or below one more head of a block."""
    lines = text.splitlines(keepends=True) or [""]
    first = rng.randrange(len(lines))
    block = lines[first : first + rng.randint(1, 12)]
    head = rng.choice(
        ("while x:\n", "for i in range(n):\n", "if x[0]:\n", "try:\n", "with s0:\n", "def f(x):\n", "class C:\n")
    )
    if rng.random() < 0.5:
        indent = re.match(r"[ \t]*", block[0])
        space = indent[0] if indent else ""
        lines[first : first + len(block)] = [space + head, *("    " + line for line in block)]
        if head == "try:\n":
            lines.insert(first + len(block) + 1, f"{space}finally:\n{space}    pass\n")
    else:
        at = rng.randrange(len(lines) + 1)
        lines[at:at] = block * rng.choice((1, 1, 2, 8))
    return "".join(lines)


def _replaced(rng: random.Random, text: str, pattern: re.Pattern[str], words: tuple[str, ...]) -> str:
    places = list(pattern.finditer(text))
    if not places:
        return text
    for match in sorted(rng.sample(places, min(len(places), rng.choice((1, 1, 2, 4)))), key=lambda one: -one.start()):
        text = text[: match.start()] + rng.choice(words) + text[match.end() :]
    return text


def _numbers(rng: random.Random, text: str) -> str:
    return _replaced(rng, text, _NUMBER, NUMBERS)


def _names(rng: random.Random, text: str) -> str:
    own = tuple(_NAME.findall(text)) or NAMES
    return _replaced(rng, text, _NAME, rng.choice((NAMES, own, own)))


def _splice(rng: random.Random, text: str) -> str:
    other, _ = corpus.pick(rng, corpus.fixtures())
    lines, more = text.splitlines(keepends=True), other.splitlines(keepends=True)
    return "".join(lines[: rng.randint(0, len(lines))] + more[rng.randint(0, len(more)) :])


def _truncated(rng: random.Random, text: str) -> str:
    at = rng.randint(0, len(text))
    return text[:at] if rng.random() < 0.8 else text[at:]


CHANGES: tuple[Change, ...] = (
    _tokens, _tokens, _lines, _lines, _blocks, _blocks, _numbers, _numbers, _numbers, _names, _names, _names, _splice, _truncated,
)  # fmt: skip


def mutated(rng: random.Random, text: str) -> str:
    """`text` after one to some changes."""
    for _ in range(rng.choice((1, 1, 2, 3, 4, 8))):
        text = rng.choice(CHANGES)(rng, text)
    return text


def mutated_program(rng: random.Random, text: str) -> str:
    """`text` after some changes. Mostly it parses still: what does not is seen by the parser only."""
    if rng.random() < 0.2:
        return mutated(rng, text)
    for _ in range(rng.choice((1, 2, 3, 4, 8))):
        for _ in range(_TRIALS):
            changed = rng.choice(CHANGES)(rng, text)
            if len(changed) <= _LONGEST and parses(changed):
                text = changed
                break
    return text


def parses(text: str) -> bool:
    """Whether this Python accepts `text`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False
    return True


# --- bytes ----------------------------------------------------------------------------------------

_CODINGS = ("utf-8", "latin-1", "utf-16", "utf-7", "ascii", "cp1252", "rot13", "zlib", "idna", "punycode", "utf-8-sig",
            "unicode_escape", "raw_unicode_escape", "undefined", "mbcs", "x" * 300, "../etc", "hex", "utf_8", "euc_jp")  # fmt: skip
_ODD_BYTES = (
    b"\0", b"\xff", b"\xed\xa0\x80", b"\xc0\x80", b"\xf4\x90\x80\x80", b"\f", b"\v", b"\r", b"\x1a", b"\xef\xbb\xbf", b"\x80",
    b"\x1b[31m", b"\xe2\x80\xae", b"\xc2\x9b", b"\x7f", b"\xe2\x80\xa8", b"\xef\xbf\xbf",
)  # fmt: skip


def _flip(rng: random.Random, data: bytes) -> bytes:
    changed = bytearray(data or b" ")
    for _ in range(rng.choice((1, 2, 10))):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def _insert(rng: random.Random, data: bytes) -> bytes:
    at = rng.randint(0, len(data))
    return data[:at] + rng.choice(_ODD_BYTES) * rng.choice((1, 1, 3)) + data[at:]


def _coding(rng: random.Random, data: bytes) -> bytes:
    return b"# -*- coding: " + rng.choice(_CODINGS).encode() + b" -*-\n" + data


def _encoded(rng: random.Random, data: bytes) -> bytes:
    name = rng.choice(("utf-16", "utf-32", "latin-1", "utf-7", "cp1252", "utf-8-sig"))
    coding = b"" if rng.random() < 0.5 else f"# coding: {name}\n".encode()
    return coding + data.decode("utf-8", "replace").encode(name, "replace")


def _ends(rng: random.Random, data: bytes) -> bytes:
    return data.replace(b"\n", rng.choice((b"\r\n", b"\r", b"\n\r", b"\n\f", b"\f\n", b"\n\n", b"\r\r\n")))


def _cut(rng: random.Random, data: bytes) -> bytes:
    return data[: rng.randint(0, len(data))]


BYTE_CHANGES: tuple[Callable[[random.Random, bytes], bytes], ...] = (
    _flip,
    _insert,
    _insert,
    _coding,
    _encoded,
    _ends,
    _cut,
)


def stored(rng: random.Random, text: str, share: float = 0.2) -> bytes:
    """The bytes of a text: as they should be mostly, and in a `share` of cases not."""
    data = text.encode("utf-8", "surrogatepass")
    while rng.random() < share:
        data = rng.choice(BYTE_CHANGES)(rng, data)
    return data
