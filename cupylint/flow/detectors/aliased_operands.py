"""One array given to a kernel for two parameters: it reads by the one what other threads write by the other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar

from cupylint.facts import AliasedOperands
from cupylint.flow.detectors.in_place import text_of
from cupylint.flow.domain.detector import Detector
from cupylint.flow.domain.values import Array, Value
from cupylint.kernels.aliased import aliased_race

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.state import State
    from cupylint.kernels.interface import Interface


class AliasedArguments(Detector):
    """Launches of kernels whose code is seen."""

    OPTION: ClassVar[str] = "launches"

    def kernel_given(
        self, state: State, kernel: Interface, operands: Sequence[tuple[Value, CSTNode]], node: CSTNode
    ) -> None:
        """Are two of the operands one array?"""
        interpreter = self.interpreter
        given = [
            (value, place, parameter.name)
            for (value, place), parameter in zip(operands, kernel.parameters, strict=True)
            if isinstance(value, Array) and not value.guess and len(value.buffers) == 1 and parameter.type.pointers == 1
        ]
        for (one, _, first), (other, place, second) in combinations(given, 2):
            if one != other:
                continue
            race = aliased_race(kernel.code, kernel.name, frozenset((first, second)))
            if race is not None:
                spot, array = interpreter.spot(place), text_of(place)
                fact = AliasedOperands(spot, kernel.name, array, first, second, race.read, race.written, race.blocks)
                interpreter.emit(fact, key=place)
                return


DETECTOR = AliasedArguments
