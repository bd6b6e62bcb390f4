"""Places in memory as polynomials over the numbers of threads and over what is the same for all of them.

``y * nx + x`` is one, and so are ``i / nx`` and ``i % nx``: the quotient is a symbol of its own, and the rest is
``i - (i / nx) * nx``, so that what was taken apart is whole again when it is put together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from cupylint.kernels.indices import STEPS, THREADS, is_computed, shown
from cupylint.kernels.model import Call, Cast, Const, Expr, Function, Name, Operation, Source, walk
from cupylint.kernels.variables import Variable, Variables
from cupylint.records import dataclass

Monomial = tuple[str, ...]

BLOCKS = ("blockIdx.x", "blockIdx.y", "blockIdx.z")
_ALIKE = ("blockDim.", "gridDim.", "warpSize")
_LIMITS = frozenset(("min", "max", "fmin", "fmax"))
_CORRECTION = 8
"""``(i + 1) / n`` is taken for ``i / n``: at the edges of a grid it is not, and what is told happens inside."""
_TERMS = 24


@dataclass(frozen=True, slots=True)
class Formula:
    """A sum of products of symbols, each times a whole number."""

    terms: tuple[tuple[Monomial, int], ...] = ()

    @classmethod
    def made(cls, terms: Mapping[Monomial, int]) -> Formula:
        """The sum of terms; those with zero fall out."""
        return cls(tuple(sorted((product, factor) for product, factor in terms.items() if factor)))

    @classmethod
    def number(cls, value: int) -> Formula:
        """A whole number."""
        return cls.made({(): value})

    @classmethod
    def symbol(cls, name: str) -> Formula:
        """A symbol alone."""
        return cls.made({(name,): 1})

    def plus(self, other: Formula, factor: int = 1) -> Formula:
        """The sum with `factor` times another one."""
        found = dict(self.terms)
        for product, by in other.terms:
            found[product] = found.get(product, 0) + factor * by
        return Formula.made(found)

    def times(self, other: Formula) -> Formula:
        """The product of two."""
        found: dict[Monomial, int] = {}
        for one, by in self.terms:
            for two, more in other.terms:
                product = tuple(sorted(one + two))
                found[product] = found.get(product, 0) + by * more
        return Formula.made(found)

    @property
    def constant(self) -> int | None:
        """The number that it is; None if there is a symbol in it."""
        if not self.terms:
            return 0
        return self.terms[0][1] if len(self.terms) == 1 and not self.terms[0][0] else None

    @property
    def symbols(self) -> frozenset[str]:
        """All symbols in it."""
        return frozenset(name for product, _ in self.terms for name in product)

    def factor_of(self, name: str) -> Formula | None:
        """What a symbol is multiplied by; None if it stands in a product with itself."""
        if any(product.count(name) > 1 for product, _ in self.terms):
            return None
        return Formula.made(
            {tuple(each for each in product if each != name): by for product, by in self.terms if name in product}
        )

    def divided(self, divisor: Formula) -> tuple[Formula, Formula]:
        """What of it is a multiple of one product of symbols, divided by that, and the rest."""
        whole: dict[Monomial, int] = {}
        rest: dict[Monomial, int] = {}
        ((divisors, by),) = divisor.terms
        for product, factor in self.terms:
            left = list(product)
            for name in divisors:
                if name in left:
                    left.remove(name)
            if len(left) + len(divisors) == len(product) and factor % by == 0:
                whole[tuple(left)] = factor // by
            else:
                rest[product] = factor
        return Formula.made(whole), Formula.made(rest)

    def times_of(self, other: Formula) -> int | None:
        """How many times another one it is, None if it is no whole number of times."""
        if not other.terms or len(self.terms) != len(other.terms):
            return None
        found = {divmod(by, more) for (_, by), (_, more) in zip(self.terms, other.terms, strict=True)}
        same = all(one == two for (one, _), (two, _) in zip(self.terms, other.terms, strict=True))
        (times, rest) = found.pop()
        return times if same and not found and not rest else None


@dataclass(frozen=True, slots=True)
class Quotient:
    """``whole / part`` of numbers that differ between threads. `written`: the source divides, not only ``%``."""

    whole: Formula
    part: Formula
    written: bool = True


@dataclass(slots=True)
class Formulas:
    """The formulas of what a function computes.

    Attributes:
        at: where in the source the names stand that are asked for.
        quotients: the symbols that are quotients.
    """

    source: Source
    function: Function
    at: int = 0
    quotients: dict[str, Quotient] = field(default_factory=dict)
    variables: Variables = field(init=False)
    _known: dict[Variable, Formula | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.variables = Variables(self.source, self.function)

    def own(self, formula: Formula) -> Formula:
        """The terms of a formula that differ between threads."""
        names = self.differs(formula)
        return Formula.made({product: by for product, by in formula.terms if not names.isdisjoint(product)})

    def differs(self, formula: Formula) -> frozenset[str]:
        """The symbols in a formula that differ between threads."""
        return frozenset(
            name for name in formula.symbols if name in THREADS or name in BLOCKS or name in self.quotients
        )

    def unwrapped(self, formula: Formula) -> Formula:
        """Without remainders of numbers that the source never divides: ``(i + 1) % n`` is ``i + 1`` inside."""
        wrapped = {name for name, quotient in self.quotients.items() if not quotient.written}
        return Formula.made({product: by for product, by in formula.terms if wrapped.isdisjoint(product)})

    def is_counted(self, formula: Formula) -> bool:
        """Whether the counter of a loop is in it."""
        return any("@" in name for name in formula.symbols)

    def of(self, expression: Expr) -> Formula | None:
        """The formula of an expression, None if it is something else."""
        found = self._of(expression)
        return found if found is None or len(found.terms) <= _TERMS else None

    def _of(self, expression: Expr) -> Formula | None:
        if isinstance(expression, Const):
            return None if expression.value is None else Formula.number(expression.value)
        if isinstance(expression, Cast) and not expression.type.pointers:
            return self.of(expression.operand)
        if isinstance(expression, Name):
            return self._of_name(expression.id)
        found = None
        if isinstance(expression, Operation):
            found = self._of_operation(expression)
        elif isinstance(expression, Call) and expression.function in _LIMITS and len(expression.arguments) == 2:
            found = self._inside(expression.arguments)
        if found is None and self.is_uniform(expression):
            return Formula.symbol(f"({shown(expression)})")
        return found

    def is_uniform(self, expression: Expr) -> bool:
        """Whether it is the same for all threads, and computed without looking at memory."""
        return is_computed(expression) and all(
            (found := self._of_name(part.id)) is not None and not self.differs(found)
            for part in walk(expression)
            if isinstance(part, Name)
        )

    def _of_name(self, name: str) -> Formula | None:
        variable = self.variables.at(name, self.at)
        if variable is None:
            known = name in self.variables.fixed or name in THREADS or name in BLOCKS or name.startswith(_ALIKE)
            return Formula.symbol(name) if known else None
        if variable not in self._known:
            self._known[variable] = None  # for a value that goes into itself
            self._known[variable] = self._of_variable(name, variable)
        return self._known[variable]

    def _of_variable(self, name: str, variable: Variable) -> Formula | None:
        begins = [self.of(value) for value in variable.values]
        if not begins or begins[0] is None or any(begin != begins[0] for begin in begins):
            return None
        if not variable.updates:
            return begins[0]
        counts = all(update.operator in STEPS and self.is_uniform(update.value) for update in variable.updates)
        if not counts:
            return None
        counter = Formula.symbol(f"{name}@{variable.start}")
        return begins[0].plus(counter) if self.differs(begins[0]) else counter

    def _of_operation(self, operation: Operation) -> Formula | None:
        operator = operation.operator
        if operator == "?:":
            return self._inside(operation.operands[1:])
        first, *others = (self.of(operand) for operand in operation.operands)
        if operator == "-" and first is not None and not others:
            return Formula().plus(first, -1)
        found = first
        for other in others:
            found = None if found is None or other is None else self._combined(operator, found, other)
        return found if others else None

    def _combined(self, operator: str, one: Formula, other: Formula) -> Formula | None:
        """Two formulas and an operator, None if that makes no formula."""
        if operator in ("+", "-"):
            return one.plus(other, 1 if operator == "+" else -1)
        if operator == "*":
            return one.times(other)
        if operator == "<<" and other.constant is not None and 0 <= other.constant < 32:
            return one.times(Formula.number(1 << other.constant))
        if operator not in ("/", "%"):
            return None
        quotient = self._quotient(one, other, operator == "/")
        return quotient if operator == "/" or quotient is None else one.plus(quotient.times(other), -1)

    def _quotient(self, whole: Formula, part: Formula, written: bool) -> Formula | None:
        if len(part.terms) != 1 or self.differs(part) or not self.differs(whole):
            return None
        found, rest = whole.divided(part)
        number = dict(rest.terms).get((), 0)
        if abs(number) <= _CORRECTION:
            rest = rest.plus(Formula.number(-number))
        if not rest.terms:
            return found
        while len(rest.symbols & self.quotients.keys()) == 1 == len(rest.terms):  # a / b / c is a / (b * c)
            ((product, by),) = rest.terms
            if len(product) != 1 or by != 1:
                break
            inner = self.quotients[product[0]]
            rest, part = inner.whole, inner.part.times(part)
        name = f"[{rest.terms} / {part.terms}]"
        earlier = self.quotients.get(name)
        self.quotients[name] = Quotient(rest, part, written or (earlier is not None and earlier.written))
        return found.plus(Formula.symbol(name))

    def _inside(self, choices: Iterable[Expr]) -> Formula | None:
        """What is chosen where no edge is near: ``max(i - 1, 0)``, ``i > 0 ? i - 1 : n - 1``."""
        parts = [self.of(choice) for choice in choices]
        known = [part for part in parts if part is not None]
        own = [part for part in known if self.differs(part)]
        return own[0] if len(own) == 1 and len(known) == len(parts) else None
