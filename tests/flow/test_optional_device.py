"""Files that take CuPy or NumPy: functions are followed as they run where there is a device."""

from __future__ import annotations

from pathlib import Path

import pytest

from cupylint.config import Settings
from cupylint.engine import check_bytes
from tests.programs import check_marks, lint

_CHOICES = {
    "numpy first": """\
        import os
        if os.getenv("NO_GPU"):
            import numpy as xp
        else:
            import cupy as xp
        """,
    "cupy first": """\
        import os
        if os.getenv("GPU"):
            import cupy as xp
        else:
            import numpy as xp
        """,
    "a module that cannot be imported": """\
        import numpy
        try:
            import device_settings
            import cupy as xp
        except ImportError:
            xp = numpy
        """,
}
_RACY = """
import cupy
side = cupy.cuda.Stream(non_blocking=True)
def run(n):
    a = xp.zeros(n)
    with side:
        return float((a + 1).sum())  # expect: CUP101
"""
_ORDERED = """
import cupy
side = cupy.cuda.Stream(non_blocking=True)
def run(n):
    with side:
        a = xp.zeros(n)
        return float((a + 1).sum())
"""


def _program(choice: str, body: str) -> str:
    return "\n".join(line[8:] for line in _CHOICES[choice].splitlines()) + body


@pytest.mark.parametrize("choice", _CHOICES)
@pytest.mark.parametrize("body", [_RACY, _ORDERED])
def test_arrays_are_those_of_the_device(choice: str, body: str) -> None:
    check_marks(_program(choice, body))


def test_a_setting_that_chose_the_device_is_remembered() -> None:
    check_marks(
        """
import os
GPU = os.getenv("GPU")
if GPU:
    import cupy as xp
else:
    import numpy as xp
import cupy
side = cupy.cuda.Stream(non_blocking=True)
def waits(n):
    a = xp.zeros(n)
    if GPU:
        cupy.cuda.Stream.null.synchronize()
    with side:
        return float((a + 1).sum())
def forgets(n):
    a = xp.zeros(n)
    if not GPU:
        cupy.cuda.Stream.null.synchronize()
    with side:
        return float((a + 1).sum())  # expect: CUP101
"""
    )


def test_a_stream_of_a_path_with_a_device_is_the_first_of_its_name() -> None:
    source = _program("numpy first", _RACY).encode()
    (found,) = check_bytes(source, "program.py", Settings())
    assert "on side while" in found.message


@pytest.mark.parametrize("asks", ["cupy.is_available()", "cupy.cuda.is_available()", "torch.cuda.is_available()"])
@pytest.mark.parametrize("body", [_RACY, _ORDERED])
def test_whether_there_is_a_device_is_not_asked_in_vain(asks: str, body: str) -> None:
    check_marks(f"import cupy, numpy, torch\nxp = numpy\nif {asks}:\n    xp = cupy\n" + body)


def test_a_wait_where_there_is_a_device_is_always_done() -> None:
    wait = "    if cupy.is_available():\n        cupy.cuda.Stream.null.synchronize()\n    with side:"
    check_marks("import cupy\nxp = cupy\n" + _RACY.replace("    with side:", wait).replace("  # expect: CUP101", ""))


def test_what_is_done_without_a_device_is_not_followed() -> None:
    body = _RACY.replace("with side:", "if not cupy.is_available():").replace("  # expect: CUP101", "")
    check_marks("import cupy\nxp = cupy\n" + body)


@pytest.mark.parametrize("setting", ["os.getenv('GPU')", "len(os.listdir())"])
def test_a_choice_in_another_file(tmp_path: Path, setting: str) -> None:
    (tmp_path / "pyproject.toml").write_text("", "utf-8")
    chosen = f"import os\nGPU = {setting}\nif not GPU:\n    import numpy as xp\nelse:\n    import cupy as xp\n"
    wait = "def wait():\n    if GPU:\n        xp.cuda.Stream.null.synchronize()\n"
    (tmp_path / "choice.py").write_text(chosen + wait, "utf-8")
    head = "import cupy\nfrom choice import wait, xp\nside = cupy.cuda.Stream(non_blocking=True)\ndef run(n):\n"
    body = "    a = xp.zeros(n)\n    {}\n    with side:\n        return float((a + 1).sum())\n"
    path = str(tmp_path / "program.py")
    racy, safe = (check_bytes((head + body.format(text)).encode(), path, Settings()) for text in ("pass", "wait()"))
    assert [finding.code for finding in racy] == ["CUP101"]
    assert safe == []


_SWITCHES = {
    "by a name": "def use(name):\n    global xp\n    xp = cupy if name == 'gpu' else numpy\n",
    "by tests": """\
def use(name):
    global xp, device
    if name == "cpu":
        xp, device = numpy, "cpu"
    elif name == "cuda":
        xp, device = cupy, "cuda"
    else:
        raise ValueError(name)
""",
    "by an import": "def use():\n    global xp\n    import cupy as xp\n",
}


