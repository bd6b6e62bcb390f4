"""Configuration that is wrong: pyproject.toml, .gitignore, comments that suppress."""

from __future__ import annotations

import random

from .case import TRIPWIRE, Case
from .files import Size
from .mutate import mutated, stored

PROGRAM = TRIPWIRE + (
    "import cupy as cp\ns0 = cp.cuda.Stream(non_blocking=True)\ns1 = cp.cuda.Stream(non_blocking=True)\nx = cp.ones(10)\n"
    "with s0:\n    y = x * 2\nwith s1:\n    z = y + 1\n"
)
_TABLE = """\
[tool.cupylint]
select = ["CUP1"]
ignore = ["with-does-not-wait"]
exclude = ["vendor"]
cupy-version = 14
device-memory = "24GiB"
per-thread-default-stream = false
waits = ["mylib.finish"]
per-file-ignores = { "tests/*" = ["CUP101"] }
jobs = 1
"""
_KEYS = (
    "select", "ignore", "extend-select", "exclude", "cupy-version", "device-memory", "per-thread-default-stream", "waits", "jobs",
    "per-file-ignores", "maybe", "min-confidence", "output-format", "force-exclude", "respect-gitignore", "nonsense", "time-limit", "memory-limit",
)  # fmt: skip
_VALUES = (
    "1", "-1", "0", "true", '""', '"x"', "[]", "[1]", '["CUP101"]', '["ALL"]', "{}", '{ "*" = ["CUP101"] }', '{ "!*" = ["ALL"] }', "inf", "nan",
    "1979-05-27", '"' + "9" * 400 + '"', "9" * 400, '"1e400GB"', '["**/**/**/*"]', '["[!"]', '["!"]', '["[z-a]"]', '["\\u0000"]', '["../x"]',
    '["' + "*a" * 60 + '"]', '["' + "**/" * 60 + 'x"]', '["' + "?" * 5000 + '"]', '["a.b.c", "é"]', '"A100-40GB"', '"H100"', '["' + "[" * 200 + '"]',
    "[[[[[[]]]]]]", "1e400", "0x7fffffffffffffffffff", '"\\u202e"', '["\\u001b[31m"]', '"\\u009b"', "[" * 500 + "]" * 500, '"80 GiB"', '"-1GB"', '"1' + "0" * 5000 + '"',
)  # fmt: skip
_IGNORES = (
    "*", "!*", "!", "/", "//", "**", "**/**", "a/**/b", "[", "[!", "[]]", "[z-a]", "\\", "\\\\", "#x", "\\#x", " ", "x ", "x\\ ", "*.py", "!*.py", "/*",
    "*a" * 60, "**/" * 60, "?" * 3000, "[" * 2000, "*" * 5000, "{a,b}", "\x00", "\x1b", "é" * 100, "*/" * 200, "program.py/", "tree", "!program.py", "[[:alpha:]]",
)  # fmt: skip
_COMMENTS = (
    "# noqa", "# noqa: CUP101", "#noqa:CUP101,CUP102", "# NOQA : CUP1", "# cupylint: ignore", "# cupylint: ignore[CUP101]", "# cupylint: ignore[unordered-read] why",
    "# cupylint: ignore-file", "# cupylint: ignore-file[CUP101]", "# cupylint: ignore[", "# cupylint: ignore[]", "# cupylint: ignore[,,,]", "# cupylint:ignore[CUP101][CUP102]",
    "# noqa: " + "CUP101," * 2000, "#" * 3000 + " noqa", "/" * 3000 + "noqa", "#cupylint:ignore[" * 500, "# noqa:" + " " * 5000 + "x", "//noqa", "# cupylint: ignore[" + "a," * 3000,
)  # fmt: skip


def _table(rng: random.Random) -> str:
    if rng.random() < 0.5:
        return mutated(rng, _TABLE)
    keys = rng.sample(_KEYS, rng.randint(1, 4))
    head = rng.choice(
        ("[tool.cupylint]\n",) * 6
        + ("[[tool.cupylint]]\n", "[tool]\ncupylint = 1\n", "tool = 1\n", "[tool.cupylint.select]\n")
    )
    return head + "".join(f"{key} = {rng.choice(_VALUES)}\n" for key in keys)


def _pyproject(rng: random.Random) -> Case:
    name = rng.choice((b"pyproject.toml",) * 4 + (b"other.toml",))
    arguments = (
        ("--config", "other.toml", ".")
        if name == b"other.toml"
        else rng.choice(((".",), ("program.py",), ("package",)))
    )
    entries = {b"program.py": PROGRAM.encode(), b"package/a.py": PROGRAM.encode(), name: stored(rng, _table(rng), 0.1)}
    return Case(dict(entries), arguments, note="pyproject.toml")


def _gitignore(rng: random.Random) -> Case:
    lines = "\n".join(rng.choice(_IGNORES) for _ in range(rng.choice((1, 2, 5, 40)))) + "\n"
    text = mutated(rng, lines) if rng.random() < 0.3 else lines
    name = ("a" * rng.choice((1, 40)) + ".py").encode()
    entries = {b".git/HEAD": b"", b"program.py": PROGRAM.encode(), b"package/" + name: PROGRAM.encode()}
    entries[rng.choice((b".gitignore", b"package/.gitignore", b".git/info/exclude", b".git"))] = stored(rng, text, 0.1)
    return Case(dict(entries), (".",), note=".gitignore")


def _comments(rng: random.Random) -> Case:
    lines = PROGRAM.splitlines()
    for _ in range(rng.choice((1, 2, 5))):
        at = rng.randrange(len(lines))
        comment = rng.choice(_COMMENTS)
        comment = mutated(rng, comment) if rng.random() < 0.4 else comment
        lines[at] = lines[at] + "  " + comment if rng.random() < 0.6 else lines[at] + "\n" + comment
    return Case({b"program.py": stored(rng, "\n".join(lines) + "\n", 0.1)}, ("program.py",), note="comments")


def generate(rng: random.Random, size: Size) -> Case:
    """Some wrong configuration around a program with a finding."""
    return rng.choice((_pyproject, _pyproject, _gitignore, _comments))(rng)
