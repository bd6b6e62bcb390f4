"""Device arrays where NumPy makes arrays of its own of them, which they refuse; capsules of DLPack used up."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from libcst import CSTNode

from cupylint.converters import COMPARE, CONVERT, SCALARS, TO_DEVICE, UNKNOWN_TO_CUPY
from cupylint.facts import CapsuleMisuse, NumpyConversion
from cupylint.facts.conversions import CapsuleMistake, ConversionKind
from cupylint.flow.detectors.in_place import text_of
from cupylint.flow.device.interop import TAKE_CAPSULES
from cupylint.flow.device.interop_arrays import Capsule
from cupylint.flow.domain.contents import items_of
from cupylint.flow.domain.detector import Detector
from cupylint.flow.domain.numpy_values import is_numpy_array
from cupylint.flow.domain.values import Array, Const, ListValue, TupleValue, Value, is_of_many, parts_of_key

if TYPE_CHECKING:
    from cupylint.flow.domain.arguments import Arguments
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.options import ModelOptions

_HOST_ACCESS = frozenset(
    ("malloc_managed", "ManagedMemory", "malloc_system", "SystemMemory", "UnownedMemory", "set_allocator", "rmm")
)
"""Names in files whose device arrays the host may be able to read."""
_DEPTH = 3


class Conversions(Detector):
    """What NumPy converts in one analysis: whatever is certain on all paths that come there."""

    OPTION: ClassVar[str] = "conversions"

    def __init__(self, interpreter: Interpreter) -> None:
        super().__init__(interpreter)
        self._made: dict[int, int] = {}  # allocation -> the frame it was made in
        self._found: dict[CSTNode, NumpyConversion | CapsuleMisuse] = {}
        self._fine: set[CSTNode] = set()

    @classmethod
    def is_wanted(cls, options: ModelOptions, idents: frozenset[str]) -> bool:
        """Also whether the host cannot read device arrays."""
        return bool(options.conversions) and not idents & _HOST_ACCESS

    def facts(self, ends: list[State]) -> list[NumpyConversion | CapsuleMisuse]:
        """What fails on every path."""
        return [fact for node, fact in self._found.items() if node not in self._fine]

    def allocated(self, state: State, buffer: int) -> None:
        """An array is the function's own."""
        if self.interpreter.frame.module == 0:
            self._made[buffer] = self.interpreter.frame.number

    # -- calls ---------------------------------------------------------------------------------------

    def named_call(self, state: State, dotted: str, arguments: Arguments, node: CSTNode) -> None:
        """A function of NumPy or CuPy is called."""
        root, _, name = dotted.partition(".")
        if root == "cupy" and name in TO_DEVICE:
            self._together(state, dotted, arguments, node)
        elif root == "numpy" or name in SCALARS:
            self._converted(state, name, arguments, node)
        if dotted in TAKE_CAPSULES:
            self._capsule(state, dotted, arguments, node)

    def _converted(self, state: State, name: str, arguments: Arguments, node: CSTNode) -> None:
        kind: ConversionKind = "unknown" if name in UNKNOWN_TO_CUPY else "whole"
        placed = arguments.positional_placed()[: 2 if name in COMPARE else 1]
        if name in CONVERT | SCALARS | COMPARE | UNKNOWN_TO_CUPY:
            inside = name in CONVERT or name == "block"
            found = next((place for value, place in placed if self._is_given(state, value, inside)), None)
            if found is not None and kind == "whole" and isinstance(placed[0][0], (ListValue, TupleValue)):
                kind = "inside"
            self._tell(state, kind, name, found, node)

    def _together(self, state: State, dotted: str, arguments: Arguments, node: CSTNode) -> None:
        """``cp.array([0, x])``: only where all of the list are arrays are they put together on the device."""
        placed = arguments.at(0)
        if placed is None or not isinstance(placed[0], (ListValue, TupleValue)):
            return
        mixed = self._is_given(state, placed[0], True) and self._has_number(state, placed[0])
        self._tell(state, "mixed", dotted.rpartition(".")[2], placed[1] if mixed else None, node)

    def _has_number(self, state: State, value: Value, depth: int = _DEPTH) -> bool:
        items = items_of(state, value)
        if items is None:
            return isinstance(value, Const) and isinstance(value.value, (int, float, complex))
        return bool(depth) and any(self._has_number(state, item, depth - 1) for item in items)

    def _capsule(self, state: State, dotted: str, arguments: Arguments, node: CSTNode) -> None:
        """A function that takes arrays by DLPack may be given a capsule instead of an array."""
        given, place = arguments.at(0) or (None, node)
        if not isinstance(given, Capsule):
            return
        key = ("capsule", given.number)
        earlier = state.memory.get(key)
        state.memory[key] = place
        kind: CapsuleMistake | None = "unordered" if dotted == "cupy.from_dlpack" else None
        if dotted == "numpy.from_dlpack":
            kind = "numpy"
        elif isinstance(earlier, CSTNode):
            kind = "twice"
        first = self.interpreter.spot(earlier) if isinstance(earlier, CSTNode) and kind == "twice" else None
        if kind is not None:
            self._note(state, CapsuleMisuse(self.interpreter.spot(place), kind, dotted, text_of(place), first), node)

    # -- items ---------------------------------------------------------------------------------------

    def item_stored(
        self, state: State, base: Value, key: Value, value: Value, node: CSTNode | None, place: CSTNode | None
    ) -> None:
        """``host[a:b] = x``. One element may be set to an array of one element, which is read like a number."""
        parts = parts_of_key(key)
        if node is None or not is_numpy_array(base):
            return
        if any(self._is_own(state, part) for part in parts):
            self._tell(state, "index", "", node, node)
        elif is_of_many(key):
            self._tell(state, "stored", "", (place or node) if self._is_own(state, value) else None, node)

    def item_read(self, state: State, base: Value, key: Value, node: CSTNode | None) -> None:
        """``host[x]``."""
        parts = parts_of_key(key)
        if node is not None and is_numpy_array(base):
            own = any(self._is_own(state, part) for part in parts)
            self._tell(state, "index", "", node if own else None, node)

    # -- what is certain -----------------------------------------------------------------------------

    def _is_given(self, state: State, value: Value, inside: bool, depth: int = _DEPTH) -> bool:
        """Whether a device array is given, or with `inside` a list that holds one."""
        if self._is_own(state, value):
            return True
        items = items_of(state, value) if inside and isinstance(value, (ListValue, TupleValue)) else None
        return bool(depth) and any(self._is_given(state, item, inside, depth - 1) for item in items or ())

    def _is_own(self, state: State, value: Value) -> bool:
        """Whether a value is a device array that this function, or the file's top level, made itself.

        What a function was given, its tests may know better.
        """
        if type(value) is not Array or value.guess:
            return False
        frame = self.interpreter.frame
        if not all(self._made.get(buffer) in (frame.number, 0) for buffer in value.buffers):
            return False
        given = (state.memory.get((frame.number, parameter.name)) for parameter in frame.function.parameters)
        return not any(isinstance(each, Array) and each.buffers & value.buffers for each in given)

    def _tell(self, state: State, kind: ConversionKind, name: str, place: CSTNode | None, node: CSTNode) -> None:
        """Something is converted at `place`; None: on this path nothing is."""
        spot = self.interpreter.spot
        fact = None if place is None else NumpyConversion(spot(place), kind, name, text_of(place))
        self._note(state, fact, node)

    def _note(self, state: State, fact: NumpyConversion | CapsuleMisuse | None, node: CSTNode) -> None:
        """What is wrong on this path, if anything is, where no exception is expected and no path was given up."""
        interpreter = self.interpreter
        expected = any(statement.handlers for statement, _ in interpreter.trying)
        if fact is None or state.unclear or state.incomplete or expected:
            self._fine.add(node)
        elif interpreter.frame.module == 0 and not interpreter.modules.importing:
            self._found.setdefault(node, fact)


DETECTOR = Conversions