@pytest.mark.parametrize("switch", _SWITCHES)
@pytest.mark.parametrize("body", [_RACY, _ORDERED])
def test_a_function_may_put_cupy_in_numpys_place(switch: str, body: str) -> None:
    check_marks("import cupy, numpy\nxp = numpy\n" + _SWITCHES[switch] + body)


def test_a_name_may_be_said_to_be_global_at_the_top_level_too() -> None:
    check_marks("import cupy, numpy\nglobal xp\nxp = numpy\n" + _SWITCHES["by a name"] + _RACY)


def test_a_function_that_puts_numpy_in_its_own_name_changes_nothing() -> None:
    """Nobody says ``global``, so the module has NumPy."""
    local = "def use():\n    xp = cupy\n    return xp\n"
    check_marks("import cupy, numpy\nxp = numpy\n" + local + _RACY.replace("  # expect: CUP101", ""))


def test_what_the_switch_sets_besides_is_known() -> None:
    wait = "    if device == 'cuda':\n        cupy.cuda.Stream.null.synchronize()\n    with side:"
    waits = _RACY.replace("    with side:", wait)
    head = "import cupy, numpy\nxp = numpy\ndevice = 'cpu'\n" + _SWITCHES["by tests"]
    check_marks(head + waits.replace("  # expect: CUP101", ""))
    check_marks(head + waits.replace("'cuda':", "'cpu':"))


@pytest.mark.parametrize("switch", _SWITCHES)
def test_a_switch_in_another_file(tmp_path: Path, switch: str) -> None:
    (tmp_path / "pyproject.toml").write_text("", "utf-8")
    (tmp_path / "choice.py").write_text("import cupy, numpy\nxp = numpy\n" + _SWITCHES[switch], "utf-8")
    late = _RACY.replace("run(n):", "run(n):\n    from choice import xp")
    by_module = "import choice\n" + _RACY.replace("xp.", "choice.xp.")
    for body in late, by_module:
        (found,) = check_bytes(body.encode(), str(tmp_path / "program.py"), Settings())
        assert found.code == "CUP101"
    early = "from choice import xp\n" + _RACY  # the name stays NumPy's, whoever calls the switch
    assert check_bytes(early.encode(), str(tmp_path / "program.py"), Settings()) == []


_HEAD = """\
import cupy as cp
import numpy as np
side = cp.cuda.Stream(non_blocking=True)
"""
_INSIDE = {
    "an expression": "def run(n, gpu):\n    xp = cp if gpu else np\n    {wait}\n{use}",
    "statements": "def run(n, gpu):\n    if not gpu:\n        xp = np\n    else:\n        xp = cp\n    {wait}\n{use}",
    "an import": """\
def run(n, gpu):
    try:
        import cupy as xp
    except ImportError:
        import numpy as xp
    {wait}
{use}""",
    "a default": "def run(n, gpu=True, xp=cp):\n    {wait}\n{use}",
    "a helper": """\
def module_of(name):
    if name == "cuda":
        return cp
    return np
def run(n, gpu):
    xp = module_of(gpu)
    {wait}
{use}""",
    "a pair": """\
def backend(name):
    return (cp, cp.asnumpy) if name == "cuda" else (np, np.asarray)
def run(n, gpu):
    xp, back = backend(gpu)
    {wait}
{use}""",
}
_USE = """\
    a = xp.zeros(n)
    {ordered}
    with side:
        b = a + 1  # expect: CUP101
    side.synchronize()
    return b
"""


def _chosen_inside(choice: str, wait: str) -> str:
    body = _INSIDE[choice].format(wait="pass", use=_USE.format(ordered=wait))
    return _HEAD + (body if wait == "pass" else body.replace("  # expect: CUP101", ""))


@pytest.mark.parametrize("choice", _INSIDE)
def test_a_function_that_chooses_takes_the_device(choice: str) -> None:
    check_marks(_chosen_inside(choice, "pass"))


_NULL = "cp.cuda.Stream.null.synchronize()"


@pytest.mark.parametrize("choice", _INSIDE)
@pytest.mark.parametrize("test", ["xp is cp", "xp is not np", "xp != np", "isinstance(a, cp.ndarray)"])
def test_a_test_of_the_library_is_decided(choice: str, test: str) -> None:
    check_marks(_chosen_inside(choice, f"if {test}: {_NULL}"))


@pytest.mark.parametrize("choice", ["an expression", "statements"])
def test_the_flag_that_chose_is_remembered(choice: str) -> None:
    check_marks(_chosen_inside(choice, f"if gpu: {_NULL}"))


@pytest.mark.parametrize("test", ["hasattr(xp, 'cuda')", "xp.__name__ == 'cupy'", "not cpu_only()"])
def test_another_test_may_say_the_same(test: str) -> None:
    """What it lets pass by a wait is not certain to run where there is a device."""
    source = _chosen_inside("an expression", f"if {test}: {_NULL}")
    assert lint(source) == []
    assert [finding.code for finding in lint(source, maybe=True)] == ["CUP101"]


