"""Macros that the grammar would take for errors."""

from __future__ import annotations

import pytest

from cupylint.kernels.cuda import parse
from cupylint.kernels.macros import expanded
from tests.kernels.cases import marked, program, verdicts

READ = {
    "words in front of a function": """
#define INLINE __forceinline__ __device__  // both
struct P { int x; INLINE bool less(const P& p) const { return x < p.x; } };
INLINE P larger(P a, P b) { return a.less(b) ? b : a; }
extern "C" __global__ void k(int* f, int* o) {
    while (*f == 0);  //! CUP304
}""",
    "a statement without a semicolon": """
#define leave(work, now) work; if (now) return;
extern "C" __global__ void k(int* f, int* o) {
    int y;
    if (threadIdx.x > 3) {
        leave( y = 3 , true )
    }
    leave( y = 4 , false )
    while (*f == 0);  //! CUP304
}""",
}
UNREAD = {
    "an operator": """
#define PLUS +
extern "C" __global__ void k(int* o) {
    o[0] = o[1] PLUS o[2];  //! CUP902
}""",
    "a brace is missing": """
#define leave(work) work;
extern "C" __global__ void k(int* o) {
    if (o[0]) {
        leave( o[1] = 1 )
""",
}


@pytest.mark.parametrize("name", READ)
def test_read(name: str) -> None:
    assert verdicts(program(READ[name])) == marked(program(READ[name]))


@pytest.mark.parametrize("name", UNREAD)
def test_unread(name: str) -> None:
    text = program(UNREAD[name])
    assert {code for _, code, _ in verdicts(text)} == {"CUP902"}


OTHERS = ("f(a)\nb", "if (a)\nb", "#define A const\nA int b;")


@pytest.mark.parametrize("code", [*READ.values(), *UNREAD.values(), *OTHERS])
def test_no_offset_changes(code: str) -> None:
    changed = expanded(code)
    assert len(changed) == len(code)
    assert all(new in (old, " ", ";") for old, new in zip(code, changed, strict=True))


def test_branches_stay() -> None:
    assert expanded("if (a)\nb;") == "if (a)\nb;"


@pytest.mark.parametrize("name", ["long", "short", "unsigned", "signed", "int", "float"])
def test_a_conversion_that_looks_like_a_call(name: str) -> None:
    code = f"__global__ void k(float* y, int w) {{ long i = ({name}(threadIdx.x) * w + 1) * 4; y[i] = 0; }}"
    source = parse(code)
    assert source is not None
    assert not source.errors
