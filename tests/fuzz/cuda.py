"""Sources of kernels: mutations of those in the fixtures, and shapes of C that grow."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from . import corpus
from .case import Case
from .files import Size, finished
from .mutate import mutated

_TEXT = re.compile(r"('''|\"\"\")(.*?)\1", re.DOTALL)
_C_WORDS = (
    "{", "}", "(", ")", ";", "/*", "*/", "//", "\\\n", "#define x x x\n", "#if 0\n", "#endif\n", "#include <x>\n", "__syncthreads();",
    "while (1)", "for (;;)", "if (threadIdx.x)", "else", "return;", "goto a; a:", "switch (x) { case 1:", "extern \"C\"", "template <class T>",
    "__global__ void", "__device__", "__shared__ int s[1];", "volatile", "atomicCAS(x, 0, 1)", "asm volatile(\"\");", "__nanosleep(1);",
    "0x" + "f" * 200, "9" * 400, "1e400", "''", "\"", "R\"(", "?:", "->", "::", "<<<1, 1>>>", "auto l = [&](int x) { return x; };",
    "__syncwarp();", "cooperative_groups::this_grid().sync();", "do {", "} while (x);", "union { int a; };", "??/\n", "\u202e", "é",
)  # fmt: skip

SHAPES: dict[str, tuple[Callable[[int], str], int]] = {
    "braces": (lambda n: "{" * n + "}" * n, 20_000),
    "open braces": (lambda n: "{" * n, 20_000),
    "parentheses": (lambda n: "x = " + "(" * n + "1" + ")" * n + ";", 20_000),
    "if": (lambda n: "if (x[0]) " * n + "__syncthreads();", 10_000),
    "else if": (lambda n: "if (x[0]) return; " + "else if (x[1]) __syncthreads(); " * n, 5_000),
    "while": (lambda n: "while (x[0]) { " * n + "__syncthreads();" + "}" * n, 2_000),
    "for": (lambda n: "for (int i = 0; i < 3; i++) " * n + "x[i] = 1;", 2_000),
    "statements": (lambda n: "x[threadIdx.x] = x[0] + 1; __syncthreads(); " * n, 10_000),
    "returns": (lambda n: "if (threadIdx.x > 3) return; __syncthreads(); " * n, 5_000),
    "minus": (lambda n: "int y = " + "- " * n + "1;", 20_000),
    "plus": (lambda n: "int y = 1" + " + 1" * n + ";", 20_000),
    "pointers": (lambda n: "int " + "*" * n + "p;", 20_000),
    "macros": (lambda n: "\n#define A0 1\n" + "".join(f"#define A{i + 1} A{i} A{i}\n" for i in range(n)) + f"x[0] = A{n};\n", 60),
    "macro functions": (lambda n: "\n#define A0(x) x\n" + "".join(f"#define A{i + 1}(x) A{i}(A{i}(x))\n" for i in range(n)) + f"A{n}(__syncthreads());\n", 60),
    "conditions": (lambda n: "\n#if 1\n" * n, 5_000),
    "comment": (lambda n: "/*" * n, 100_000),
    "line comment": (lambda n: "//" * n + "\n", 100_000),
    "string": (lambda n: 'const char* t = "' + "a" * n + '";', 200_000),
    "number": (lambda n: "int y = " + "9" * n + ";", 100_000),
    "declarations": (lambda n: "".join(f"int v{i} = threadIdx.x; " for i in range(n)) + "if (v0) __syncthreads();", 5_000),
    "gotos": (lambda n: "".join(f"a{i}: if (x[{i}]) goto a{(i * 7) % n}; " for i in range(n)), 2_000),
    "switch": (lambda n: "switch (x[0]) {" + "".join(f"case {i}: __syncthreads(); " for i in range(n)) + "}", 5_000),
    "parameters": (lambda n: "} extern \"C\" __global__ void m(" + ", ".join(f"int* p{i}" for i in range(n)) + ") {", 5_000),
    "functions": (lambda n: "} " + "".join(f"__device__ void f{i}() {{ f{(i * 3 + 1) % n}(); __syncthreads(); }} " for i in range(n)) + "__global__ void z() { f0();", 2_000),
    "ternary": (lambda n: "int y = " + "x[0] ? 1 : " * n + "1;", 10_000),
    "templates": (lambda n: "} " + "template <" * n + "class T" + ">" * n + " __global__ void t() {", 3_000),
    "flags": (lambda n: "while (atomicCAS(x, 0, 1)) ; " * n, 5_000),
}  # fmt: skip
"""Name -> part of the body of a kernel for a size, and the largest size."""

_USES = (
    ("k = cp.RawKernel(r'''", "''', 'k')\nk((1,), (32,), (x,))\n"),
    ("m = cp.RawModule(code=r'''", "''', options=('-DN=3',))\nk = m.get_function('k')\nk((1,), (32,), (x,))\n"),
    ("k = cp.ElementwiseKernel('T x', 'T y', r'''", "''', 'k')\nk(x, x)\n"),
    ("k = cp.ReductionKernel('T x', 'T y', 'x', 'a + b', 'y = a', r'''", "''', 'k')\nk(x)\n"),
    ("TEXT = r'''", "'''\nk = cp.RawKernel(TEXT % 3, 'k')\nk((1,), (32,), (x,))\n"),
    ("k = cp.RawKernel(f'''", "''' + x, name)\n"),
)
_JIT = """\
from cupyx import jit
@jit.rawkernel()
def k(x, n):
    i = jit.grid(1)
    if i < n:
        jit.syncthreads()
        x[i] = jit.shfl_sync(0xffffffff, x[i], 0)
    while x[0] == 0:
        jit.atomic_add(x, 0, 1)
k((1,), (32,), (x, 10))
"""


def _kernel(rng: random.Random, body: str) -> str:
    before, after = rng.choice(_USES)
    text = f'extern "C" __global__ void k(int* x) {{ {body} }}'
    return f"import cupy as cp\nx = cp.zeros(32, dtype=cp.int32)\n{before}{text}{after}"


def _changed_text(rng: random.Random, text: str) -> str:
    """`text` with changes in a string of several lines only."""
    places = list(_TEXT.finditer(text))
    if not places:
        return mutated(rng, text)
    match = rng.choice(places)
    source = match[2]
    for _ in range(rng.choice((1, 1, 2, 4))):
        if rng.random() < 0.5:
            at = rng.randint(0, len(source))
            source = source[:at] + rng.choice(_C_WORDS) + source[at:]
        else:
            source = mutated(rng, source)
    return text[: match.start(2)] + source + text[match.end(2) :]


def generate(rng: random.Random, size: Size) -> Case:
    """A program with a kernel."""
    kind = rng.random()
    if kind < 0.6:
        text, note = corpus.pick(rng, corpus.kernels())
        text = _changed_text(rng, text)
    elif kind < 0.75:
        shape = rng.choice(sorted(SHAPES))
        count = size.count(rng, SHAPES[shape][1])
        text, note = _kernel(rng, SHAPES[shape][0](count)), f"{shape} {count}"
    elif kind < 0.9:
        text, note = _kernel(rng, " ".join(rng.choice(_C_WORDS) for _ in range(rng.choice((1, 3, 10, 40))))), "words"
    else:
        text, note = mutated(rng, f"import cupy as cp\nx = cp.zeros(32)\n{_JIT}"), "jit"
    return finished(rng, text, note)
