"""Files that take CuPy or NumPy: functions are followed as they run where there is a device."""

from __future__ import annotations

from pathlib import Path

import pytest

from cupylint.config import Settings
from cupylint.engine import check_bytes
from tests.programs import check_marks

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
