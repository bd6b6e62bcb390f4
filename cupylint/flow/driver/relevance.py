"""Which functions of a file are worth starting in: those that get hold of a stream, an event, pinned memory or a clock.

A stream from elsewhere may be the null stream and proves nothing; so a function matters if it (or something that it
names) makes one, or names one that the module or its class keeps. Names are all that is compared, so that nothing has
to be followed to tell.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from cupylint.flow.detectors.clock_readers import reads_clock
from cupylint.flow.detectors.idle_arguments import waits_only_for
from cupylint.flow.device import handed_streams
from cupylint.flow.device.named_parameters import class_of, endings, maker_of, may_be_named
from cupylint.flow.device.pinned_pool import PINNED_MAKERS
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import (
    ClassValue,
    DictValue,
    EventValue,
    External,
    FunctionValue,
    Generator,
    HostView,
    Imported,
    Instance,
    ListValue,
    ModuleValue,
    StreamValue,
    TupleValue,
)
from cupylint.flow.driver import clock_users
from cupylint.flow.driver.lent_arrays import may_lend
from cupylint.flow.library.processes import FORKING
from cupylint.program import ir
from cupylint.records import dataclass

if TYPE_CHECKING:
    from cupylint.flow.domain.frames import Closure, LocalClass
    from cupylint.flow.domain.modules import Library
    from cupylint.flow.interp.interpreter import Interpreter

MAKERS = frozenset(
    (
        *(
            "Stream",
            "ExternalStream",
            "ptds",
            "create_stream",
            "Event",
            "launch_host_func",
            "begin_capture",
            "malloc_managed",
            "toDlpack",
            "CuFile",
        ),
        "run_with_iobinding",
        *PINNED_MAKERS,
        *FORKING,
    )
)
"""Names whose mention makes a function worth following."""


def relevant_functions(interpreter: Interpreter, functions: Collection[ir.Function], base: State) -> set[ir.Function]:
    """Those of a file's functions that are worth starting in. `base` is the state after its top level."""
    names = Names.of(interpreter, base)
    anyway = {function for function in functions if _matters_by_itself(interpreter, function)}
    given = _given_objects(functions, base)
    found: set[ir.Function] = set()
    while True:
        names.makers |= _decorated(base, names)
        grown = {function for function in functions if names.touched_by(function) or function in anyway} - found
        grown |= {each for each, makers in given.items() if not makers.isdisjoint(names.makers)} - found
        for cls in classes(base):
            methods = {member.function for member in cls.members.values() if isinstance(member, FunctionValue)}
            if _inherits(cls, names) or names.touch(cls.idents) or may_lend(cls) or not methods.isdisjoint(grown):
                grown |= methods - found
                names.makers.add(cls.name)
        if not grown:
            return found
        found |= grown
        names.makers |= {function.name for function in grown if not function.name.startswith(("__", "<"))}


def _matters_by_itself(interpreter: Interpreter, function: ir.Function) -> bool:
    """Whether a function takes streams from other files, reads clocks, only waits, or is given several streams."""
    by_names = _imports_streams(interpreter, function) or reads_clock(function) or waits_only_for(function)
    return bool(by_names) or handed_streams.streams_of(function).are_several


def _given_objects(functions: Collection[ir.Function], base: State) -> dict[ir.Function, frozenset[str]]:
    """Functions with parameters that are objects of classes of the file, and what makes these (`_given_makers`)."""
    ends, by_fields = endings(base), any(cls.fields for cls in classes(base))
    named = (
        each for each in functions if by_fields or any(may_be_named(parameter, ends) for parameter in each.parameters)
    )
    return {each: makers for each in named if (makers := _given_makers(each, base))}


def _given_makers(function: ir.Function, base: State) -> frozenset[str]:
    """The classes that parameters are called, or used, like objects of, and the functions that make those."""
    found = (class_of(base, function, parameter) for parameter in function.parameters if parameter.kind == "positional")
    makers = ((cls, maker_of(base, cls)) for cls in found if cls is not None)
    return frozenset(name for cls, by in makers for name in (cls.name, *([by.function.name] if by else ())))


def _inherits(cls: ClassValue, names: Names) -> bool:
    """Whether a class is made of one that gets hold of streams."""
    return any(isinstance(parent, ClassValue) and parent.name in names.makers for parent in cls.bases)


def matters(closure: Closure, names: Names) -> bool:
    """Whether a function inside another one reads the clock, or can get hold of a stream.

    The streams are those that it names, that it makes, and those of the functions around it.
    """
    return _reads_or_gets(closure.made, closure.value, names)


def class_matters(local: LocalClass, names: Names) -> bool:
    """The same of a class inside a function."""
    methods = [member for member in local.value.members.values() if isinstance(member, FunctionValue)]
    return names.touch(local.value.idents) or any(_reads_or_gets(local.made, method, names) for method in methods)


def _reads_or_gets(made: State, value: FunctionValue, names: Names) -> bool:
    return reads_clock(value.function) or _gets_stream(made, value, names)


def _gets_stream(state: State, value: object, names: Names, depth: int = 3) -> bool:
    """Whether what is called can get hold of a stream, by what it names, or by what the functions around it hold."""
    if isinstance(value, Instance):
        return value.cls.name in names.makers
    if isinstance(value, Generator):
        return depth > 0 and _gets_stream(state, value.function, names, depth - 1)
    if not isinstance(value, FunctionValue):
        return _holds_stream(state, value)
    idents = value.function.idents
    around = [state.memory.get((number, name)) for number in value.frames for name in idents]
    managers = (held for held in around if not isinstance(held, FunctionValue))
    return names.touch(idents) or any(_gets_stream(state, held, names, depth) for held in managers)


