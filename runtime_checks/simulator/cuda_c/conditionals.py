"""Parts of a text that are compiled only sometimes: ``#if``, ``#ifdef`` and their like."""

from __future__ import annotations

import re

from .errors import NotUnderstood

_DIRECTIVE = re.compile(r"\s*#\s*(ifdef|ifndef|if|elif|else|endif|define|undef)\b\s*(.*)")
_DEFINED = re.compile(r"\bdefined\s*(?:\(\s*(\w+)\s*\)|(\w+))")
_ALLOWED = re.compile(r"(?:\d+|and|or|not|[-+*/%<>=!()\s])*")
_GIVEN = {"__CUDA_ARCH__": "900", "__CUDACC__": "1", "__CUDACC_RTC__": "1", "__NVCC__": "1", "__cplusplus": "201703"}
_OPEN, _GO_ON = ("if", "ifdef", "ifndef"), ("elif", "else", "endif")


def chosen(code: str, given: dict[str, str]) -> str:
    """`code` without the parts that are not compiled; lines stay where they are.

    Args:
        given: macros of the options, with their values.

    Raises:
        NotUnderstood: a condition is more than numbers and macros.
    """
    if not re.search(r"^\s*#\s*if", code, re.MULTILINE):
        return code
    levels = _Levels(_GIVEN | given)
    lines = code.split("\n")
    return "\n".join(line if levels.compiles(line, number) else "" for number, line in enumerate(lines, 1))


class _Levels:
    """The conditions around a line, the innermost last, and the macros that are defined there."""

    def __init__(self, macros: dict[str, str]) -> None:
        self._macros = macros
        self._around: list[tuple[bool, bool]] = []  # whether it is compiled, and whether a part of it was

    def compiles(self, line: str, number: int) -> bool:
        """Whether the next line is left to the compiler: not what says what is compiled."""
        match = _DIRECTIVE.match(line)
        word, rest = (match[1], match[2].strip()) if match else ("", "")
        if word in _OPEN or (word in _GO_ON and self._around):
            self._condition(word, rest, number)
            return False
        if not self._is_compiled:
            return False
        self._definition(word, rest)
        return word != "undef"

    @property
    def _is_compiled(self) -> bool:
        return all(now for now, _ in self._around)

    def _condition(self, word: str, rest: str, number: int) -> None:
        if word in _OPEN:
            outside = self._is_compiled
            taken = outside and _holds(word, rest, self._macros, number)
            self._around.append((taken, taken or not outside))
            return
        _, done = self._around.pop()
        if word != "endif":
            taken = not done and (word == "else" or _holds("if", rest, self._macros, number))
            self._around.append((taken, done or taken))

    def _definition(self, word: str, rest: str) -> None:
        if word == "define":
            name, _, value = rest.partition(" ")
            self._macros[name.partition("(")[0]] = value.strip()
        elif word == "undef":
            self._macros.pop(rest, None)


def _holds(word: str, condition: str, macros: dict[str, str], line: int) -> bool:
    if word != "if":
        return (condition.split()[:1] != [] and condition.split()[0] in macros) == (word == "ifdef")
    text = _DEFINED.sub(lambda match: str(int((match[1] or match[2]) in macros)), condition)
    for _ in range(8):
        text = re.sub(r"\b[A-Za-z_]\w*\b", lambda match: f"({macros.get(match.group()) or 0})", text)
    text = re.sub(r"(?<=\d)[uUlL]+\b", "", text).replace("&&", " and ").replace("||", " or ")
    text = re.sub(r"!(?!=)", " not ", text)
    try:
        if not _ALLOWED.fullmatch(text):
            raise ValueError(text)
        return bool(eval(text, {"__builtins__": {}}))  # numbers and signs alone
    except (ArithmeticError, SyntaxError, TypeError, ValueError):
        raise NotUnderstood(f"#if {condition}", line) from None
