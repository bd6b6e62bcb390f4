"""Other files of the project: what their top level binds, looked up when a name of theirs is used."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Protocol

from cupylint.flow.domain import switches
from cupylint.flow.domain.array_modules import home
from cupylint.flow.domain.frames import Frame
from cupylint.flow.domain.loop_carried import targets_of, walk
from cupylint.flow.domain.memory import Memory
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import Const, FunctionValue, Imported, ModuleValue, Value
from cupylint.flow.domain.work import OutOfWork
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.interp.interpreter import Interpreter

MODULES = 40  # files followed beside the one that is checked
_WORK = 3_000  # statements of one file's top level, what it calls included
_STATEMENT_WORK = 60  # for one statement of it
_DEPTH = 8  # modules whose top levels call one another


class Member(Protocol):
    """A file, and the names to look up in it one after another."""

    @property
    def path(self) -> str: ...

    @property
    def names(self) -> tuple[str, ...]: ...


class Library(Protocol):
    """Where the other files come from."""

    def find(self, importer: str, dotted: str) -> Member | None:
        """What an import in the file `importer` means, None if no file of the project."""

    def stream_names(self, path: str) -> frozenset[bytes]:
        """Names at the top level of a file that may be, make or use streams."""

    def clock_names(self, path: str) -> frozenset[bytes]:
        """Functions and classes at the top level of a file that read a wall clock."""

    def body(self, path: str) -> ir.Function | None:
        """The top level of a file, None if it cannot be read."""


def imported(interpreter: Interpreter, dotted: str, module: int, early: bool = False) -> Value | None:
    """The value of an import statement in the file of the frame `module`, if it means a file of the project.

    `early`: the statement is one of a top level.
    """
    library, importer = interpreter.library, interpreter.modules.paths.get(module)
    if library is None or importer is None:
        return None
    member = library.find(importer, dotted)
    if member is None:
        return None
    return Imported(member.path, member.names, early) if member.names else ModuleValue(member.path)


def look_up(interpreter: Interpreter, state: State, value: Imported) -> Value:
    """What an imported name stands for on the path `state`.

    Files that take a name from one another in a circle, or a package that takes a module in C from itself, leave it
    unknown.
    """
    if value in interpreter.modules.resolving:
        return _unknown_member(interpreter, value.path, value.names[-1])
    interpreter.modules.resolving.add(value)
    try:
        found: Value = ModuleValue(value.path)
        for name in value.names:
            if isinstance(found, ModuleValue):
                found = module_attribute(interpreter, state, found, name, value.early)
            else:
                found = interpreter.get_attribute(state, found, name)
        return found
    finally:
        interpreter.modules.resolving.discard(value)


def _unknown_member(interpreter: Interpreter, path: str, name: str) -> Value:
    return interpreter.symbol(("module attribute", path, name), name)


def module_attribute(
    interpreter: Interpreter, state: State, module: ModuleValue, name: str, early: bool = False
) -> Value:
    """A name of a module of the project: what its top level binds, else a module inside the package.

    `early`: as long as nobody has called a function of it.
    """
    number = enter(interpreter, module.path)
    if number is not None:
        found: object = interpreter.modules.unswitched.get((number, name)) if early else None
        found = found or state.memory.get((number, name))
        if isinstance(found, Imported):
            return look_up(interpreter, state, found)
        if isinstance(found, Value):
            return found
        starred = from_stars(interpreter, state, number, name)
        if starred is not None:
            return starred
    if interpreter.library is not None and module.path.endswith("__init__.py"):
        member = interpreter.library.find(module.path, f".{name}")
        if member is not None and not member.names:
            return ModuleValue(member.path)
    return _unknown_member(interpreter, module.path, name)


def store(interpreter: Interpreter, state: State, module: ModuleValue, name: str, value: Value) -> None:
    """``module.name = value``: also what the module itself has by that name from then on."""
    number = enter(interpreter, module.path)
    if number is not None:
        state.memory[(number, name)] = value


def from_stars(
    interpreter: Interpreter, state: State, number: int, name: str, asked: set[int] | None = None
) -> Value | None:
    """A name that a module may have got by ``from other import *`` from another file of the project.

    `asked` are those that do not have it, by whatever way one comes to them.
    """
    asked = {number} if asked is None else asked
    for star in state.memory.sequence((number, "*")):
        if not isinstance(star, ModuleValue) or name.startswith("_"):
            continue
        inside = enter(interpreter, star.path)
        if inside is None or inside in asked:
            continue
        asked.add(inside)
        found = state.memory.get((inside, name))
        if isinstance(found, Imported):
            return look_up(interpreter, state, found)
        if isinstance(found, Value):
            return found
        if further := from_stars(interpreter, state, inside, name, asked):
            return further
    return None


def name_of(interpreter: Interpreter, module: int) -> str | None:
    """What Python calls the module of a frame, if the checked file imports it by a name without dots; else None."""
    path, checked = interpreter.modules.paths.get(module), interpreter.modules.paths.get(0)
    if path is None or checked is None or interpreter.library is None or path == checked:
        return None
    name = PurePath(path).stem
    found = interpreter.library.find(checked, name)
    return name if found is not None and found.path == path and not found.names else None


def enter(interpreter: Interpreter, path: str) -> int | None:
    """The frame number of a file's top level, which is followed when it is first asked for.

    None if the file cannot be read, or if too many were followed already. What the top level does on the device
    is taken to be done; what it finds wrong there is said where that file is checked.
    """
    known = interpreter.modules.frames.get(path)
    if known is not None or path in interpreter.modules.frames:
        return known
    body = None
    if (
        interpreter.library is not None
        and len(interpreter.modules.frames) < MODULES
        and interpreter.modules.importing < _DEPTH
    ):
        body = interpreter.library.body(path)
    if body is None:
        interpreter.modules.frames[path] = None
        return None
    number = interpreter.modules.frames[path] = interpreter.fresh()
    interpreter.modules.paths[number] = path
    interpreter.scopes[number] = body.assigned
    _follow(interpreter, body, number, path)
    return number


def _follow(interpreter: Interpreter, body: ir.Function, number: int, path: str) -> None:
    kept = interpreter.frames, interpreter.raising, interpreter.statement
    interpreter.frames, interpreter.raising = [Frame(number, body, ())], []
    interpreter.modules.importing += 1
    state = State()
    state.memory = Memory(shared=interpreter.modules.shared, index=interpreter.index)
    state.memory[(number, "__name__")] = Const(path)  # whatever it is called, it is not "__main__"
    left = _WORK
    try:
        for statement in body.body:
            if left <= 0:
                break
            given = min(left, _STATEMENT_WORK)
            with interpreter.work.at_most(given):
                state = _statement(interpreter, statement, state, number)
                left -= given - max(0, interpreter.work.left)
        for switch, name in switches.switches(body, state, number):
            state = _switched(interpreter, state, number, switch, name)
    finally:
        interpreter.modules.importing -= 1
        interpreter.frames, interpreter.raising, interpreter.statement = kept
    interpreter.modules.shared.update(state.memory.flat().own)  # also what was stored before it was frozen
    interpreter.modules.path_condition.update(state.path_condition)


def _statement(interpreter: Interpreter, statement: ir.Statement, state: State, number: int) -> State:
    """The state after a statement of another file's top level; one that takes too long binds what is not known."""
    before = state.copy() if isinstance(statement, _COSTLY) else state
    frame = interpreter.frames[-1]
    try:
        ended = interpreter.run([statement], [state])
    except (OutOfWork, RecursionError):  # said where that file is checked
        interpreter.frames[:], interpreter.raising[:] = [frame], []
        for name in _bound(statement):
            before.memory[(number, name)] = interpreter.unknown(str(name))
        return before
    return on_device(ended, number) if ended else before


