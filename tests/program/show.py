"""Intermediate programs as text: temporaries are ``%1``, blocks are indented."""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.program import ir, lower
from cupylint.source import parse


def lowered(source: str) -> ir.Function:
    """The program of a module."""
    return lower(parse(source))


def show(source: str) -> list[str]:
    """The lines of a module's program."""
    return list(block(lowered(source).body))


def block(statements: ir.Block, indent: str = "") -> Iterator[str]:
    """The lines of a block."""
    for statement in statements:
        for line in _statement(statement):
            yield indent + line


def _nested(head: str, body: ir.Block) -> Iterator[str]:
    yield f"{head}:"
    yield from block(body, "  ") if body else iter(["  pass"])


def _otherwise(body: ir.Block, head: str = "else") -> Iterator[str]:
    if body:
        yield from _nested(head, body)


def _statement(item: ir.Statement) -> Iterator[str]:
    if isinstance(item, ir.Call):
        arguments = ", ".join(_argument(argument) for argument in item.arguments)
        yield f"%{item.target} = {text(item.function)}({arguments})"
    elif isinstance(item, ir.Assign):
        yield f"{text(item.target)} = {text(item.value)}"
    elif isinstance(item, ir.Augment):
        yield f"{text(item.target)} {item.operator}= {text(item.value)}"
    elif isinstance(item, ir.Append):
        key = "" if item.key is None else f"{text(item.key)}: "
        yield f"%{item.target} << {key}{text(item.value)}"
    elif isinstance(item, ir.If):
        yield from _nested(f"if {text(item.test)}", item.then)
        yield from _otherwise(item.orelse)
    elif isinstance(item, ir.For):
        yield from _nested(f"for {text(item.target)} in {text(item.iterable)}", item.body)
        yield from _otherwise(item.orelse)
    elif isinstance(item, ir.While):
        yield from block(item.before, "before: ")
        yield from _nested(f"while {text(item.test)}", item.body)
        yield from _otherwise(item.orelse)
    elif isinstance(item, ir.With):
        bound = "" if item.target is None else f" as {text(item.target)}"
        yield from _nested(f"with {text(item.manager)}{bound}", item.body)
    elif isinstance(item, ir.Try):
        yield from _nested("try", item.body)
        for handler in item.handlers:
            kind = "" if handler.kind is None else f" {text(handler.kind)}"
            yield from _nested(f"except{kind}" + (f" as {handler.name}" if handler.name else ""), handler.body)
        yield from _otherwise(item.orelse)
        yield from _otherwise(item.final, "finally")
    elif isinstance(item, ir.Yield):
        value = "" if item.value is None else f" {text(item.value)}"
        yield f"%{item.target} = {'await' if item.is_await else 'yield'}{value}"
    elif isinstance(item, (ir.Return, ir.Raise)):
        value = "" if item.value is None else f" {text(item.value)}"
        yield f"{type(item).__name__.lower()}{value}"
    elif isinstance(item, ir.Evaluate):
        yield text(item.value)
    elif isinstance(item, ir.Delete):
        yield f"del {text(item.target)}"
    elif isinstance(item, ir.Assert):
        yield f"assert {text(item.test)}"
    elif isinstance(item, ir.Import):
        yield f"import {item.dotted} as {item.name}"
    elif isinstance(item, ir.Define):
        yield from (f"@{text(decorator)}" for decorator in item.decorators)
        yield from _nested(f"def {item.name}", item.function.body)
    elif isinstance(item, ir.DefineClass):
        yield from (f"@{text(decorator)}" for decorator in item.decorators)
        yield from _nested(f"class {item.name}({', '.join(map(text, item.bases))})", item.body)
    elif isinstance(item, ir.Scope):
        yield f"{item.kind} {', '.join(item.names)}"
    else:
        yield type(item).__name__.lower()


def _argument(argument: ir.Argument) -> str:
    keyword = "" if argument.keyword is None else f"{argument.keyword}="
    return f"{argument.star}{keyword}{text(argument.value)}"


def text(item: ir.Expr | ir.Target | None) -> str:
    """An expression or target."""
    if item is None:
        return ""
    if isinstance(item, ir.Const):
        return "..." if item.value is Ellipsis else repr(item.value)
    if isinstance(item, ir.Load):
        return item.name if isinstance(item.name, str) else f"%{item.name}"
    if isinstance(item, ir.Attr):
        return f"{text(item.base)}.{item.name}"
    if isinstance(item, ir.Item):
        return f"{text(item.base)}[{text(item.key)}]"
    if isinstance(item, ir.Slice):
        return ":".join(text(part) for part in (item.start, item.stop, item.step))
    if isinstance(item, (ir.Binary, ir.Compare)):
        return f"({text(item.left)} {item.operator} {text(item.right)})"
    if isinstance(item, ir.Unary):
        return f"({item.operator} {text(item.operand)})"
    if isinstance(item, ir.Build):
        return f"{item.kind}({', '.join(map(text, item.items))})"
    if isinstance(item, ir.BuildDict):
        return "dict(" + ", ".join(f"{text(key) or '**'}: {text(value)}" for key, value in item.items) + ")"
    if isinstance(item, ir.Format):
        return f"format({', '.join(map(text, item.parts))})"
    if isinstance(item, ir.Star):
        return f"*{text(item.value)}"
    if isinstance(item, ir.Closure):
        return f"<{item.function.name}>"
    if isinstance(item, ir.Unpack):
        starred = [f"*{text(part)}" if index == item.star else text(part) for index, part in enumerate(item.targets)]
        return f"[{', '.join(starred)}]"
    return f"?({', '.join(map(text, item.parts))})"
