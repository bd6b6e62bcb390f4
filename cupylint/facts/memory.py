"""Facts about the memory that a program needs."""

from __future__ import annotations

from cupylint.facts.base import Fact, Spot
from cupylint.records import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """Device memory that is alive where there is too little of it.

    Attributes:
        name: how the source calls the array, "" for a temporary.
        spot: where it is made.
        text: shape and dtype for readers ("(10000, 10000) float64"), or what else it is.
        nbytes: bytes that it certainly takes; `exact` if it takes no more.
        wide: it is float64 or complex128, so that half of the bytes would do for single precision.
        rows: length of the first axis, 0 if that is not known or it cannot be made in chunks of rows.
        operand: it is read by the operation that does not fit.
        times: so many arrays like this one, of as many rounds of a loop; `nbytes` are those of all of them.
        several: it is a tuple of arrays that one call made.
        flat: it has one axis.
        spare: the operation could write its result into it.
        function: in which it is made, "" for the module.
        deletable: the names that ``del`` could end before the operation, which does not use them, so that it goes.
    """

    name: str
    spot: Spot
    text: str
    nbytes: int
    exact: bool = True
    wide: bool = False
    rows: int = 0
    operand: bool = False
    times: int = 1
    several: bool = False
    flat: bool = False
    spare: bool = False
    function: str = ""
    deletable: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Bound:
    """A limit of CuPy's pool that the program itself sets, below what the device has.

    Attributes:
        spot: where it is set.
        text: by what ("set_limit").
        share: the part of the device's memory, 0 if a number of bytes is given.
        device: bytes that the device has.
    """

    spot: Spot
    text: str
    share: float
    device: int


@dataclass(frozen=True, slots=True, eq=False)
class TooLarge(Fact):
    """An operation for whose result, and what is alive beside it, a device has too little memory.

    Attributes:
        spot: the operation.
        held: what is alive, in the order in which it was made; the result is last.
        work: bytes that the operation needs beside its result.
        limit: bytes that may be taken.
        assumed: nobody said how much the device has, and the limit follows from that.
        certain: False where the program catches the exception.
        rounds: so many rounds of a loop keep an array of the last kind each; 0: that is no loop's doing.
        bound: the program's own limit, None if it is the device's.
    """

    spot: Spot
    held: tuple[Held, ...]
    work: int
    limit: int
    assumed: bool
    certain: bool = True
    rounds: int = 0
    bound: Bound | None = None

    @property
    def total(self) -> int:
        """Bytes that are needed at once."""
        return sum(item.nbytes for item in self.held) + self.work

    @property
    def alone(self) -> bool:
        """Whether the result alone does not fit."""
        return not self.rounds and not self.held[-1].several and self.held[-1].nbytes > self.limit


@dataclass(frozen=True, slots=True, eq=False)
class BlowUp(Fact):
    """A temporary that broadcasting makes, much larger than its operands, of which a reduction leaves little.

    Attributes:
        spot: the operation that makes it; `text` is its shape and dtype, `nbytes` its bytes.
        operands: bytes of what it is made of.
        reduced: the reduction, by the function `name`; `left` are the bytes of its result.
        rows: length of its first axis.
        difference: it is a difference, so that distances may be meant.
        wide: it is float64 or complex128.
    """

    spot: Spot
    text: str
    nbytes: int
    operands: int
    reduced: Spot
    name: str
    left: int
    rows: int
    difference: bool
    wide: bool


@dataclass(frozen=True, slots=True, eq=False)
class Temporaries(Fact):
    """An expression that holds much beside its result, which need not be held.

    Attributes:
        spot: the expression.
        temporaries: bytes of those that are alive at once beside the result, whose bytes are `result`.
        replaced: the name whose array, which is not needed any more, is held meanwhile as well; "" if there is none.
        copied: the name of another array that the result is only copied into; `result` is 0 then.
        peak: bytes of all of them together.
        steps: lines in its place, each of which works in place; none if that is no help.
        least: what `peak` is with these lines, or with one kernel.
    """

    spot: Spot
    temporaries: int
    result: int
    replaced: str
    copied: str
    peak: int
    steps: tuple[str, ...]
    least: int


@dataclass(frozen=True, slots=True, eq=False)
class DoubleByDefault(Fact):
    """Single precision meets double precision that nobody asked for, and the result has double precision.

    Attributes:
        spot: the operation.
        made: where the array of double precision was made; None: it is a number of NumPy.
        call: how that was called (`cupy.zeros`), "" for a number.
        name: how the source calls that array, "" if it has no name.
        source: the dtype of that array or number.
        takes_dtype: the call that made it has a parameter for that.
        dtype: of the result, `narrow` what it might be.
        nbytes: bytes of the result and what is needed meanwhile; 0 if they are not known.
        saved: how many bytes less it would be.
    """

    spot: Spot
    made: Spot | None
    call: str
    name: str
    source: str
    dtype: str
    narrow: str
    nbytes: int
    saved: int
    takes_dtype: bool


@dataclass(frozen=True, slots=True, eq=False)
class IdleFree(Fact):
    """``free_all_blocks()`` where no block is free: all that was allocated is still referred to.

    Attributes:
        held: names and bytes of the arrays that are alive, the largest first, with the names that ``del`` could end
            there ("" if it is not names alone); a view keeps all of its array.
    """

    spot: Spot
    held: tuple[tuple[str, int, str], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Alive:
    """An array that is alive at a moment.

    Attributes:
        name: how the source calls it, "" for a temporary.
        spot: where it is made.
        shape: lengths, in words where they are not known ("n"); None if nothing is known of them.
        dtype: None if it is not known.
        nbytes: bytes that it certainly takes.
    """

    name: str
    spot: Spot
    shape: tuple[int | str, ...] | None
    dtype: str | None
    nbytes: int


@dataclass(frozen=True, slots=True, eq=False)
class PinnedMoment(Fact):
    """An allocation of pinned host memory.

    Attributes:
        alive: bytes of all blocks that are in use, this one included, as the pool rounds them; those of which the size
            is not known count nothing. The most of all paths and rounds.
        held: what is in these blocks, this one last.
        function: the function in which it is made, "" for the module.
    """

    spot: Spot
    alive: int
    held: tuple[Alive, ...]
    function: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Moment(Fact):
    """An allocation, and what is alive when it is made.

    Attributes:
        name: how the source calls the array, "" for a temporary.
        text: shape and dtype ("(n, 3) float32"), "" if nothing is known.
        size: bytes in words where they are not known ("8*n"), else "".
        nbytes: bytes of the array, `work` those needed beside it meanwhile, `alive` those of all arrays, this one
            included: all of them lower bounds, and the most of all paths and rounds.
        limit: bytes that may be taken there; `bound` if that is the program's own limit.
        held: the arrays that are alive, in the order in which they were made; this one is last. Empty where another
            moment needs more.
        function: the function in which it is made, "" for the module.
        rough: the operation may take more than is told here.
    """

    spot: Spot
    name: str
    text: str
    size: str
    nbytes: int
    work: int
    alive: int
    limit: int
    held: tuple[Alive, ...] = ()
    function: str = ""
    bound: Bound | None = None
    rough: bool = False
