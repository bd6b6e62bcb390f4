"""Objects that lend arrays to callers who work on streams of their own.

``x = pool.acquire(shape)``, work on `x`, ``pool.release(x)``: a class that records events and asks which stream is
current is meant for callers on several streams. So some callers come one after another, on two streams: each takes an
array, overwrites it and gives it back, or does so inside ``with pool.lease(shape) as x``. What the class does to order
them is followed as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from cupylint.facts import Race
from cupylint.findings import Premise
from cupylint.flow.device import cuda, parameters
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.values import ClassValue, FunctionValue, Instance, Value
from cupylint.flow.driver.method_premises import BetweenMethods
from cupylint.flow.driver.preparation import called_on_object
from cupylint.flow.interp.joins import join
from cupylint.flow.library import suspension
from cupylint.order import Kind
from cupylint.program import ir

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.frames import Outcome
    from cupylint.flow.domain.state import State
    from cupylint.flow.driver.run import Run

_ORDERS = frozenset(("get_current_stream", "record"))
"""What a class asks and does that is meant for callers on several streams."""
_TAKES_OUT = frozenset(("pop", "popleft", "popitem", "get", "get_nowait", "heappop", "mallocAsync"))
_PUTS_BACK = frozenset(("append", "appendleft", "put", "put_nowait", "add", "heappush", "setdefault"))
_TAKING = re.compile(
    r"(acquire|take|get|borrow|lease|lend|check_?out|rent|request|alloc|reserve|obtain|claim|scratch|workspace|buffer|array)",
    re.I,
)
_GIVING = re.compile(r"(release|give|put|return|free|recycle|check_?in|restore|reclaim|done|un(lease|reserve))", re.I)
"""How methods are called that hand out arrays and take them back."""
_CALLERS = ("caller 1's stream", "caller 2's stream")
_MOST_STATES = 3
_TURNS = (0, 0, 1, 1, 1, 1)
"""On which of the two each caller works: in a ring of up to five arrays the second meets what the first has used."""
_LENT, _DONE, _MANAGER, _OBJECT, _STREAM, _FIRST = range(-1, -7, -1)
"""Names in the code of a caller, which no source has: the last three of what it is given."""


class _Loan(NamedTuple):
    """How callers come to an array and give it back.

    Attributes:
        takes: what they call for it, and `name`, what that is called.
        gives_back: what they give it to; "" where the end of a ``with`` does.
        node: where it is handed out.
    """

    name: str
    takes: FunctionValue
    gives_back: str
    node: CSTNode


def follow_loans(run: Run, instance: Instance, begin: list[State]) -> list[State]:
    """Callers on two streams, one after another, of an object that is as in the states `begin`.

    Returns:
        The states in which anything ended.
    """
    ends: list[State] = []
    for loan in _loans(run, instance.cls) if begin else ():
        state = begin[0].copy()
        streams = [cuda.new_stream(run.interpreter, state, Kind.NON_BLOCKING) for _ in _CALLERS]
        for stream, name in zip(streams, _CALLERS, strict=True):
            run.interpreter.names.name_stream(stream.stream, name)
            run.interpreter.streams.of_callers.add(stream.stream)
        states = [state]
        given = [value for _, value in parameters.arguments(run.interpreter, state, loan.takes.function)[1:]]
        first = len(run.interpreter.touches)
        for turn in _TURNS:
            found, ended = run.after(states, partial(_lend, run, loan, (instance, streams[turn], *given)))
            states = join(ended, _MOST_STATES)
            ends += states
            if found:
                _tell(found, loan, is_scratch=_is_scratch(run, loan, first))
                break
    return ends


def _is_scratch(run: Run, loan: _Loan, first: int) -> bool:
    """Whether nobody but the callers has used what is handed out since an access, after it was made."""
    makers = run.interpreter.allocations.creators
    touches = run.interpreter.touches[first:]
    lent = {touch.buffer for touch in touches if touch.spot.node is loan.node}
    return all(
        touch.spot.node is loan.node or touch.buffer not in lent or makers.get(touch.buffer) == touch.number
        for touch in touches
    )


def _tell(found: list[BetweenMethods], loan: _Loan, *, is_scratch: bool) -> None:
    """What a hazard between two callers rests on, and what would keep them apart.

    What holds something that the class has put there is likely to be read alone.
    """
    name = loan.name
    where = f"in `{loan.gives_back}`" if loan.gives_back else "at the end of the block"
    for item in found:
        item.premises += (Premise("caller-stream", f"callers use what `{name}` gives them on streams of their own"),)
        item.premises += () if is_scratch else (Premise("intent", "they overwrite what is in it"),)
        if isinstance(item, Race):
            item.advice = (
                f"record an event {where} on the stream that is current there, and have the current stream wait for it "
                f"in `{name}`"
            )


def may_lend(cls: ClassValue) -> bool:
    """Whether a class may lend arrays to callers on several streams, by the names in it."""
    return cls.idents >= _ORDERS and not cls.idents.isdisjoint(_TAKES_OUT)


def _loans(run: Run, cls: ClassValue) -> Iterator[_Loan]:
    """The ways in which a class lends arrays."""
    if not any(map(may_lend, cls.family())):
        return
    methods = {name: method for name, method in cls.methods().items() if not name.startswith("_")}
    words = {name: _words(cls, method) for name, method in methods.items()}
    back = [
        name
        for name, method in methods.items()
        if _GIVING.match(name) and words[name] & _PUTS_BACK and _is_given_one(method.function)
    ]
    for name, method in methods.items():
        node = _handed_out(method.function) if _TAKING.match(name) and words[name] & _TAKES_OUT else None
        if node is None:
            continue
        if suspension.is_manager(run.interpreter, method.function):
            yield _Loan(name, method, "", node)
        elif not method.function.is_generator:
            yield from (_Loan(name, method, each, node) for each in back[:1] if each != name)


def _words(cls: ClassValue, method: FunctionValue) -> frozenset[str]:
    """All names in a method and in those that it may call on its object."""
    return frozenset().union(*(code.idents for code in called_on_object(cls, method)))


def _is_given_one(code: ir.Function) -> bool:
    """Whether a method is given one thing, beside what it has defaults for."""
    return sum(parameter.default is None and parameter.kind == "positional" for parameter in code.parameters[1:]) == 1


def _handed_out(code: ir.Function) -> CSTNode | None:
    """Where a method returns or yields something, for the last time."""
    values = [
        each.value.node
        for each in walk(code.body)
        if isinstance(each, (ir.Return, ir.Yield)) and each.value is not None and not isinstance(each.value, ir.Const)
    ]
    return values[-1] if values else None


# -- a caller --------------------------------------------------------------------------------------


def _lend(run: Run, loan: _Loan, given: tuple[Value, ...], state: State) -> list[State]:
    """A caller takes an array from the first of `given` on the second, a stream, overwrites it and gives it back."""

    def follow() -> list[Outcome]:
        for name, value in zip(count(_OBJECT, -1), given, strict=False):
            state.memory[(0, name)] = value
        return [(after, given[0]) for after in run.interpreter.run(_caller(loan, len(given) - 2), [state])]

    return run.guard(loan.takes.function, state, follow)


def _caller(loan: _Loan, given: int) -> ir.Block:
    """The code of a caller."""
    node = loan.node
    arguments = [ir.Argument(ir.Load(node, _FIRST - number)) for number in range(given)]
    use = ir.Call(node, _DONE, ir.Attr(node, ir.Load(node, _LENT), "fill"), [ir.Argument(ir.Const(node, 0))])
    taken = _LENT if loan.gives_back else _MANAGER
    takes = ir.Call(node, taken, ir.Attr(node, ir.Load(node, _OBJECT), loan.name), arguments)
    body: ir.Block = [takes]
    if loan.gives_back:
        back = ir.Attr(node, ir.Load(node, _OBJECT), loan.gives_back)
        body += [use, ir.Call(node, _DONE, back, [ir.Argument(ir.Load(node, _LENT))])]
    else:
        body.append(ir.With(node, ir.Load(node, _MANAGER), ir.Load(node, _LENT), [use]))
    return [ir.With(node, ir.Load(node, _STREAM), None, body)]
