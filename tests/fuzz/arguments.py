"""Arguments of the command, as a program that builds them wrongly, or somebody with bad intentions, would give them."""

from __future__ import annotations

import random

from .case import Case, Entry
from .configuration import PROGRAM
from .files import Size
from .mutate import mutated

_OPTIONS = (
    "--select", "--ignore", "--extend-select", "--maybe", "--min-confidence", "--cupy-version", "--per-thread-default-stream", "--device-memory", "--output-format", "-o", "--output-file",
    "--statistics", "--exit-zero", "--stdin-filename", "--force-exclude", "--config", "--isolated", "-j", "--jobs", "--explain", "--rules", "--memory", "--version",
    "-h", "--help", "--", "-", "--time-limit", "--memory-limit", "--debug", "--nonsense", "-x", "--sel",
    "--fix", "--unsafe-fixes", "--diff", "--add-ignore", "--add-noqa", "--baseline", "--write-baseline", "--diff-base", "--fail-on", "--overwrite",
    "--color", "-q", "--quiet", "-v", "--verbose", "--show-files", "--show-settings",
)  # fmt: skip
_VALUES = (
    "", " ", "CUP101", "CUP", "ALL", "all", "CUP101,,CUP1", ",", "unordered-read", "nonsense", "0", "1", "-1", "12", "14", "9" * 400, "1e400", "nan", "24GiB", "A100-40GB", "json", "full",
    "concise", "jsonl", "sarif", "github", "gitlab", "junit", "html", "always", "book.ipynb", "program.py", "nowhere.py", "package", "out.txt", "package/out.txt", "nowhere/out.txt", "é", "\udcff", "\x1b[31m", "\n", "\u202e", "\x9b", "a" * 5000, "pyproject.toml", "-", "--", "..nothing", "*", "%s", "{}", "\\",
)  # fmt: skip


def _word(rng: random.Random) -> str:
    kind = rng.random()
    if kind < 0.35:
        return rng.choice(_OPTIONS)
    if kind < 0.6:
        return rng.choice(_OPTIONS) + "=" + rng.choice(_VALUES)
    word = rng.choice(_VALUES)
    return mutated(rng, word) if kind > 0.9 else word


def _harmless(word: str) -> bool:
    """Whether a word stays in the folder, and runs nothing."""
    return not ("/" in word.lstrip("-").partition("/")[0] or word.startswith(("/", "~")) or "=/" in word or "-o/" in word
                or ".." in word.split("/") or "verify" in word or "\0" in word)  # fmt: skip


def generate(rng: random.Random, size: Size) -> Case:
    """Arguments, for a folder with a program."""
    words = [word for word in (_word(rng) for _ in range(rng.choice((1, 2, 3, 6)))) if _harmless(word)]
    entries: dict[bytes, Entry] = {b"program.py": PROGRAM.encode(), b"package/a.py": PROGRAM.encode()}
    return Case(entries, tuple(words), stdin=rng.choice((b"", PROGRAM.encode(), b"\xff\x00")), note="arguments")