def _switched(interpreter: Interpreter, state: State, number: int, switch: FunctionValue, name: str) -> State:
    """The module as it is once `switch` was called so that `name` is CuPy's, if it can be followed that far."""
    frame = interpreter.frames[-1]
    try:
        with interpreter.work.at_most(_STATEMENT_WORK):
            ended = [end for end, _ in switches.call(interpreter, state.copy(), switch)]
    except (OutOfWork, RecursionError):
        interpreter.frames[:], interpreter.raising[:] = [frame], []
        return state
    taken = switches.with_cupy(ended, number, name)
    if taken:
        interpreter.modules.unswitched[number, name] = state.memory.get((number, name))
    return on_device(taken, number) if taken else state


def on_device(states: Sequence[State], number: int) -> State:
    """Of the ways in which a top level ends, the first on which the most names of its frame `number` are CuPy's.

    Code that takes NumPy where there is no device is followed as it runs where there is one.
    """
    return max(states, key=lambda state: len(names_of_cupy(state, number))) if len(states) > 1 else states[0]


def names_of_cupy(state: State, number: int) -> frozenset[Hashable]:
    """The names of a top level's frame that stand for CuPy or for something in it."""
    return frozenset(name for name, value in state.memory.members(number) if home(value) == "device")


_COSTLY = (ir.Call, ir.DefineClass, ir.Define, ir.If, ir.For, ir.While, ir.With, ir.Try)


def _bound(statement: ir.Statement) -> Iterator[ir.Name_]:
    """The names that a statement binds."""
    for inner in walk([statement]):
        if isinstance(inner, ir.Call):
            yield inner.target
        elif isinstance(inner, (ir.Define, ir.DefineClass)):
            yield inner.name
        elif isinstance(inner, (ir.Assign, ir.For)):
            yield from targets_of(inner.target)
