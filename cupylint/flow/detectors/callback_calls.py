"""Functions that a stream calls on the host: they must make no CUDA call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.facts import CallbackUsesCuda
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.cuda_calls import speculative_run
from cupylint.flow.domain.detector import Detector
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import BoundMethod, FunctionValue, Partial, StreamValue, Value
from cupylint.order import Stream

if TYPE_CHECKING:
    from libcst import CSTNode


class CallbackCalls(Detector):
    """CUDA calls in functions that a stream calls on the host."""

    def host_function_queued(
        self, state: State, method: str, arguments: Arguments, node: CSTNode, stream: Stream
    ) -> None:
        """``stream.launch_host_func(f, arg)`` and ``stream.add_callback(f, arg)``: look into f on trial."""
        interpreter = self.interpreter
        if interpreter.watch is not None or interpreter.modules.importing:
            return
        function, given = arguments.either(0, "callback"), arguments.either(1, "arg")
        if function is None:
            return
        placed = given if given is not None else interpreter.unknown("arg")
        values: list[Value] = [placed]
        if method == "add_callback":
            values = [StreamValue(stream), interpreter.unknown("error", host=True), placed]

        def run(trial: State) -> list[tuple[State, Value]]:
            trial.host = ("callback", interpreter.fresh())
            return interpreter.invoke(trial, function, Arguments([(value, node) for value in values], {}), node)

        found, _ = speculative_run(interpreter, state, run)
        if not found:
            return
        first = found[0]
        fact = CallbackUsesCuda(
            spot=first.spot,
            launched=interpreter.spot(node),
            method=method,
            function=_name(function),
            call=first.call,
            waits=first.waits,
            certain=not state.unclear,
        )
        interpreter.emit(fact, key=first.spot.node)


def _name(function: Value) -> str:
    while isinstance(function, Partial):
        function = function.function
    if isinstance(function, BoundMethod):
        function = function.function
    if isinstance(function, FunctionValue) and not function.function.name.startswith("<"):
        return function.function.name
    return ""


DETECTOR = CallbackCalls
