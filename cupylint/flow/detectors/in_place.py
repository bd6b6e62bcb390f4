"""An expression written as steps that work in place, one operation each: ``y = a * b``, then ``y += c``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst

from cupylint.sizes.numeric import OPERATORS, UNARY

if TYPE_CHECKING:
    from cupylint.flow.detectors.temporaries import Term

STEPS = 4
"""More lines than these in the place of one are no help."""
_EITHER_WAY = frozenset("+*&|^")
_LONG = 60  # characters of an expression that a message quotes
_CODE = libcst.Module([])


def text_of(node: libcst.CSTNode) -> str:
    """An expression as the source has it, in one line."""
    if isinstance(node, libcst.BaseExpression) and node.lpar:
        node = node.with_changes(lpar=(), rpar=())
    return _quoted(node)


def _quoted(node: libcst.CSTNode) -> str:
    """An expression with its own parentheses."""
    text = " ".join(_CODE.code_for_node(node).split())
    return text if len(text) <= _LONG and "#" not in text else "..."


def target_of(statement: libcst.CSTNode | None, value: libcst.CSTNode) -> libcst.BaseExpression | None:
    """The name or attribute that a statement assigns this value to."""
    if isinstance(statement, libcst.Assign) and len(statement.targets) == 1 and statement.value is value:
        target = statement.targets[0].target
        return target if isinstance(target, (libcst.Name, libcst.Attribute)) else None
    return None


def is_whole(target: libcst.CSTNode | None) -> bool:
    """Whether a target is ``y[:]`` or ``y[...]``."""
    if not isinstance(target, libcst.Subscript) or len(target.slice) != 1:
        return False
    key = target.slice[0].slice
    if isinstance(key, libcst.Slice):
        return key.lower is None and key.upper is None and key.step is None
    return isinstance(key, libcst.Index) and isinstance(key.value, libcst.Ellipsis)


def stored_in(statement: libcst.CSTNode | None) -> libcst.BaseExpression | None:
    """The array that a statement ``y[:] = ...`` copies into."""
    if not isinstance(statement, libcst.Assign) or len(statement.targets) != 1:
        return None
    target = statement.targets[0].target
    return target.value if isinstance(target, libcst.Subscript) and is_whole(target) else None


def reads(root: Term, target: libcst.BaseExpression) -> bool:
    """Whether an expression names `target`."""
    return _count(root, target) > 0


def can_write(root: Term) -> bool:
    """Whether its first step can be told where to write."""
    return _is_step(_chain(root)[-1])


def path_to(root: Term, target: libcst.BaseExpression) -> list[Term]:
    """The operations from the result inwards to the one that reads `target`, if each may work in its memory.

    None may, and the list is empty, where the expression reads it elsewhere as well.
    """
    return _path(root, target, root) if _count(root, target) == 1 else []


def _path(operation: Term, target: libcst.BaseExpression, root: Term) -> list[Term]:
    if operation.form != root.form or not _is_step(operation):
        return []
    if any(operand.deep_equals(target) for operand in operation.operands):
        return [operation]
    inner = next((path for part in operation.parts if (path := _path(part, target, root))), [])
    return [operation, *inner] if inner else []


def _count(operation: Term, target: libcst.BaseExpression) -> int:
    code = _quoted(target)
    found = 0
    pending: list[libcst.CSTNode] = [operation.node]
    while pending:
        node = pending.pop()
        found += isinstance(node, type(target)) and _quoted(node) == code
        pending += node.children
    return found


def _chain(root: Term) -> list[Term]:
    """The operations from the result inwards, each of which can work in the memory of the next one."""
    chain = [root]
    while _is_step(chain[-1]):
        inner = next((part for part in chain[-1].parts if part.form == root.form), None)
        if inner is None:
            break
        chain.append(inner)
    return chain


def _is_step(operation: Term) -> bool:
    """Whether there is a way to write it in place."""
    node = operation.node
    if isinstance(node, libcst.Call):
        plain = all(argument.keyword is None and not argument.star for argument in node.args)
        return plain and operation.name != "cupy.where"
    return True


def steps(
    root: Term, target: libcst.BaseExpression | None, path: list[Term], into: bool = False
) -> tuple[list[str], int]:
    """The lines, and the bytes that are alive at once with them: all temporaries and the result.

    Args:
        path: what `path_to` found: the first step works in `target`, which nobody needs any more.
        into: all steps work in `target`, which is no operand.
    """
    named = target is not None and (path or not _count(root, target))
    name = text_of(target) if named and target is not None else "t"
    chain = path or _chain(root)
    lines: list[str] = []
    most = root.size
    inner: libcst.CSTNode | None = target
    if not path:
        *chain, first = chain
        lines.append(_written(first, name) if into else f"{name} = {text_of(first.node)}")
        most = first.peak()
        inner = first.node
    for operation in reversed(chain):
        held = operation.size
        for part in operation.parts:
            if part.node is not inner:
                most = max(most, held + part.peak())
                held += part.size
        lines.append(_step(operation, inner, name))
        inner = operation.node
    if target is not None and not named:
        lines.append(f"{text_of(target)} = {name}")
    return lines, most


def _step(operation: Term, inner: libcst.CSTNode | None, name: str) -> str:
    """An operation in the place of its operand `inner`."""
    place = next((at for at, operand in enumerate(operation.operands) if _same(operand, inner)), 0)
    texts = [text_of(operand) for operand in operation.operands]
    texts[place] = name
    sign = operation.name
    if isinstance(operation.node, libcst.BinaryOperation) and (place == 0 or sign in _EITHER_WAY):
        return f"{name} {sign}= {texts[1 - place]}"
    return _call(operation, texts, name)


def _written(operation: Term, name: str) -> str:
    """An operation whose result goes into `name`."""
    return _call(operation, [text_of(operand) for operand in operation.operands], name)


def _call(operation: Term, texts: list[str], out: str) -> str:
    node = operation.node
    if isinstance(node, libcst.Call):
        function = _quoted(node.func)
    else:
        table = UNARY if isinstance(node, libcst.UnaryOperation) else OPERATORS
        function = f"cp.{table[operation.name]}"
    return f"{function}({', '.join(texts)}, out={out})"


def _same(operand: libcst.CSTNode, inner: libcst.CSTNode | None) -> bool:
    return operand is inner or (inner is not None and operand.deep_equals(inner))
