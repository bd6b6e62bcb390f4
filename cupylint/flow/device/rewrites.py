"""Calls that are written wrongly in one way only, as they should be."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import libcst as cst

from cupylint.flow.domain.values import External

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

_MAKES_EVENT = re.compile(r"(.+)\.Event\(.*\)", re.DOTALL)
_EMPTY = re.compile(r".+\.Event\(\s*\)", re.DOTALL)


def recording(interpreter: Interpreter, state: State, call: CSTNode) -> str:
    """``event.record(stream)`` as a call that records the same and returns the event; "" where there is none."""
    if not (isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute)):
        return ""
    event = _code(call.func.value)
    if len(call.args) == 1 and call.args[0].keyword is None and not call.args[0].star:
        stream = call.args[0].value
        return f"{_code(stream)}.record({event})" if isinstance(stream, (cst.Name, cst.Attribute)) else ""
    if call.args:
        return ""
    made = _MAKES_EVENT.fullmatch(event)
    cuda = made[1] if made is not None else _cuda(interpreter, state)
    given = "" if _EMPTY.fullmatch(event) else event
    return f"{cuda}.get_current_stream().record({given})" if cuda else ""


def _cuda(interpreter: Interpreter, state: State) -> str:
    """How the file calls ``cupy.cuda``."""
    names = [
        str(key[1])
        for key, value in state.memory.items()
        if isinstance(key, tuple) and len(key) == 2 and key[0] == interpreter.frame.module and value == External("cupy")
    ]
    return f"{min(names)}.cuda" if names else ""


def non_blocking(call: CSTNode) -> str:
    """``Stream(True)`` as it is meant; "" where it says more."""
    if not isinstance(call, cst.Call):
        return ""
    names = [argument.keyword.value if argument.keyword is not None else "" for argument in call.args]
    plain = names in ([""], ["", ""]) or sorted(names) == ["non_blocking", "null"]
    return f"{_code(call.func)}(non_blocking=True)" if plain and not any(each.star for each in call.args) else ""


def _code(node: cst.CSTNode) -> str:
    return cst.Module([]).code_for_node(node)