_OBJECTS = {
    "an attribute": """\
class Solver:
    def __init__(self, gpu):
        self.gpu = gpu
        if gpu:
            self.xp = cp
        else:
            self.xp = np
""",
    "a property": """\
class Solver:
    def __init__(self, gpu):
        self.gpu = gpu
    @property
    def xp(self):
        return cp if self.gpu else np
""",
    "a property with the host first": """\
class Solver:
    def __init__(self, gpu):
        self.gpu = gpu
    @property
    def xp(self):
        if not self.gpu:
            return np
        return cp
""",
}


@pytest.mark.parametrize("held", _OBJECTS)
def test_an_object_holds_the_library(held: str) -> None:
    run = """\
    def run(self, n):
        a = self.xp.zeros(n)
        {}
        with side:
            b = a + 1  # expect: CUP101
        side.synchronize()
        return b
"""
    check_marks(_HEAD + _OBJECTS[held] + run.format("pass"))
    waits = run.format(f"if self.gpu: {_NULL}").replace("  # expect: CUP101", "")
    check_marks(_HEAD + _OBJECTS[held] + waits)


def test_clocks_and_messages_of_code_for_both() -> None:
    check_marks(
        """
import time
from mpi4py import MPI
import cupy as cp
import numpy as np
def forgets(comm, gpu):
    xp = cp if gpu else np
    send = xp.zeros((4, 4))
    recv = xp.empty_like(send)
    comm.Alltoall(send, recv)  # expect: CUP204
def waits(comm, gpu):
    xp = cp if gpu else np
    send = xp.zeros((4, 4))
    recv = xp.empty_like(send)
    if xp is cp:
        cp.cuda.get_current_stream().synchronize()
    comm.Alltoall(send, recv)
def clock(gpu):
    xp = cp if gpu else np
    a = xp.ones((4, 4))
    start = time.perf_counter()
    b = xp.sqrt(a)
    spent = time.perf_counter() - start  # expect: CUP501
    return b, spent
def clock_after_all(gpu):
    xp = cp if gpu else np
    a = xp.ones((4, 4))
    start = time.perf_counter()
    b = xp.sqrt(a)
    if gpu:
        cp.cuda.get_current_stream().synchronize()
    spent = time.perf_counter() - start
    return b, spent
"""
    )


def test_waits_of_rounds_are_none_for_lack_of_a_device() -> None:
    """Which round it is has nothing to do with the library that was taken."""
    check_marks(
        """
import cupy as cp
import numpy as np
def run(n, gpu):
    xp = cp if gpu else np
    load, work = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    ready = cp.cuda.Event()
    host = np.ones((n, 100))
    with load:
        a = xp.zeros(100)
    for i in range(n):
        with load:
            a.set(host[i])  # expect: CUP102
            ready.record()
        if i < n - 1:
            work.wait_event(ready)
        with work:
            b = a * 2  # expect: CUP101
    work.synchronize()
"""
    )


def test_code_for_arrays_of_the_host_alone() -> None:
    """The array module of what is not known is a guess: it ends no function."""
    check_marks(
        """
import cupy as cp
def stream_in(blocks):
    if cp.get_array_module(blocks).__name__ != "numpy":
        raise NotImplementedError("give arrays of the host")
    side = cp.cuda.Stream(non_blocking=True)
    a = cp.zeros(blocks.shape)
    with side:
        b = a + 1  # expect: CUP101
    side.synchronize()
    return b
"""
    )


def test_a_device_is_available_where_one_is_used() -> None:
    assert lint(_chosen_inside("an expression", f"if cp.is_available(): {_NULL}"), maybe=True) == []


_BY_KEY = """
import cupy as cp
import numpy as np
LIBRARIES = {{"cpu": np, "gpu": cp}}
side = cp.cuda.Stream(non_blocking=True)
def run(kind, flag, n):
    xp = {choice}
    a = xp.zeros(n)
    {wait}
    with side:
        return float((a + 1).sum())  # {word}: CUP101
"""


@pytest.mark.parametrize(
    "choice",
    [
        "LIBRARIES[kind]",
        '{"cpu": np, "gpu": cp}[kind]',
        "LIBRARIES.get(kind, np)",
        '{"cupy": cp}.get(kind, np)',
        "(np, cp)[flag]",
        "{True: cp, False: np}[flag]",
    ],
)
def test_a_library_that_is_chosen_by_key(choice: str) -> None:
    check_marks(_BY_KEY.format(choice=choice, wait="pass", word="expect"))
    wait = 'if kind == "gpu": cp.cuda.Device().synchronize()' if "LIBRARIES" in choice else "side.synchronize()"
    if "LIBRARIES[" in choice:
        assert lint(_BY_KEY.format(choice=choice, wait=wait, word="none")) == []


def test_functions_of_one_library_are_no_choice() -> None:
    source = _BY_KEY.format(choice="{1: np, 2: np}[kind]", wait="pass", word="none")
    assert lint(source) == []
