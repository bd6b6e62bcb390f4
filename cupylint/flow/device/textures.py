"""Arrays of CUDA behind textures and surfaces: what is copied into and out of them, and which kernels read them.

``CUDAarray`` is memory of its own, without addresses. A texture reads it, or an array of CuPy; a surface may write too.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cupylint.cupy_model import texture_method
from cupylint.flow.device import arrays
from cupylint.flow.domain.arguments import Arguments, Handler
from cupylint.flow.domain.effects import Effect
from cupylint.flow.domain.values import NONE, Array, Value
from cupylint.records import dataclass

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.findings import Premise
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter


@dataclass(frozen=True, slots=True)
class CudaArray(Value):
    """A ``CUDAarray``."""

    array: Array


@dataclass(frozen=True, slots=True)
class Texture(Value):
    """What a kernel reads an array by, and may write it by if it is a surface."""

    array: Array
    surface: bool = False


def _array(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    return CudaArray(arrays.new_array(interpreter, state))


def _resource(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``ResourceDescriptor(kind, cuArr=memory)`` or ``(kind, arr=array)`` stands for what it describes."""
    described = arguments.either(1, "cuArr")
    if described is None or described == NONE:
        described = arguments.either(2, "arr")
    return described if isinstance(described, (CudaArray, Array)) else interpreter.unknown()


def _made_of(surface: bool) -> Handler:
    def make(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
        resource = arguments.either(0, "ResDesc")
        held = resource.array if isinstance(resource, CudaArray) else resource
        return Texture(held, surface) if isinstance(held, Array) else interpreter.unknown()

    return make


HANDLERS: dict[str, Handler] = {
    "cupy.cuda.texture.CUDAarray": _array,
    "cupy.cuda.texture.ResourceDescriptor": _resource,
    "cupy.cuda.texture.TextureObject": _made_of(surface=False),
    "cupy.cuda.texture.SurfaceObject": _made_of(surface=True),
}


def method(
    interpreter: Interpreter, state: State, receiver: CudaArray, name: str, arguments: Arguments, node: CSTNode
) -> Value | None:
    """``memory.copy_from(array, stream)`` or ``copy_to``; None for other methods."""
    spec = texture_method(name)
    if spec is None:
        return None
    return arrays.apply(interpreter, state, spec, name, arguments.with_receiver(receiver.array, node), node)


def uses(operands: Iterable[tuple[Value, CSTNode]], premise: Premise | None = None) -> list[Effect]:
    """What a launch that is given textures does to what is behind them, if `premise` holds."""
    held = [(value, place) for value, place in operands if isinstance(value, Texture)]
    return [Effect(value.array, "r", place, premise=premise) for value, place in held] + [
        Effect(value.array, "w", place, certain=False) for value, place in held if value.surface
    ]
