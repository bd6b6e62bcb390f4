"""CUP304, CUP307, CUP311: loops that wait for memory.

Which loops read memory again was looked up in what NVRTC 12.9 compiles them to.
"""

from __future__ import annotations

import pytest

from cupylint.kernels.analyse import kernel_facts
from tests.kernels.cases import marked, program, verdicts

STALE = {
    "nothing else": "int* f, int* o | while (*f == 0); //! CUP304",
    "an element": "int* f, int* o | while (f[3] == 0) {} //! CUP304",
    "an element chosen by the block": "int* f, int* o | int b = blockIdx.x; while (!f[b]) {} //! CUP304",
    "work in registers": "const int* f, float* o | float s = 1; while (*f == 0) s = s * 1.1f + 1; o[0] = s; //! CUP304",
    "bounded, empty": "int* f, int* o | int n = 0; while (*f == 0 && n < 1000) n++; o[0] = n; //! CUP304",
    "bounded, a flag by name": (
        "const int* stop, float* o | float s = 0;\n"
        "for (int i = 0; i < 1000; ++i) { if (*stop) break; s = s * 1.1f + 1; } o[0] = s; //! CUP304"
    ),
    "kept in a variable": "int* f, int* o | int v; do { v = *f; } while (v == 0); //! CUP304",
    "assigned in the test": "int* f, int* o | int v; while ((v = *f) == 0) {} o[0] = v; //! CUP304",
    "endless with a break": "int* f, int* o | while (true) { if (*f) break; } //! CUP304",
    "endless with a return": "int* f, int* o | for (;;) { if (*f == 1) return; } //! CUP304",
    "shared memory": "int* f, int* o | __shared__ int r; if (threadIdx.x == 0) r = *o; while (r == 0); //! CUP304",
    "restrict, stores elsewhere": (
        "int* __restrict__ f, float* __restrict__ o | int i = 0; while (*f == 0) o[i++] = 1; //! CUP304"
    ),
    "read-only pointer, barrier": (
        "const int* __restrict__ f, float* __restrict__ o | while (*f == 0) { __syncthreads(); } //! CUP304"
    ),
    "read-only load": "int* f, float* o | while (__ldg(f) == 0) __nanosleep(100); //! CUP304",
    "two flags": "int* f, int* o | while (*f == 0 && *o == 0); //! CUP304",
    "store into a local array": "int* f, int* o | int v[4]; int i = 0; while (*f == 0) { v[i & 3] = 1; } //! CUP304",
    "pointer with a plain type": "int* f, int* o | const int* p = f + blockIdx.x; while (*p == 0); //! CUP304",
    "cast to a plain type": "void* f, int* o | while (*(int*)f == 0); //! CUP304",
}

READ_AGAIN = {
    "volatile": "volatile int* f, int* o | while (*f == 0);",
    "volatile const": "const volatile int* f, int* o | while (!*f);",
    "cast to volatile": "int* f, int* o | while (*(volatile int*)f == 0);",
    "const_cast to volatile": "int* f, int* o | while (*const_cast<volatile int*>(f) == 0);",
    "volatile pointer made from it": "int* f, int* o | volatile int* v = f; while (*v == 0);",
    "auto pointer": "int* f, int* o | auto v = f; while (*v == 0);",
    "atomic": "int* f, int* o | while (atomicAdd(f, 0) == 0);",
    "compare and swap": "int* f, int* o | while (atomicCAS(f, 0, 0) == 0);",
    "__ldcg": "int* f, int* o | while (__ldcg(f) == 0);",
    "barrier": "int* f, int* o | while (*f == 0) __syncthreads();",
    "barrier of a warp": "int* f, int* o | while (*f == 0) __syncwarp();",
    "fence": "int* f, int* o | while (*f == 0) __threadfence();",
    "sleep": "int* f, int* o | while (*f == 0) __nanosleep(100);",
    "clock": "int* f, int* o | long long t = clock64(); while (*f == 0 && clock64() - t < 1000);",
    "asm": 'int* f, int* o | while (*f == 0) { asm volatile("" ::: "memory"); }',
    "atomic elsewhere": "int* f, int* o | while (*f == 0) atomicAdd(o, 1);",
    "store of the same type": "int* f, int* o | while (*f == 0) o[0]++;",
    "store of another type": "int* f, double* o | while (*f == 0) *o += 1;",
    "printf": 'int* f, int* o | while (*f == 0) printf("a");',
    "unknown function": "int* f, int* o | while (*f == 0) work(o);",
    "object": "int* f, int* o | cuda::atomic_ref<int> r(*f); while (r.load() == 0);",
    "unknown type": "T* f, int* o | while (*f == 0);",
    "macro": "int* f, int* o | while (*f == 0) { FENCE; }",
    "shared and volatile": "int* f, int* o | __shared__ volatile int r; while (r == 0);",
}

