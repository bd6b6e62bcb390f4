"""Memory that calls use without an array, around stand-ins for compiled classes of CuPy."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from cupylint.runtime_checks.dynamic.of_cupy import Tracer
from cupylint.runtime_checks.dynamic.wrapped_hidden import _generator


class Bits:
    def state(self) -> int:
        return 4096


class Generator:
    def __init__(self) -> None:
        self.bit_generator = Bits()

    def random(self, size: int) -> list[int]:
        return [size]

    def seed(self) -> None:
        """Draws nothing."""


def test_a_generator_writes_its_state_in_the_call_that_draws() -> None:
    told: list[tuple[str, list[tuple[int, bool]]]] = []
    tracer = Tracer(None, lambda step: None)

    def tells(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def telling(*args: Any) -> Any:
            with tracer.inside():
                result = function(*args)
                told.append((name, [(part.low, written) for part, written in tracer._local.beside]))
            return result

        return telling

    generator = _generator(Generator, tracer, tells)()
    assert generator.random(3) == [3] and generator.random(4) == [4]
    generator.seed()
    assert isinstance(generator, Generator)
    assert told == [("cupy.random.random", [(4096, True)])] * 2