def _decorated(base: State, names: Names) -> set[str]:
    """Names of the top level that get hold of a stream by what a decorator has made of a function."""
    return {
        str(name)
        for name, value in base.memory.members(0)
        if (isinstance(value, FunctionValue) and value.frames[:1] != (0,)) or isinstance(value, Instance)
        if _gets_stream(base, value, names)
    }


@dataclass(slots=True)
class Names:
    """What leads to streams, by name.

    Attributes:
        makers: what makes, holds or gives one.
        modules: names of modules of the project, with what in them does.
    """

    makers: set[str]
    modules: dict[str, frozenset[str]]

    @classmethod
    def of(cls, interpreter: Interpreter, base: State) -> Names:
        """The names at the top level of the checked file."""
        library = interpreter.library
        found = cls(set(MAKERS) | clock_users.imported(interpreter, base), {})
        for key, value in base.memory.items():
            if isinstance(key, tuple) and isinstance(key[0], FunctionValue) and _holds_stream(base, value):
                found.makers.add(key[0].function.name)  # as an attribute
            if not (isinstance(key, tuple) and key[0] == 0):
                continue
            name = str(key[1])
            if library is not None and isinstance(value, ModuleValue):
                found.modules[name] = _given(library, value.path)
            elif library is not None and isinstance(value, Imported):
                if not value.names or value.names[0] in _given(library, value.path):
                    found.makers.add(name)
            elif _holds_stream(base, value) or _is_maker(value):
                found.makers.add(name)
        return found

    def touched_by(self, function: ir.Function) -> bool:
        """Whether a function can get hold of a stream, also by an object that an annotation tells it is handed."""
        annotations = {part for parameter in function.parameters for part in parameter.annotation.split(".")}
        return self.touch(function.idents) or self.touch(frozenset(annotations - MAKERS))

    def touch(self, idents: frozenset[str]) -> bool:
        """Whether code that mentions these names can get hold of a stream."""
        if not self.makers.isdisjoint(idents):
            return True
        return any(name in idents and not given.isdisjoint(idents) for name, given in self.modules.items())


def _given(library: Library, path: str) -> frozenset[str]:
    """Names of a file that may be, make or use streams."""
    return frozenset(name.decode("utf-8", "replace") for name in library.stream_names(path))


def _imports_streams(interpreter: Interpreter, function: ir.Function) -> bool:
    """Whether a function itself imports what may be, make or use streams."""
    library, path = interpreter.library, interpreter.modules.paths.get(0)
    if library is None or path is None:
        return False
    for dotted in function.imports:
        member = library.find(path, dotted)
        given = frozenset[str]() if member is None else _given(library, member.path)
        if member is not None and not given.isdisjoint(member.names[:1] or function.idents):
            return True
    return False


def _is_maker(value: object) -> bool:
    """Whether a value makes streams or the like, whatever the file calls it (``import Stream as S``)."""
    return isinstance(value, External) and value.dotted.rpartition(".")[2] in MAKERS


def _holds_stream(base: State, value: object, depth: int = 6) -> bool:
    """Whether a value is a stream, an event or pinned memory, or holds one; a tuple is what a list or dict contains."""
    if isinstance(value, (StreamValue, EventValue)) or (isinstance(value, HostView) and not value.array.guess):
        return True
    if not depth:
        return False
    if isinstance(value, (ListValue, DictValue)):
        return _holds_stream(base, base.memory.get(value.key), depth - 1)
    items = value.items if isinstance(value, TupleValue) else value
    return isinstance(items, tuple) and any(_holds_stream(base, item, depth - 1) for item in items)


_MOST_MADE = 4  # of one function inside others, as a decorator makes one of each function


def made_by_top_level(base: State) -> dict[ir.Function, list[FunctionValue]]:
    """The functions of the checked file that its top level has got hold of, also those inside others.

    Of one that was made several times, as by a decorator, some are given: what each of them wraps differs.
    """
    found: dict[ir.Function, list[FunctionValue]] = {}
    for _, held in base.memory.items():
        for value in _functions_in(held):
            if 0 in value.frames:
                made = found.setdefault(value.function, [])
                if value not in made and len(made) < _MOST_MADE:
                    made.append(value)
    return found


def _functions_in(held: object) -> Iterator[FunctionValue]:
    """A function, or those that a list or dict holds: decorators that register leave nothing else."""
    if isinstance(held, FunctionValue):
        yield held
    elif isinstance(held, tuple):
        for part in held:
            yield from _functions_in(part)


def classes(base: State) -> list[ClassValue]:
    """The classes of the checked file, also those inside others, but not those of functions."""
    found: dict[ClassValue, None] = {}
    pending = [value for key, value in base.memory.items() if isinstance(key, tuple) and key[0] == 0]
    for value in pending:
        if isinstance(value, ClassValue) and value not in found:
            found[value] = None
            pending += value.members.values()
    return list(found)


def methods(base: State) -> frozenset[ir.Function]:
    """What stands in those classes."""
    members = (member for cls in classes(base) for member in cls.members.values())
    return frozenset(member.function for member in members if isinstance(member, FunctionValue))