NOT_A_WAIT = {
    "length in memory": "int* n, float* o | float s = 0; for (int i = 0; i < *n; ++i) s += i; o[0] = s;",
    "option in memory": (
        "const int* mode, float* o | float s = 0;"
        " for (int i = 0; i < 9; ++i) { if (mode[0]) break; s = s * 2; } o[0] = s;"
    ),
    "search": "const int* x, int* o | int i = 0; while (x[i] != 0) i++; o[0] = i;",
    "bisection": (
        "const int* x, int* o | int a = 0, b = 9;"
        " while (a < b) { int m = (a + b) / 2; if (x[m] < 5) a = m + 1; else b = m; } o[0] = a;"
    ),
    "union-find": "int* l, int* o | int j = threadIdx.x; while (j != l[j]) { j = l[j]; } o[0] = j;",
    "list": "const int* next, int* o | int j = 0; while (j >= 0) { j = next[j]; } o[0] = j;",
    "once": "const int* x, int* o | do { if (x[0]) break; o[0] = 1; } while (0);",
    "optimistic update": (
        "int* a, int* o | int old = *a, was; do { was = old; old = atomicCAS(a, was, was + 1); } while (was != old);"
    ),
    "local array": "const int* x, int* o | int v[3] = {1, 2, 3}; while (v[0] < 9) { v[0] += 1; } o[0] = v[0];",
    "random numbers": "float* u, int* o | while (*u <= 0.0f || *u >= 1.0f) { *u = next_random(); }",
}


def kernel(line: str) -> str:
    """A program from ``parameters | body``."""
    parameters, body = line.split(" | ", 1)
    return program(f"\n__global__ void k({parameters}) {{\n{body}\n}}\n")


@pytest.mark.parametrize("name", STALE)
def test_may_be_read_once(name: str) -> None:
    text = kernel(STALE[name])
    assert verdicts(text) == marked(text) != set()


@pytest.mark.parametrize("name", READ_AGAIN)
def test_is_read_again(name: str) -> None:
    assert verdicts(kernel(READ_AGAIN[name])) == set()


@pytest.mark.parametrize("name", NOT_A_WAIT)
def test_does_not_wait(name: str) -> None:
    assert verdicts(kernel(NOT_A_WAIT[name]), ("CUP311",)) == set()


def test_the_place_is_that_of_the_read() -> None:
    (fact,) = kernel_facts(kernel("int* flag, int* o | while (flag[3] == 0);"))
    place = fact.location
    assert (place.row, place.column, place.end_row, place.end_column) == (5, 8, 5, 15)


