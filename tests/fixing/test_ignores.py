"""``--add-ignore``: comments that silence findings, with a reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fixing.conftest import Run

HEAD = "import cupy as cp\na, b = cp.cuda.Stream(), cp.cuda.Stream()\nwith a:\n    x = cp.ones(3)\nwith b:\n"
LONG = f"    y = x + 1 + {' + '.join('1' * 20)}"
KERNEL = '''import cupy as cp
k = cp.RawKernel(r"""
extern "C" __global__ void k(volatile int *flag) {
    while (*flag) __syncthreads();
    if (threadIdx.x) __syncthreads();
}
""", "k")
'''


@pytest.mark.parametrize(
    ("line", "silenced"),
    [
        ("    y = x + 1\n", "    y = x + 1  # cupylint: ignore[unordered-read] safe\n"),
        ("    y = x + 1", "    y = x + 1  # cupylint: ignore[unordered-read] safe"),
        ("    y = x + 1  # why\n", "    # cupylint: ignore[unordered-read] safe\n    y = x + 1  # why\n"),
        (f"{LONG}\n", f"    # cupylint: ignore[unordered-read] safe\n{LONG}\n"),
        (
            "    y = x + 1  # cupylint: ignore[CUP104] old\n",
            "    y = x + 1  # cupylint: ignore[CUP104, unordered-read] old\n",
        ),
        (
            "    # cupylint: ignore[CUP104] old\n    y = x + 1\n",
            "    # cupylint: ignore[CUP104, unordered-read] old\n    y = x + 1\n",
        ),
        ("    y = 1 + \\\n        x\n", "    y = 1 + \\\n        x  # cupylint: ignore[unordered-read] safe\n"),
        ("    y = (1 +\n  x\n)\n", "    y = (1 +\n  x  # cupylint: ignore[unordered-read] safe\n)\n"),
    ],
)
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_where_the_comment_goes(project: Path, run: Run, line: str, silenced: str, ending: str) -> None:
    (project / "a.py").write_bytes((HEAD + line).replace("\n", ending).encode())
    result = run("--ignore", "CUP901", "--add-ignore=safe")
    assert (result.status, result.out) == (0, "")
    assert result.err == "cupylint: silenced 1 finding in 1 file (CUP101 1)\n"
    assert Path("a.py").read_bytes() == (HEAD + silenced).replace("\n", ending).encode()


def test_a_code_in_a_list_of_codes(project: Path, run: Run) -> None:
    """Without a reason of its own a finding joins those of other linters."""
    (project / "a.py").write_text(HEAD + "    y = x + 1  # noqa: E501\n")
    assert run("--add-ignore", "a.py").status == 0
    assert Path("a.py").read_text() == HEAD + "    y = x + 1  # noqa: E501, CUP101\n"


def test_without_a_reason(project: Path, run: Run) -> None:
    (project / "a.py").write_text(HEAD + "    y = x + 1\n")
    result = run("--add-ignore", "--diff", "a.py")
    assert (result.status, result.err) == (1, "cupylint: would silence 1 finding in 1 file (CUP101 1)\n")
    assert result.out.endswith("+    y = x + 1  # cupylint: ignore[unordered-read] not judged yet\n")
    assert Path("a.py").read_text() == HEAD + "    y = x + 1\n"


def test_in_the_source_of_a_kernel(project: Path, run: Run) -> None:
    """The comment stands behind the text, and all of its findings share one."""
    (project / "a.py").write_text(KERNEL)
    before = run("--statistics").out
    assert before
    assert run("--add-ignore=on purpose").status == 0
    text = Path("a.py").read_text()
    assert text.startswith(KERNEL[:-1] + "  # cupylint: ignore[") and text.endswith("] on purpose\n")
    assert text.count("cupylint") == 1


def test_two_on_one_line(project: Path, run: Run) -> None:
    (project / "a.py").write_text(HEAD + "    y = x + 1; cp.cuda.grid(1)\n")
    assert run("--add-ignore=r").status == 0
    assert "# cupylint: ignore[unordered-read, no-such-api] r" in Path("a.py").read_text()


@pytest.mark.parametrize("reason", ["two\nlines", "\x1b[31m", "# noqa", "cupylint: ignore", "x" * 201])
def test_reasons_that_are_none(run: Run, reason: str) -> None:
    result = run(f"--add-ignore={reason}")
    assert result.status == 2 and result.err.startswith("cupylint: --add-ignore: the reason must ")
    assert result.err.count("\n") == 1


@pytest.mark.parametrize("reason", ["H100 waits", "E501", "CUP 1"])
def test_reasons_that_begin_like_a_code(run: Run, reason: str) -> None:
    result = run(f"--add-noqa={reason}")
    assert (result.status, result.err) == (
        2,
        "cupylint: --add-noqa: the reason must not begin like a code of a linter\n",
    )


@pytest.mark.parametrize(
    ("line", "silenced"),
    [
        ("    y = x + 1\n", "    y = x + 1  # noqa: CUP101 safe\n"),
        ("    y = x + 1", "    y = x + 1  # noqa: CUP101 safe"),
        ("    y = x + 1  # why\n", "    y = x + 1  # why  # noqa: CUP101 safe\n"),
        (f"{LONG}\n", f"{LONG}  # noqa: CUP101 safe\n"),
        ("    y = x + 1  # noqa: E501\n", "    y = x + 1  # noqa: E501, CUP101\n"),
        ("    y = (1 +\n  x\n)\n", "    y = (1 +\n  x  # noqa: CUP101 safe\n)\n"),
    ],
)
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_what_other_linters_read(project: Path, run: Run, line: str, silenced: str, ending: str) -> None:
    (project / "a.py").write_bytes((HEAD + line).replace("\n", ending).encode())
    result = run("--add-noqa=safe")
    assert (result.status, result.out) == (0, "")
    assert result.err == "cupylint: silenced 1 finding in 1 file (CUP101 1)\n"
    assert Path("a.py").read_bytes() == (HEAD + silenced).replace("\n", ending).encode()
    assert run("--add-noqa").err == "" and run().status == 0


def test_a_code_without_a_reason(project: Path, run: Run) -> None:
    (project / "a.py").write_text(HEAD + "    y = x + 1\n")
    assert run("--add-noqa", "a.py").status == 0
    assert Path("a.py").read_text() == HEAD + "    y = x + 1  # noqa: CUP101\n"


def test_what_no_comment_can_silence(project: Path, run: Run) -> None:
    """A reason that the encoding of the file cannot hold."""
    (project / "a.py").write_bytes(b"# coding: latin-1\n" + HEAD.encode() + b"    y = x + 1\n")
    result = run("--add-ignore=\u20ac", "--output-format", "concise")
    assert result.status == 1
    assert result.err == "cupylint: a.py:7: no comment can silence this: name the file in per-file-ignores\n"
