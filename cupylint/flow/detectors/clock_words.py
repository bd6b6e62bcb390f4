"""What names, texts and remarks say of an interval: that the cost of issuing work is meant, or work of the host."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from libcst import CSTNode

    from cupylint.flow.domain.readings import Span

_ON_PURPOSE = re.compile(
    r"launch|enqueu|submi|issu|async|dispatch|overhead|queue|un_?sync|no.?sync|without.{0,8}sync|before.{0,8}sync"
    r"|compil|warm|first.?(call|run\b|invocation)|\bcold|(cuda|api)[ _]calls?\b|\bcall[ _-]?time",
    re.IGNORECASE,
)
"""Names and texts that say that the cost of issuing the work is meant."""
_SAYS_SO = re.compile(
    r"overhead|(launch|issue|enqueue|dispatch|submission)[ -](time|cost|latency)"
    r"|(\bno|\bnot|n't|never|without|skip\w*|omit\w*|avoid\w*|exclud\w*|deliberate\w*|intentional\w*|on purpose)\b"
    r".{0,40}(synchroni|\bsync)",
    re.IGNORECASE | re.DOTALL,
)
"""Remarks that do."""
_ON_HOST = re.compile(r"\bhost|host\b|_host|cpu|(?<!as)numpy|python", re.IGNORECASE)
_ON_DEVICE = re.compile(r"gpu|cuda|device|cupy|kernel|\bwall", re.IGNORECASE)
"""Also what passes on the clock on the wall, whoever works."""
_MOSTLY_HOST = re.compile(
    r"load|(?<!th)read(?!y)|import|pars|init|setup|set_up|prepar|alloc|build|construct"
    r"|plot(ting)?[ _-]?(time|dur|sec|took)|(time|t|elapsed)_plot",
    re.IGNORECASE,
)


def is_about_issuing(named: str) -> bool:
    """Whether what names an interval says that the time of the device is not meant."""
    return bool(_ON_PURPOSE.search(named) or (_ON_HOST.search(named) and not _ON_DEVICE.search(named)))


def is_mostly_of_host(named: str) -> bool:
    """Whether it says that it is about work of the host."""
    return _MOSTLY_HOST.search(named) is not None


def is_said_to_leave_out_waits(span: Span) -> bool:
    """Whether a remark between both readings, or what documents their function, says so."""
    function = span.second.function
    if function is None or function is not span.first.function or function.node is None:
        return False
    return any(_SAYS_SO.search(remark) for remark in (_documentation(function.node), " ".join(_remarks(span))))


def _documentation(function: CSTNode) -> str:
    get = getattr(function, "get_docstring", None)
    return (get and get()) or ""


def _remarks(span: Span) -> Iterator[str]:
    """The comments from the first reading of an interval to the second, each stripped of its sign."""
    begun = False
    assert span.second.function is not None
    for node in _in_order(span.second.function.node):
        begun |= node is span.first.node
        if begun and type(node).__name__ == "Comment":
            yield getattr(node, "value", "").lstrip("# ")
        if begun and node is span.second.node and node is not span.first.node:
            return


def _in_order(node: CSTNode | None) -> Iterator[CSTNode]:
    pending = [] if node is None else [node]
    while pending:
        each = pending.pop()
        yield each
        pending += reversed(each.children)


def text_of(node: CSTNode | None) -> str:
    """The names and literal texts in a simple statement."""
    if node is None or hasattr(node, "body"):
        return ""
    values = (getattr(each, "value", None) for each in _in_order(node))
    return " ".join(value for value in values if isinstance(value, str))