ENDLESS = {
    "volatile": "volatile int* f, int* o | while (*f == 0); //! CUP311",
    "with work": "volatile int* f, int* o | while (*f == 0) { o[0] += 1; } //! CUP311",
    "asleep": "volatile int* f, int* o | while (*f == 0) __nanosleep(100); //! CUP311",
    "atomic": "int* f, int* o | while (atomicAdd(f, 0) == 0); //! CUP311",
    "lock": "int* lock, int* o | while (atomicCAS(lock, 0, 1) != 0); o[0] += 1; atomicExch(lock, 0); //! CUP311",
}
BOUNDED = {
    "passes": "volatile int* f, int* o | for (int i = 0; i < 1000 && !*f; ++i);",
    "clock": "volatile int* f, int* o | long long t = clock64(); while (*f == 0 && clock64() - t < 1000);",
    "break": "volatile int* f, int* o | int n = 0; while (*f == 0) { if (++n > 1000) break; }",
    "own write": "volatile int* f, int* o | while (*f) { *f = 0; o[0] += 1; }",
    "queue": "int* next, int* o | while (true) { int j = atomicAdd(next, 1); if (j >= 9) break; o[j] = 1; }",
}


@pytest.mark.parametrize("name", ENDLESS)
def test_endless(name: str) -> None:
    text = kernel(ENDLESS[name])
    assert verdicts(text, ("CUP311",)) == marked(text) != set()
    assert verdicts(text) == set()


@pytest.mark.parametrize("name", BOUNDED)
def test_bounded(name: str) -> None:
    assert verdicts(kernel(BOUNDED[name]), ("CUP311",)) == set()


BLOCKS = {
    "counter": (
        "volatile unsigned int* c, float* o | if (threadIdx.x == 0) {\n"
        "atomicAdd((unsigned int*)c, 1); while (*c < gridDim.x) {} } __syncthreads(); //! CUP307"
    ),
    "counter read atomically": (
        "int* c, float* o | int blocks = gridDim.x * gridDim.y;\n"
        "atomicAdd(&c[0], 1); while (atomicAdd(&c[0], 0) != blocks); //! CUP307"
    ),
    "last block opens": (
        "unsigned int* count, volatile unsigned int* open | if (threadIdx.x == 0) {\n"
        "unsigned int mine = *open; if (atomicAdd(count, 1) == gridDim.x - 1) { *count = 0; *open = mine + 1; }\n"
        "else { while (*open == mine); } } //! CUP307"
    ),
    "barrier of the grid": "float* o, int n | cooperative_groups::this_grid().sync(); //! CUP307",
}
NOT_BLOCKS = {
    "lock": "int* lock, int* o | while (atomicCAS(lock, 0, 1) != 0); o[0] += gridDim.x; atomicExch(lock, 0);",
    "ticket": "int* next, volatile int* now | int mine = atomicAdd(next, 1); while (*now != mine); *now = mine + 1;",
    "the block before": "volatile int* ready, float* o | while (blockIdx.x > 0 && ready[blockIdx.x - 1] == 0);",
    "threads of a block": "volatile int* c, float* o | atomicAdd((int*)c, 1); while (*c < blockDim.x);",
    "host": "volatile int* stop, float* o | while (*stop == 0);",
    "last block sums up": (
        "int* c, float* o | __shared__ bool last; if (threadIdx.x == 0) last = atomicAdd(c, 1) == gridDim.x - 1;"
        " __syncthreads(); if (last) { for (int i = 0; i < gridDim.x; ++i) o[0] += o[i]; *c = 0; }"
    ),
}


@pytest.mark.parametrize("name", BLOCKS)
def test_blocks_wait_for_blocks(name: str) -> None:
    text = kernel(BLOCKS[name])
    assert verdicts(text) == marked(text) != set()
    cooperative = text.replace("'k')", "'k', enable_cooperative_groups=True)")
    assert cooperative != text and verdicts(cooperative) == set()
    assert verdicts(text.replace("'k')", "'k', **options)")) == set()


@pytest.mark.parametrize("name", NOT_BLOCKS)
def test_blocks_do_not_wait_for_blocks(name: str) -> None:
    assert verdicts(kernel(NOT_BLOCKS[name])) == set()
