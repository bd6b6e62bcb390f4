"""Python files: how kernels are made, where findings stand, and what must never happen."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest

from cupylint.facts import BlocksWait, SkippedBarrier, StaleFlag, UnparsedKernel
from cupylint.kernels.analyse import kernel_facts
from cupylint.kernels.cuda import parse
from tests.kernels.cases import marked, only, program, verdicts

MARKED = "__global__ void k(int* f) { while (*f == 0); } //! CUP304\n"
SPIN = "__global__ void k(int* f) {\n    while (*f == 0);\n}\n"

MADE = {
    "alias": f"import cupy as cp\ncp.RawKernel('''\n{MARKED}''', 'k')",
    "from": (f"from cupy import RawKernel as R\nR('''\n{MARKED}''', 'k')"),
    "core": (f"from cupy import _core\n_core.RawKernel('''\n{MARKED}''', 'k')"),
    "xp": f"def f(xp):\n  return xp.RawKernel('''\n{MARKED}''', 'k')",
    "keywords": (f"import cupy\ncupy.RawKernel(name='k', code='''\n{MARKED}''')"),
    "module": f"import cupy\ncupy.RawModule(code='''\n{MARKED}''')",
    "module constant": (f"import cupy\nCODE = r'''\n{MARKED}'''\nm = cupy.RawModule(code=CODE)"),
    "pieces": ("import cupy\ncupy.RawKernel('__global__ void k(int* f)'\n  '{ while (*f == 0); }',  #! CUP304\n  'k')"),
    "f-string": (
        "import cupy\nT = 'int'\ncupy.RawKernel(f'''\n__global__ void k({T}* f, {other} x) {{\n"
        "  {body}\n  while (*f == {zero}); //! CUP304\n}}''', 'k')"
    ).replace(" == {zero}", " == {3}"),
    "elementwise": (
        "import cupy\ncupy.ElementwiseKernel('raw int32 stop, T x', 'T y', '''\n"
        "  while (stop[0] == 0) {} //! CUP304\n  y = x''', 'wait')"
    ),
    "elementwise with a barrier": (
        "import cupy\ncupy.ElementwiseKernel('float32 x, raw float32 z', 'float32 y', '''\n"
        "  __shared__ float s[64];\n  if (x > 0) {\n    __syncthreads(); //! CUP305\n  }\n  y = s[i];''', 'wait')"
    ),
    "preamble": (
        "import cupy\ncupy.ReductionKernel('T x', 'T y', 'x', 'a + b', 'y = a', '0', 'r', preamble='''\n"
        "__device__ void wait(int* f) { while (*f == 0); } //! CUP304\n''')"
    ),
    "jit": (
        "import cupy\nfrom cupyx import jit\n@jit.rawkernel()\ndef k(flag, x):\n"
        "    while flag[0] == 0:  #! CUP304\n        pass\n"
    ),
    "jit, a barrier": (
        "import cupyx\n@cupyx.jit.rawkernel()\ndef k(x, y):\n"
        "    s = cupyx.jit.shared_memory('f', 64)\n    i = cupyx.jit.threadIdx.x\n"
        "    for j in range(10):\n        if x[i] > j:\n            break\n"
        "        cupyx.jit.syncthreads()  #! CUP305\n    y[i] = s[0]\n"
    ),
    "jit, a grid": (
        "from cupyx import jit\n@jit.rawkernel()\ndef k(x, n):\n    i = jit.grid(1)\n    g = jit.cg.this_grid()\n"
        "    if i >= n:\n        return\n    g.sync()  #! CUP305\n    x[i] = 1\n"
    ),
    "jit, a word of C++": "from cupyx import jit\n@jit.rawkernel()\ndef double(x):  #! CUP312\n    x[0] = 1\n",
    "macro without a semicolon": program("\n__global__ void k(int* f) {\n  CHECK(f) f[0] = 1; //! CUP902\n}\n"),
    "operator from nowhere": program("\n__global__ void k(int* f) {\n  f[0] = f[1] OP f[2]; //! CUP902\n}\n"),
    "macro before a loop": program("\n__global__ void k(int* f) { //! CUP902\n  UNROLL while (*f == 0);\n}\n"),
    "too deep for the parser": program(
        "//! CUP902\n__global__ void k(int* f) { f[0] = " + "(" * 600 + "1" + ")" * 600 + "; }\n"
    ),
    "nested too deeply": program("\n__global__ void k(int* f) { //! CUP902\n" + "if (f) {" * 150 + "}" * 150 + "\n}\n"),
}
SILENT = {
    "another library": "from pycuda.compiler import RawKernel\nRawKernel('''" + SPIN + "''', 'k')",
    "a name of its own": "import cupy\ndef RawKernel(*a): ...\nRawKernel('''" + SPIN + "''', 'k')",
    "unknown text": "import cupy\ncupy.RawKernel(open('k.cu').read(), 'k')",
    "another kernel of the text": "import cupy\ncupy.RawKernel('''" + SPIN + "__global__ void j() {}''', 'j')",
    "operator from an option": program(
        "\n__global__ void k(int* f) {\n  f[0] = f[1] OP f[2];\n}\n", ", options=('-DOP=+',)"
    ),
    "operator from an unknown option": program(
        "\n__global__ void k(int* f) {\n  f[0] = f[1] OP f[2];\n}\n", ", options=OPTIONS"
    ),
    "unknown part": "import cupy\ncupy.RawKernel(f'''__global__ void k(int* f) {{ {body} }}''', 'k')",
    "unknown statements in the loop": (
        "import cupy\ncupy.RawKernel(f'''\n__global__ void k(int* f) {{\n while (*f == 0) {{\n  {body}\n }} }}''', 'k')"
    ),
    "unknown statements that may agree": (
        "import cupy\ncupy.RawKernel(f'''\n__global__ void k(float* f) {{\n int more = f[threadIdx.x] > 0;\n  {body}\n"
        "  while (more) {{ __syncthreads(); more = 0; }}\n f[threadIdx.x] = 1; }}''', 'k')"
    ),
    "unknown test": (
        "import cupy\ncupy.RawKernel(f'''\n__global__ void k(int* f) {{\n while (*f == {value}) {{}} }}''', 'k')"
    ),
    "alignment": program(
        "\n__global__ void k(int* f) {\n  __shared__ __align__(sizeof(int)) a::b<c> s[2]; f[0] = 1;\n}\n"
    ),
    "jit, read atomically": (
        "from cupyx import jit\n@jit.rawkernel()\ndef k(flag, x):\n    while jit.atomic_add(flag, 0, 0) == 0:\n"
        "        pass\n"
    ),
    "jit, a reduction": (
        "from cupyx import jit\n@jit.rawkernel()\ndef k(x, y, n):\n    s = jit.shared_memory('f', 64)\n"
        "    t = jit.threadIdx.x\n    i = jit.grid(1)\n    if i < n:\n        s[t] = x[i]\n    jit.syncthreads()\n"
        "    half = jit.blockDim.x // 2\n    while half > 0:\n        if t < half:\n            s[t] += s[t + half]\n"
        "        jit.syncthreads()\n        half = half // 2\n    if t == 0:\n        y[jit.blockIdx.x] = s[0]\n"
    ),
    "not a kernel": "import cupy  # RawKernel\ndef double(x):\n    while x[0] == 0:\n        pass\n",
}


@pytest.mark.parametrize("name", MADE)
def test_found(name: str) -> None:
    assert verdicts(MADE[name]) == marked(MADE[name]) != set()


@pytest.mark.parametrize("name", SILENT)
def test_silent(name: str) -> None:
    assert verdicts(SILENT[name]) == set()


def test_line_ends_of_other_systems() -> None:
    text = MADE["module constant"].replace("\n", "\r\n")
    (fact,) = kernel_facts(text)
    assert isinstance(fact, StaleFlag)
    assert (fact.location.row, fact.location.column, fact.location.end_column) == (3, 36, 38)


def test_columns_behind_letters_of_several_bytes() -> None:
    line = "x = 'é'; k = cupy.RawKernel('/* é */ __global__ void k(int* f) { while (*f); }', 'k')"
    (fact,) = kernel_facts(f"import cupy\n{line}\n")
    column = line.index("*f)") + 1
    assert (fact.location.row, fact.location.column, fact.location.end_column) == (2, column, column + 2)


def test_one_text_used_twice_is_told_once() -> None:
    text = f"import cupy\nC = '''{SPIN}'''\na = cupy.RawKernel(C, 'k')\nb = cupy.RawKernel(C, 'k')\n"
    assert len(kernel_facts(text)) == 1


def test_a_place_in_a_constant_is_where_the_constant_is_written() -> None:
    text = "import cupy\nREAD = '*f\\n == 0'\n"
    text += "k = cupy.RawKernel(f'__global__ void k(int* f) {{ while ({READ}); }}', 'k')\n"
    (fact,) = kernel_facts(text)
    assert (fact.location.row, fact.location.column) == (2, 9)


def test_barriers_of_the_grid_say_how_the_kernel_is_made() -> None:
    code = "__global__ void k() { cooperative_groups::this_grid().sync(); }"
    for options, expected in (
        ("", False),
        (", enable_cooperative_groups=True", True),
        (", enable_cooperative_groups=flag", None),
        (", **options", None),
    ):
        (fact,) = only(kernel_facts(program(code, options)), BlocksWait)
        assert isinstance(fact, BlocksWait) and fact.cooperative is expected
        assert (fact.made.row, fact.expression) == (3, "cooperative_groups::this_grid().sync()")


def test_jit_functions_ask_for_a_cooperative_launch_by_the_method_only() -> None:
    head = "from cupyx import jit\n@jit.rawkernel()\ndef k():\n    g = jit.cg.this_grid()\n    "
    assert [fact.cooperative for fact in kernel_facts(head + "g.sync()\n") if isinstance(fact, BlocksWait)] == [True]
    (fact,) = kernel_facts(head + "jit.cg.sync(g)\n")
    assert isinstance(fact, BlocksWait) and (fact.cooperative, fact.certain) == (False, False)


def test_facts_name_both_places() -> None:
    (fact,) = kernel_facts(MADE["jit, a barrier"])
    assert isinstance(fact, SkippedBarrier)
    assert (fact.test, fact.test_location.row, fact.how) == ("x[i] > j", 7, "break")


@pytest.mark.parametrize("text", ["RawKernel(", "\0RawKernel", "x = RawKernel\n" + "(" * 500 + ")" * 500, ""])
def test_what_is_not_python(text: str) -> None:
    assert kernel_facts(text) == []


def test_long_sums_are_understood() -> None:
    total = " + ".join(["f[1]"] * 3000)
    code = f"\n__global__ void k(int* f) {{ f[0] = {total}; while (*f == 0); }} //! CUP304\n"
    assert verdicts(program(code)) == marked(program(code))


def test_without_the_grammar_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cupylint.kernels.grammar._parser", lambda: None)
    assert parse("__global__ void k() {}") is None
    assert kernel_facts(MADE["alias"]) == []
    assert kernel_facts(MADE["jit"]) != []


def test_damaged_sources_never_raise(root: Path) -> None:
    """Pieces of real programs, cut and mixed: any answer will do."""
    random.seed(3)
    texts = [text for text in MADE.values() if "if (f) {if" not in text]
    texts += [path.read_text(encoding="utf-8") for path in sorted((root / "fixtures" / "CUP305").glob("*.py"))]
    for _ in range(300):
        text = random.choice(texts)
        for _ in range(random.randint(1, 4)):
            start = random.randrange(len(text))
            end = min(len(text), start + random.randint(0, 6))
            other = random.choice(texts)
            at = random.randrange(len(other))
            text = text[:start] + random.choice(("", other[at : at + 5], ";", "{", "*", "&", "if (", "#")) + text[end:]
        for fact in kernel_facts(text):
            ast.parse(text)
            assert 1 <= fact.location.row <= len(text.splitlines()) + 1


def test_a_real_kernel_source(root: Path) -> None:
    bad = (root / "fixtures" / "CUP305" / "bad_break_before_barrier.py").read_text(encoding="utf-8")
    good = (root / "fixtures" / "CUP305" / "good_break_before_barrier.py").read_text(encoding="utf-8")
    assert [type(fact) for fact in kernel_facts(bad)] == [SkippedBarrier]
    assert kernel_facts(good) == []
    assert not only(kernel_facts(bad), UnparsedKernel)
