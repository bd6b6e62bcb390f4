"""Parts of a text that are compiled only sometimes: ``#if``, ``#ifdef`` and their like."""

from __future__ import annotations

import re

from .errors import NotUnderstood

_DIRECTIVE = re.compile(r"\s*#\s*(ifdef|ifndef|if|elif|else|endif|define|undef)\b\s*(.*)")
_DEFINED = re.compile(r"\bdefined\s*(?:\(\s*(\w+)\s*\)|(\w+))")
_ALLOWED = re.compile(r"(?:\d+|and|or|not|[-+*/%<>=!()\s])*")
_GIVEN = {"__CUDA_ARCH__": "900", "__CUDACC__": "1", "__CUDACC_RTC__": "1", "__NVCC__": "1", "__cplusplus": "201703"}


def chosen(code: str, given: dict[str, str]) -> str:
    """`code` without the parts that are not compiled; lines stay where they are.

    Args:
        given: macros of the options, with their values.

    Raises:
        NotUnderstood: a condition is more than numbers and macros.
    """
    if not re.search(r"^\s*#\s*if", code, re.MULTILINE):
        return code
    macros = _GIVEN | given
    active: list[tuple[bool, bool]] = []  # of each level: whether it is compiled, and whether a part of it was
    lines = code.split("\n")
    for number, line in enumerate(lines):
        match = _DIRECTIVE.match(line)
        word, rest = (match[1], match[2].strip()) if match else ("", "")
        if word in ("if", "ifdef", "ifndef"):
            outside = all(now for now, _ in active)
            taken = outside and _holds(word, rest, macros, number + 1)
            active.append((taken, taken or not outside))
        elif word in ("elif", "else") and active:
            _, done = active.pop()
            taken = not done and (word == "else" or _holds("if", rest, macros, number + 1))
            active.append((taken, done or taken))
        elif word == "endif" and active:
            active.pop()
        elif all(now for now, _ in active):
            if word == "define":
                name, _, value = rest.partition(" ")
                macros[name.partition("(")[0]] = value.strip()
            elif word == "undef":
                macros.pop(rest, None)
            if word != "undef":
                continue
        lines[number] = ""
    return "\n".join(lines)


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
