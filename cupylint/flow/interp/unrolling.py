"""How many rounds of a loop are followed where its length is not known.

Three show what one round leaves for the next one, and that one for its next. A loop that goes round a ring of
buffers has to come back to where it began: there the size of the ring counts, as far as the code tells it.
Of loops inside one another only the product of their rounds is bounded, whichever functions they are in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from math import lcm
from typing import TypeGuard

from cupylint.flow.domain.loop_carried import Sketch, sketch, targets_of, walk
from cupylint.program import ir
from cupylint.records import dataclass

FEW = 3
UNKNOWN_RING = 7  # two times round a ring of three and once more
MOST = 13
TOGETHER = 48  # the rounds of loops of unknown length, one inside the other, multiplied

Loop = ir.For | ir.While
RING_METHODS = frozenset(("popleft", "appendleft", "pop", "insert", "rotate", "divmod"))
"""Methods that take what is next in a ring, or drop what was put in some rounds ago."""
_ENDLESS = "cycle"
LARGEST_RING = 8
_EXPRESSIONS = ("value", "iterable", "test", "manager", "target", "function", "key")


def bounded(wanted: int, around: int) -> int:
    """At most `wanted` rounds of a loop inside others, which are gone through `around` times together."""
    return max(1 if around > 2 * TOGETHER else 2, min(wanted, TOGETHER // around))


def fed(consumed: int, moduli: Iterable[int]) -> int:
    """The rounds of a generator whose values a loop takes for `consumed` rounds: it may yield in every fourth alone."""
    return min(consumed * max((number for number in moduli if 1 < number <= LARGEST_RING), default=1), MOST)


def rings(functions: Iterable[ir.Function]) -> dict[str, frozenset[int | None]]:
    """Functions that take a slot of a ring, by name, with the sizes of their rings; None: of a size not told."""
    found: dict[str, frozenset[int | None]] = {}
    for function in functions:
        sizes: set[int | None] = {number for number in function.moduli if 1 < number <= LARGEST_RING}
        if sizes or (function.has_modulo and not function.moduli):
            found[function.name] = found.get(function.name, frozenset()) | (sizes or {None})
    return found


@dataclass(slots=True, eq=False)
class Unrolling:
    """The loops of one function.

    Attributes:
        rings: functions that take a slot of a ring for it, see `rings`.
        fed: the loop that goes through what a call makes, by the call's temporary.
    """

    function: ir.Function
    rings: Mapping[str, frozenset[int | None]] = field(default_factory=dict)
    fed: dict[int, Loop] = field(default_factory=dict)
    _bounds: frozenset[int] = frozenset()  # of queues that drop what was put in first
    _wanted: dict[Loop, int] = field(default_factory=dict)
    _sketch: Sketch = field(default_factory=Sketch)

    @classmethod
    def of(cls, function: ir.Function, rings: Mapping[str, frozenset[int | None]] | None = None) -> Unrolling:
        """Read the loops of `function`, not those of functions in it."""
        made = cls(function, rings or {})
        made._sketch = sketch(function.body)
        made._bounds = frozenset(queue_bounds(function)) if "maxlen" in function.idents else frozenset()
        for statement in walk(function.body):
            if isinstance(statement, ir.For):
                for temporary in _temporaries(statement.iterable, made._sketch):
                    made.fed.setdefault(temporary, statement)
        return made

    def wanted(self, loop: Loop | None) -> int:
        """Rounds to follow of a loop by itself; of None: of anything in the function."""
        if loop is None:
            whole = self.function
            sizes = [number for number in whole.moduli if 1 < number <= LARGEST_RING]
            return for_rings(sizes, whole.has_modulo or bool(whole.idents & (RING_METHODS | {_ENDLESS})))
        if loop not in self._wanted:
            self._wanted[loop] = self._count(loop)
        return self._wanted[loop]

    def _count(self, loop: Loop) -> int:
        if _ENDLESS in self.function.idents or any(inner.has_modulo for inner in self.function.inner):
            return self.wanted(None)
        found = set(self._rings_in(loop))
        return for_rings([size for size in found if size is not None], None in found)

    def _rings_in(self, loop: Loop) -> Iterator[int | None]:
        """The sizes of the rings that a loop goes round, None for one that is not known."""
        names, attributes = self._carried(loop)
        for expression in _expressions(loop):
            if isinstance(expression, (ir.Attr, ir.Load)):
                yield from self._rings_by(expression)
            elif _is_modulo(expression) and self._depends(expression.left, names, attributes):
                size = self._constant(expression.right)
                size = size + 1 if size is not None and expression.operator == "&" else size
                yield size if size is not None and 1 < size <= LARGEST_RING else None

    def _rings_by(self, called: ir.Attr | ir.Load) -> Iterator[int | None]:
        """Those of what is called: a method of queues, or a function that takes a slot."""
        if isinstance(called, ir.Attr) and called.name == "append":
            yield from (size + 1 for size in self._bounds if size < LARGEST_RING)
        if called.name in RING_METHODS:
            yield None
        yield from self.rings.get(str(called.name), ())

    def _carried(self, loop: Loop) -> tuple[set[ir.Name_], set[str]]:
        """Names and attributes that a round makes out of what the one before left; inner loops have their own."""
        names: set[ir.Name_] = set(targets_of(loop.target)) if isinstance(loop, ir.For) else set()
        attributes: set[str] = set()
        assigned: set[ir.Name_] = set()
        for statement in walk(loop.body):
            if not isinstance(statement, (ir.Assign, ir.Augment)):
                continue
            if isinstance(statement.target, ir.Attr):
                attributes.add(statement.target.name)
            elif isinstance(statement, ir.Augment):
                names.update(targets_of(statement.target))
            else:
                assigned.update(targets_of(statement.target))
        for name in assigned:
            if any(self._depends(source, {name}, set()) for source in self._sketch.sources.get(name, ())):
                names.add(name)
        return names, attributes

    def _depends(self, expression: ir.Expr, names: set[ir.Name_], attributes: set[str]) -> bool:
        """Whether a value may change from round to round by what the rounds themselves do."""
        seen: set[ir.Name_] = set()
        pending = [expression]
        while pending:
            each = pending.pop()
            if isinstance(each, ir.Load):
                if each.name in names:
                    return True
                if each.name not in seen:
                    seen.add(each.name)
                    pending += self._sketch.sources.get(each.name, ())
            elif isinstance(each, ir.Attr) and each.name in attributes:
                return True
            else:
                pending += ir.parts(each)
        return False

    def _constant(self, expression: ir.Expr) -> int | None:
        """The number that an expression is wherever it stands: itself, or a name that is set once."""
        if isinstance(expression, ir.Load):
            sources = self._sketch.sources.get(expression.name, [])
            if len(sources) != 1:
                return None
            expression = sources[0]
        return expression.value if isinstance(expression, ir.Const) and isinstance(expression.value, int) else None


def queue_bounds(function: ir.Function) -> Iterator[int]:
    """The numbers in ``deque(maxlen=2)``."""
    for statement in walk(function.body):
        for argument in statement.arguments if isinstance(statement, ir.Call) else ():
            bound = argument.value
            if argument.keyword == "maxlen" and isinstance(bound, ir.Const) and isinstance(bound.value, int):
                yield bound.value


def for_rings(sizes: list[int], unknown: bool) -> int:
    """Rounds that come back to the slots of earlier ones: of rings of these sizes, and of one that is `unknown`."""
    if sizes:
        return min(MOST, max(FEW, lcm(*sizes) + 1))
    return UNKNOWN_RING if unknown else FEW


def _is_modulo(expression: ir.Expr) -> TypeGuard[ir.Binary]:
    if not isinstance(expression, ir.Binary):
        return False
    mask = expression.right.value if isinstance(expression.right, ir.Const) else None
    is_mask = expression.operator == "&" and mask in ir.MASKS
    return is_mask or (expression.operator == "%" and not ir.is_text(expression.left))


def _expressions(loop: Loop) -> Iterator[ir.Expr]:
    """All expressions in the rounds of a loop, at any depth."""
    pending: list[ir.Expr] = [loop.test] if isinstance(loop, ir.While) else []
    for block in [loop.body] if isinstance(loop, ir.For) else [loop.before, loop.body]:
        for statement in walk(block):
            for name in _EXPRESSIONS:
                held = getattr(statement, name, None)
                if isinstance(held, ir.Node):
                    pending.append(held)  # type: ignore[arg-type]
            if isinstance(statement, ir.Call):
                pending += [argument.value for argument in statement.arguments]
            elif isinstance(statement, ir.Augment) and statement.operator == "%":
                pending.append(ir.Binary(statement.node, "%", _read(statement.target), statement.value))
    while pending:
        each = pending.pop()
        yield each
        pending += ir.parts(each)


def _read(target: ir.Target) -> ir.Expr:
    return ir.Const(None, None) if isinstance(target, ir.Unpack) else target


def _temporaries(expression: ir.Expr, made: Sketch) -> Iterator[int]:
    """The temporaries that an expression is worked out from, by way of others too."""
    seen: set[int] = set()
    pending = [expression]
    while pending:
        each = pending.pop()
        if isinstance(each, ir.Load) and isinstance(each.name, int):
            if each.name not in seen:
                seen.add(each.name)
                yield each.name
                pending += made.sources.get(each.name, ())
        elif not isinstance(each, ir.Load):
            pending += ir.parts(each)
