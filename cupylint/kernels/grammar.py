"""Access to tree-sitter's CUDA grammar, if it is installed."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cupylint.guards import TooDeep, check_c
from cupylint.kernels.macros import expanded

if TYPE_CHECKING:
    from tree_sitter import Node

_ALIGNED = re.compile(r"\b__align__\s*\((?:[^()]|\([^()]*\))*\)")  # the grammar does not know it everywhere
_CONVERTING = re.compile(r"\b(long|short|signed|unsigned)(?=\s*\()")  # the grammar knows ``int(x)`` alone
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")


@lru_cache(maxsize=1)
def _parser() -> Any:
    try:
        import tree_sitter
        import tree_sitter_cuda
    except ImportError:
        return None
    return tree_sitter.Parser(tree_sitter.Language(tree_sitter_cuda.language()))


def fits(code: str) -> bool:
    """Whether a CUDA text may be parsed."""
    try:
        check_c(code)
    except TooDeep:
        return False
    return True


def tree(code: str) -> Node | None:
    """The root of the syntax tree of `code`, whose offsets count characters; None without the grammar, or for a
    text that is nested too deeply."""
    parser = _parser()
    if parser is None or not fits(code):
        return None
    code = _ALIGNED.sub(lambda match: " " * len(match.group()), _NOT_ASCII.sub("_", code))
    root: Node = parser.parse(code.encode("ascii")).root_node
    for change in (expanded, _called):
        if root.has_error and (changed := change(code)) != code:
            other: Node = parser.parse(changed.encode("ascii")).root_node
            if len(errors(other)) < len(errors(root)):
                root, code = other, changed
    return root


def _called(code: str) -> str:
    """The text with conversions as calls of functions that nobody knows, each as long as before."""
    return _CONVERTING.sub(lambda match: f"_{match[1][1:]}", code)


def text(node: Node | None) -> str:
    """The source of a node."""
    return "" if node is None or node.text is None else node.text.decode("ascii", errors="replace")


def descendants(node: Node, *kinds: str) -> list[Node]:
    """The nodes of these kinds inside `node`, in the order of the source."""
    found, stack = [], [node]
    while stack:
        node = stack.pop()
        if node.type in kinds:
            found.append(node)
        stack.extend(reversed(node.children))
    return found


def errors(root: Node) -> list[tuple[int, int]]:
    """Where the source does not follow the grammar: the innermost place that tells of each error."""
    found, stack = [], [root]
    while stack:
        node = stack.pop()
        if not node.has_error:
            continue
        if node.is_missing or node.is_error:
            found.append((node.start_byte, max(node.end_byte, node.start_byte + 1)))
        else:
            stack.extend(reversed(node.children))
    return found
