"""Facts about device arrays that other libraries are to convert."""

from __future__ import annotations

from typing import Literal

from cupylint.facts.base import Fact, Spot
from cupylint.records import dataclass

CapsuleMistake = Literal["numpy", "twice", "unordered"]
ConversionKind = Literal["whole", "inside", "mixed", "unknown", "stored", "index"]


@dataclass(frozen=True, slots=True, eq=False)
class NumpyConversion(Fact):
    """NumPy is to make an array of its own of a device array, which refuses.

    Attributes:
        spot: the array, or the list that holds it.
        kind: it is the argument of a function of NumPy ("whole"), in a list that is ("inside"), in a list with
            numbers for a function of CuPy ("mixed"), the argument of a function of NumPy that CuPy has not
            ("unknown"), assigned to a part of a NumPy array ("stored"), or its index ("index").
        name: of the function without the name of the module, "" for the last two.
        text: what stands at `spot`.
    """

    spot: Spot
    kind: ConversionKind
    name: str
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class CapsuleMisuse(Fact):
    """A capsule of DLPack where the array itself belongs.

    Attributes:
        spot: the capsule, as an argument.
        kind: NumPy takes no capsules ("numpy"); it was taken before, at `earlier` ("twice"); it is taken, without an
            order of streams ("unordered").
        function: what it is given to, by its full name.
        text: what stands at `spot`.
    """

    spot: Spot
    kind: CapsuleMistake
    function: str
    text: str
    earlier: Spot | None = None
