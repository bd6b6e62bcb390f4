"""The texts that expressions of a Python file stand for, as far as the file itself tells."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from cupylint.kernels.literals import NotALiteral, Replacement, pieces
from cupylint.kernels.places import Places
from cupylint.kernels.scopes import Scope, Scopes
from cupylint.kernels.text import KernelText

_DEPTH = 40
_LONGEST = 2_000_000
_PERCENT = re.compile(r"%(?:%|(?:\((?P<key>[^()]*)\))?[-#0 +]*(?:\*|[1-9]\d*)?(?:\.\d+)?[hlL]?[diouxXeEfFgGcrsa])")
_FIELD = re.compile(r"\{\{|\}\}|\{(?P<key>[^{}!:]*)(?:![rsa])?(?::[^{}]*(?:\{[^{}]*\}[^{}]*)*)?\}")
_DOLLAR = re.compile(r"\$\$|\$(?P<key>[A-Za-z_]\w*)|\$\{(?P<braced>[A-Za-z_]\w*)\}")
_PLAIN = ("{}", "%s", "%d", "%i")
_PLAIN_NAMED = ("{%s}", "%%(%s)s", "%%(%s)d", "$%s", "${%s}")
"""Placeholders that put a value in as ``str`` writes it."""
_SAME = ("strip", "lstrip", "rstrip", "dedent", "expandtabs")
"""Calls that change nothing but white space, which CUDA does not care about."""


class Texts:
    """Reads texts from the tree of one file."""

    def __init__(self, places: Places, scopes: Scopes) -> None:
        self._places = places
        self._scopes = scopes
        self._known: dict[ast.expr, KernelText | None] = {}

    def text(self, expression: ast.expr, scope: Scope) -> KernelText | None:
        """The text of `expression` where it stands in `scope`; None if it is not known at all."""
        return self._text(expression, scope, 0)

    def _text(self, expression: ast.expr, scope: Scope, depth: int) -> KernelText | None:
        if expression not in self._known:
            self._known[expression] = None  # a name that stands for itself is unknown
            found = self._read(expression, scope, depth) if depth < _DEPTH else None
            self._known[expression] = found if found is None or len(found.text) <= _LONGEST else None
        return self._known[expression]

    def _read(self, expression: ast.expr, scope: Scope, depth: int) -> KernelText | None:
        if isinstance(expression, ast.Constant):
            if isinstance(expression.value, str):
                return self._literal(expression, scope, depth)
            if isinstance(expression.value, (int, float)):
                start, end = self._places.span(expression)
                return KernelText.made(str(expression.value), start, end - start)
            return None
        if isinstance(expression, ast.JoinedStr):
            return self._literal(expression, scope, depth)
        if isinstance(expression, ast.Name):
            found = self._scopes.value(expression.id, scope)
            return None if found is None else self._text(found[0], found[1], depth + 1)
        if isinstance(expression, ast.BinOp):
            return self._binary(expression, scope, depth)
        if isinstance(expression, ast.Call):
            return self._call(expression, scope, depth)
        return None

    def _hole(self, expression: ast.expr) -> KernelText:
        start, end = self._places.span(expression)
        return KernelText.hole(start, end - start)

    def _literal(self, expression: ast.expr, scope: Scope, depth: int) -> KernelText | None:
        try:
            parts = pieces(self._places.text, *self._places.span(expression))
        except NotALiteral:
            return None
        texts = [self._replacement(part, scope, depth) if isinstance(part, Replacement) else part for part in parts]
        return KernelText.join(texts)

    def _replacement(self, part: Replacement, scope: Scope, depth: int) -> KernelText:
        width = part.end - part.start
        if part.plain:
            value = self._named(part.expression, scope, depth)
            if value is not None:
                return value if "\n" in value.text else KernelText.made(value.text, part.start, width)
        return KernelText.hole(part.start, width)

    def _named(self, source: str, scope: Scope, depth: int) -> KernelText | None:
        """The text of a plain name or number, given as source."""
        if source.isdigit():
            return KernelText.made(source)
        found = self._scopes.value(source, scope) if source.isidentifier() else None
        return None if found is None else self._text(found[0], found[1], depth + 1)

    def _binary(self, expression: ast.BinOp, scope: Scope, depth: int) -> KernelText | None:
        if isinstance(expression.op, ast.Add):
            operands: list[ast.expr] = []
            left: ast.expr = expression
            while isinstance(left, ast.BinOp) and isinstance(left.op, ast.Add):
                operands.append(left.right)
                left = left.left
            operands.append(left)
            texts = [self._text(operand, scope, depth + 1) for operand in reversed(operands)]
            if all(text is None for text in texts):
                return None
            return KernelText.join(
                self._hole(operand) if text is None else text
                for operand, text in zip(reversed(operands), texts, strict=True)
            )
        if isinstance(expression.op, ast.Mod):
            text = self._text(expression.left, scope, depth + 1)
            if text is None or _is_number(expression.left):
                return None
            right = expression.right
            if isinstance(right, ast.Dict):
                return _filled(text, _PERCENT, self._items(right, scope, depth), [])
            values = right.elts if isinstance(right, ast.Tuple) else [right]
            return _filled(text, _PERCENT, {}, [self._text(value, scope, depth + 1) for value in values])
        return None

    def _items(self, node: ast.Dict, scope: Scope, depth: int) -> dict[str, KernelText | None]:
        return {
            key.value: self._text(value, scope, depth + 1)
            for key, value in zip(node.keys, node.values, strict=True)
            if isinstance(key, ast.Constant) and isinstance(key.value, str)
        }

    def _call(self, call: ast.Call, scope: Scope, depth: int) -> KernelText | None:
        name, of = _called(call), call.func.value if isinstance(call.func, ast.Attribute) else None
        if name in _SAME or name == "str":
            inner = call.args[0] if call.args and name in ("dedent", "str") else of
            return None if inner is None else self._text(inner, scope, depth + 1)
        if of is None:
            return None
        if name in ("substitute", "safe_substitute"):
            text = self._template(of, scope, depth)
            return None if text is None else _filled(text, _DOLLAR, self._keywords(call, scope, depth), [])
        if name not in ("format", "replace"):
            return None
        text = self._text(of, scope, depth + 1)
        if text is None:
            return None
        if name == "replace":
            return self._replaced(text, call.args, scope, depth)
        values = [self._text(value, scope, depth + 1) for value in call.args]
        return _filled(text, _FIELD, self._keywords(call, scope, depth), values)

    def _replaced(self, text: KernelText, arguments: list[ast.expr], scope: Scope, depth: int) -> KernelText | None:
        """``text.replace(old, new)`` with an `old` that is written out."""
        old = arguments[0].value if len(arguments) == 2 and isinstance(arguments[0], ast.Constant) else None
        if not isinstance(old, str):
            return None
        new = self._text(arguments[1], scope, depth + 1)
        return text.replaced(old, self._hole(arguments[1]) if new is None else new)

    def _template(self, made: ast.expr, scope: Scope, depth: int) -> KernelText | None:
        if isinstance(made, ast.Name):
            found = self._scopes.value(made.id, scope)
            return None if found is None else self._template(found[0], found[1], depth + 1) if depth < _DEPTH else None
        if isinstance(made, ast.Call) and made.args and _called(made) == "Template":
            return self._text(made.args[0], scope, depth + 1)
        return None

    def _keywords(self, call: ast.Call, scope: Scope, depth: int) -> dict[str, KernelText | None]:
        found: dict[str, KernelText | None] = {}
        for argument in call.args:
            if isinstance(argument, ast.Dict):
                found.update(self._items(argument, scope, depth))
        for keyword in call.keywords:
            if keyword.arg is not None:
                found[keyword.arg] = self._text(keyword.value, scope, depth + 1)
            elif isinstance(keyword.value, ast.Dict):
                found.update(self._items(keyword.value, scope, depth))
        return found


def _called(call: ast.Call) -> str:
    """The last name of what is called, "" where it has none."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _filled(
    text: KernelText,
    pattern: re.Pattern[str],
    named: Mapping[str, KernelText | None],
    listed: list[KernelText | None],
) -> KernelText:
    """`text` with its placeholders replaced by their values, or by holes where these are not known."""
    found: list[KernelText] = []
    start = number = 0
    for match in pattern.finditer(text.text):
        found.append(text.cut(start, match.start()))
        start = match.end()
        if match.group() in ("%%", "{{", "}}", "$$"):
            found.append(text.cut(match.start(), match.start() + 1))
            continue
        key = match["key"]
        if key is None and "braced" in pattern.groupindex:
            key = match["braced"]
        if key is None or key == "":
            value = listed[number] if number < len(listed) else None
            number += 1
        elif key.isdigit():
            value = listed[int(key)] if int(key) < len(listed) else None
        else:
            value = named.get(key)
        plain = match.group() in _PLAIN or match.group() in [form % key for form in _PLAIN_NAMED]
        if value is not None and plain:
            found.append(value)
        else:
            origin = text.range(match.start(), match.end())
            found.append(KernelText.hole() if origin is None else KernelText.hole(origin[0], origin[1] - origin[0]))
    return KernelText.join([*found, text.cut(start, len(text.text))])


def _is_number(expression: ast.expr) -> bool:
    return isinstance(expression, ast.Constant) and not isinstance(expression.value, str)
