"""Parameters whose names, or uses, tell what objects they are.

``pool`` is a ``ScratchPool`` if all that is done with it fits. Classes of the file are all that is looked at. A name
alone is no evidence: at least one method of the class is called on the parameter, or it is entered as the context
manager that the class is, and nothing is asked of it that the class does not have. Whatever its name: a parameter that
is asked for at least four attributes which only one class has is an object of that class.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from cupylint.flow.domain import source_text
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.values import ClassValue, FunctionValue
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State

_TELLING = 4  # attributes that tell of what class an object is, if one class alone has them
_OF_ARRAYS = frozenset(
    [
        "T",
        "astype",
        "base",
        "conj",
        "copy",
        "data",
        "device",
        "dtype",
        "flags",
        "get",
        "imag",
        "item",
        "itemsize",
        "max",
        "mean",
        "min",
        "nbytes",
        "ndim",
        "numel",
        "ravel",
        "real",
        "reshape",
        "shape",
        "size",
        "stride",
        "strides",
        "sum",
        "view",
    ]
)
"""Attributes that arrays have as well."""
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


def class_of(state: State, code: ir.Function, parameter: ir.Parameter) -> ClassValue | None:
    """The one class of the file that the name of an argument without annotation tells of, and its use does not deny."""
    if parameter.annotation or parameter.default is not None or (code.parameters[0] is parameter and code.parent_class):
        return None
    words = _words(parameter.name)
    classes = [value for name, value in state.memory.members(0) if isinstance(value, ClassValue) and value.name == name]
    named = [cls for cls in classes if _words(cls.name)[-len(words) :] == words]
    if not words or len(named) > 1:
        return None
    return _fits(named[0], state, code, parameter) if named else _told_by_fields(classes, state, code, parameter)


def _fits(cls: ClassValue, state: State, code: ir.Function, parameter: ir.Parameter) -> ClassValue | None:
    """The class, if a method of it is called on the parameter and nothing is asked that it does not have."""
    asked = set(_asked(state, code, parameter.name))
    is_used = any(isinstance(cls.find(name), FunctionValue) for name in asked)
    return cls if is_used and not cls.open and asked <= _offered(cls) else None


def _told_by_fields(
    classes: list[ClassValue], state: State, code: ir.Function, parameter: ir.Parameter
) -> ClassValue | None:
    """The one class with fields that has all that a parameter is asked for, if that is enough to tell."""
    fields = {name for cls in classes for name in cls.fields} - _OF_ARRAYS
    if len(fields) < _TELLING or len(fields & _mentioned(state, code)) < _TELLING:
        return None
    asked = set(_asked(state, code, parameter.name))
    if len(asked - _OF_ARRAYS) < _TELLING:
        return None
    fitting = [cls for cls in classes if not cls.open and asked <= _offered(cls)]
    return fitting[0] if len(fitting) == 1 and fitting[0].fields else None


def _mentioned(state: State, code: ir.Function) -> set[str]:
    """The names that a function mentions, or one of the file that it calls: what it asks for is among them."""
    found = {name.removeprefix(".") for name in code.idents}
    called = [state.memory.get((0, name)) for name in found]
    return found.union(*(each.function.idents for each in called if isinstance(each, FunctionValue)))


def maker_of(state: State, cls: ClassValue) -> FunctionValue | None:
    """The function of the file that makes objects of a class without a constructor, if there is one."""
    functions = [value for _, value in state.memory.members(0) if isinstance(value, FunctionValue)]
    made_by = [each for each in functions if cls.name in each.function.idents and _makes(each.function, cls.name)]
    return made_by[0] if len(made_by) == 1 else None


def _makes(function: ir.Function, name: str) -> bool:
    """Whether a function calls a class."""
    calls = (each.function for each in walk(function.body) if isinstance(each, ir.Call))
    return any(isinstance(called, ir.Load) and called.name == name for called in calls)


def endings(state: State) -> frozenset[str]:
    """The words that names of classes of the file end with."""
    classes = (str(name) for name, value in state.memory.members(0) if isinstance(value, ClassValue))
    return frozenset(words[-1] for name in classes if (words := _words(name)))


def may_be_named(parameter: ir.Parameter, ends: frozenset[str]) -> bool:
    """Whether the name of a parameter may be that of a class whose name ends with one of some words."""
    words = _words(parameter.name)
    return bool(words) and words[-1] in ends


def _words(name: str) -> list[str]:
    """``scratch_pool`` and ``ScratchPool`` have the same words."""
    return [word.lower() for word in _PARTS.findall(name)]


def _offered(cls: ClassValue) -> frozenset[str]:
    """The names of all attributes that objects of a class may have: those that its code gives them."""
    methods = cls.methods().values()
    given = {
        target.name
        for method in methods
        for statement in walk(method.function.body)
        if isinstance(statement, ir.Assign)
        for target in _attributes(statement.target)
    }
    return frozenset(given) | {name for each in cls.family() for name in (*each.members, *each.fields)}


def _attributes(target: ir.Target) -> Iterator[ir.Attr]:
    if isinstance(target, ir.Unpack):
        for part in target.targets:
            yield from _attributes(part)
    elif isinstance(target, ir.Attr):
        yield target


def _asked(state: State, code: ir.Function, name: str, depth: int = 2) -> Iterator[str]:
    """The attributes that are asked of a parameter, also where it is handed on or a constructor keeps it."""
    yield from _asked_of(code, ir.Load, frozenset((name,)))
    for called, parameter in handed_on(state, code, name) if depth else ():
        yield from _asked(state, called, parameter, depth - 1)
    cls = state.memory.get((0, code.parent_class)) if code.name == "__init__" else None
    kept = _kept(code, name) if isinstance(cls, ClassValue) else frozenset()
    for method in cls.methods().values() if isinstance(cls, ClassValue) and kept else ():
        yield from _asked_of(method.function, ir.Attr, kept)


def _kept(code: ir.Function, name: str) -> frozenset[str]:
    """The attributes that a constructor keeps a parameter in."""
    return frozenset(
        statement.target.name
        for statement in walk(code.body)
        if isinstance(statement, ir.Assign)
        and isinstance(statement.target, ir.Attr)
        and isinstance(statement.value, ir.Load)
        and statement.value.name == name
    )


def handed_on(state: State, code: ir.Function, name: str) -> Iterator[tuple[ir.Function, str]]:
    """Functions of the file, and methods of the same object, that are given a parameter, and what they call it."""
    for call in walk(code.body):
        if not isinstance(call, ir.Call) or any(argument.star for argument in call.arguments):
            continue
        called = _called(state, code, call.function)
        if called is None:
            continue
        of_object = isinstance(call.function, ir.Attr) and "staticmethod" not in called.decorator_names
        for inside, argument in bound(call.arguments, called, first=int(of_object)):
            if isinstance(argument.value, ir.Load) and argument.value.name == name:
                yield called, inside


def bound(given: Iterable[ir.Argument], code: ir.Function, first: int = 0) -> Iterator[tuple[str, ir.Argument]]:
    """The parameters of a function that arguments are bound to, up to a ``*args``.

    `first`: the position of the parameter that the first argument is for: 1 in a method, after the object itself.
    """
    positional = [parameter.name for parameter in code.parameters if parameter.kind == "positional"][first:]
    for position, argument in enumerate(given):
        if argument.star:
            return
        if argument.keyword is not None:
            yield argument.keyword, argument
        elif position < len(positional):
            yield positional[position], argument


def _called(state: State, code: ir.Function, called: ir.Expr) -> ir.Function | None:
    """The function of the file that is called, or the method of the object that `code` is a method of."""
    found: object = None
    if isinstance(called, ir.Load):
        found = state.memory.get((0, called.name))
    elif isinstance(called, ir.Attr) and code.parent_class and _is_own(code, called):
        own = state.memory.get((0, code.parent_class))
        found = own.find(called.name) if isinstance(own, ClassValue) else None
    return found.function if isinstance(found, FunctionValue) else None


def _is_own(code: ir.Function, called: ir.Expr) -> bool:
    """``self.method``"""
    if not (isinstance(called, ir.Attr) and isinstance(called.base, ir.Load) and code.parameters):
        return False
    return called.base.name == code.parameters[0].name and "staticmethod" not in code.decorator_names


def _asked_of(code: ir.Function, kind: type[ir.Load | ir.Attr], names: frozenset[str]) -> Iterator[str]:
    """The attributes that a function asks of variables, or of attributes, of some names."""

    def is_one(held: ir.Expr) -> bool:
        return isinstance(held, kind) and held.name in names

    for statement in walk(code.body):
        if isinstance(statement, ir.With) and is_one(statement.manager):
            yield "__enter__"
        for expression in source_text.expressions_in(statement):
            if isinstance(expression, ir.Attr) and is_one(expression.base):
                yield expression.name
