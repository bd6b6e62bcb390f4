"""Functions of the project that are not followed, since enough was: whether all that they call waits for nothing.

That is told by names alone: a clock that is read, an event that is made and recorded, a library of CUDA that is called.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cupylint.cupy_model import canonical, function, is_listed, is_method, method
from cupylint.cupy_model.spec import Waits
from cupylint.flow.domain import source_text
from cupylint.flow.domain.hints import SOUNDS_LIKE_WAITING
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.values import External, FunctionValue, Symbol, Value
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State

_HOST_MODULES = frozenset("datetime gc itertools logging math operator os platform random re sys time".split())  # noqa: SIM905
_BUILTINS = frozenset(
    """abs callable dict divmod enumerate frozenset hasattr id isinstance issubclass len list max min print range repr
    reversed round set slice sorted str sum tuple type zip""".split()  # noqa: SIM905
)
_METHODS = frozenset("append extend format items keys lower reshape split startswith strip update upper values".split())  # noqa: SIM905
_HOST_LIBRARIES = frozenset(
    """scipy matplotlib pandas tqdm sklearn rich click yaml h5py PIL cv2 psutil tabulate colorama nvtx pytest typer
    absl loguru toml""".split()  # noqa: SIM905
)
_TELLS = re.compile(
    r"^(a?info|debug|warn(ing)?|error|critical|log\w*|print\w*|write\w*|echo|append|extend|format|join|items|keys"
    r"|values|setdefault|sleep|set_(description|postfix)\w*|start(s|ed)?with|ends?with|strip|split|copy|add_argument"
    r"|parse_args|getLogger|title|label|legend)$"
)
_DEPTH = 3


def _only_queues(name: str) -> bool:
    """Whether a method of device arrays has this name, and waits for nothing."""
    return is_method(name) and method(name).waits is Waits.NO


def waits_for_nothing(state: State, target: FunctionValue, depth: int = _DEPTH) -> bool:
    """Whether a function certainly waits for no work, and changes neither an event nor the current stream."""
    code = target.function
    if not depth or code.is_generator or code.is_async:
        return False
    return all(_is_harmless(state, target, statement, depth) for statement in walk(code.body))


def _is_harmless(state: State, target: FunctionValue, statement: ir.Statement, depth: int) -> bool:
    if not isinstance(statement, ir.Call):
        return not isinstance(statement, (ir.With, ir.Define, ir.DefineClass, ir.Import))
    dotted = source_text.dotted(statement.function)
    root, _, rest = dotted.partition(".")
    name = dotted.rpartition(".")[2]
    if not root or SOUNDS_LIKE_WAITING.search(name):
        return False
    given = {parameter.name for parameter in target.function.parameters}
    if root in target.function.assigned or root in given:
        return bool(rest) and (name in _METHODS or (name == "record" and root not in given))
    value = next((held for frame in target.frames if (held := state.memory.get((frame, root))) is not None), None)
    if isinstance(value, External):
        return _is_harmless_external(canonical(f"{value.dotted}.{rest}" if rest else value.dotted))
    if rest:
        return False
    return waits_for_nothing(state, value, depth - 1) if isinstance(value, FunctionValue) else _is_builtin(value, name)


def _is_builtin(value: object, name: str) -> bool:
    return value is None and name in _BUILTINS


def _is_harmless_external(dotted: str) -> bool:
    root, _, rest = dotted.partition(".")
    if root == "numpy":
        dotted = f"cupy.{rest}"
    return root in _HOST_MODULES or (is_listed(dotted) and function(dotted).waits is Waits.NO)


def tells_only(name: str, receiver: Value | None) -> bool:
    """Whether code that is not seen certainly waits for nothing: it writes a message, or knows of no device.

    Of something that is not known, a method that arrays have is taken to be that: ``x.sum()`` only queues work.
    """
    if isinstance(receiver, Symbol) and (receiver.host or _only_queues(name)):
        return True
    if receiver is None and name.partition(".")[0] in _HOST_LIBRARIES:
        return True
    return _TELLS.match(name.rpartition(".")[2]) is not None
