"""Other files of the project: what their top level binds, looked up when a name of theirs is used."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from cupylint.flow.domain.choices import home
from cupylint.flow.domain.frames import Frame, OutOfFuel
from cupylint.flow.domain.memory import Memory
from cupylint.flow.domain.state import State
from cupylint.flow.domain.turns import targets_of, walk
from cupylint.flow.domain.values import Const, Imported, ModuleValue, Value
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.interp.machine import Machine

MODULES = 40  # files followed beside the one that is checked
_FUEL = 3_000  # statements of one file's top level, what it calls included
_STATEMENT_FUEL = 60  # for one statement of it
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


def imported(machine: Machine, dotted: str) -> Value | None:
    """The value of an import statement in the current frame, if it means a file of the project."""
    library, importer = machine.library, machine.paths.get(machine.frame.module)
    if library is None or importer is None:
        return None
    member = library.find(importer, dotted)
    if member is None:
        return None
    return Imported(member.path, member.names) if member.names else ModuleValue(member.path)


def look_up(machine: Machine, state: State, value: Imported) -> Value:
    """What an imported name stands for on the path `state`.

    Files that take a name from one another in a circle, or a package that takes a module in C from itself, leave it
    unknown.
    """
    if value in machine.resolving:
        return _unknown_member(machine, value.path, value.names[-1])
    machine.resolving.add(value)
    try:
        found: Value = ModuleValue(value.path)
        for name in value.names:
            if isinstance(found, ModuleValue):
                found = module_attribute(machine, state, found, name)
            else:
                found = machine.get_attribute(state, found, name)
        return found
    finally:
        machine.resolving.discard(value)


def _unknown_member(machine: Machine, path: str, name: str) -> Value:
    return machine.symbol(("module attribute", path, name), name)


def module_attribute(machine: Machine, state: State, module: ModuleValue, name: str) -> Value:
    """A name of a module of the project: what its top level binds, else a module inside the package."""
    number = enter(machine, module.path)
    if number is not None:
        found = state.memory.get((number, name))
        if isinstance(found, Imported):
            return look_up(machine, state, found)
        if isinstance(found, Value):
            return found
        starred = from_stars(machine, state, number, name)
        if starred is not None:
            return starred
    if machine.library is not None and module.path.endswith("__init__.py"):
        member = machine.library.find(module.path, f".{name}")
        if member is not None and not member.names:
            return ModuleValue(member.path)
    return _unknown_member(machine, module.path, name)


def from_stars(
    machine: Machine, state: State, number: int, name: str, asked: frozenset[int] = frozenset()
) -> Value | None:
    """A name that a module may have got by ``from other import *`` from another file of the project."""
    stars = state.memory.get((number, "*"))
    for star in stars if isinstance(stars, tuple) else ():
        if not isinstance(star, ModuleValue) or name.startswith("_"):
            continue
        inside = enter(machine, star.path)
        if inside is None or inside in asked:
            continue
        found = state.memory.get((inside, name))
        if isinstance(found, Imported):
            return look_up(machine, state, found)
        if isinstance(found, Value):
            return found
        if further := from_stars(machine, state, inside, name, asked | {number, inside}):
            return further
    return None


def enter(machine: Machine, path: str) -> int | None:
    """The frame number of a file's top level, which is followed when it is first asked for.

    None if the file cannot be read, or if too many were followed already. What the top level does on the device
    is taken to be done; what it finds wrong there is said where that file is checked.
    """
    known = machine.modules.get(path)
    if known is not None or path in machine.modules:
        return known
    body = None
    if machine.library is not None and len(machine.modules) < MODULES and machine.importing < _DEPTH:
        body = machine.library.body(path)
    if body is None:
        machine.modules[path] = None
        return None
    number = machine.modules[path] = machine.fresh()
    machine.paths[number] = path
    machine.scopes[number] = body.assigned
    _follow(machine, body, number, path)
    return number


def _follow(machine: Machine, body: ir.Function, number: int, path: str) -> None:
    kept = machine.frames, machine.raising, machine.statement, machine.fuel, machine.share, machine.pairing
    machine.frames, machine.raising, machine.pairing = [Frame(number, body, ())], [], None
    machine.importing += 1
    state = State()
    state.memory = Memory(shared=machine.shared, index=machine.index)
    state.memory[(number, "__name__")] = Const(path)  # whatever it is called, it is not "__main__"
    left = _FUEL
    try:
        for statement in body.body:
            if left <= 0:
                break
            machine.fuel = machine.share = given = min(left, _STATEMENT_FUEL)
            state = _statement(machine, statement, state, number)
            left -= given - max(0, machine.fuel)
    finally:
        machine.importing -= 1
        machine.frames, machine.raising, machine.statement, machine.fuel, machine.share, machine.pairing = kept
    machine.shared.update(state.memory.own)
    machine.settled.update(state.assumed)


def _statement(machine: Machine, statement: ir.Statement, state: State, number: int) -> State:
    """The state after a statement of another file's top level; one that takes too long binds what is not known."""
    before = state.copy() if isinstance(statement, _COSTLY) else state
    frame = machine.frames[-1]
    try:
        ended = machine.run([statement], [state])
    except (OutOfFuel, RecursionError):  # said where that file is checked
        machine.frames[:], machine.raising[:] = [frame], []
        for name in _bound(statement):
            before.memory[(number, name)] = machine.unknown(str(name))
        return before
    return on_device(ended, number) if ended else before


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
