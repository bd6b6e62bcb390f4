"""Which arrays a kernel changes by atomic operations of one kind alone."""

from __future__ import annotations

import pytest

from cupylint.kernels.interface import Interface, interface, jit_interface


def _atomics(kernel: Interface | None) -> dict[str, str]:
    assert kernel is not None
    return {kernel.parameters[number].name: kind for number, kind in kernel.atomics}


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("atomicAdd(&a[b[i]], 1);", {"a": "add"}),
        ("atomicAdd(a + i, 1); atomicSub(&a[0], b[i]);", {"a": "add"}),
        ("atomicMin(&a[i], atomicMax_system(&b[i], 2));", {"a": "min", "b": "max"}),
        ("atomicAdd(&a[a[i]], 1);", {}),
        ("atomicAdd(&a[i], 1); atomicMax(&a[i], 1);", {}),
        ("atomicAdd(&a[i], 1); a[i + 1] = 0;", {}),
        ("atomicAdd_block(&a[i], 1);", {}),
        ("atomicExch(&a[i], 1); atomicCAS(&b[i], 0, 1);", {}),
        ("int* p = a + i; atomicAdd(p, 1);", {}),
        ("a[i] = b[i];", {}),
        ("/* a is\n added to */ atomicAdd(&a[i], 1); // by a\n", {"a": "add"}),
        ("for (int j : b) { a[j] = 1; } atomicAdd(&a[i], 1);", {}),
        ("goto end; end: a[2] = 3; atomicAdd(&a[i], 1);", {}),
    ],
)
def test_of_cuda(body: str, found: dict[str, str]) -> None:
    code = f'extern "C" __global__ void k(int* a, int* b) {{ int i = threadIdx.x; {body} }}'
    assert _atomics(interface(code, "k")) == found


def test_a_macro_may_do_more() -> None:
    code = """
#define RESET a[0] = 0
extern "C" __global__ void k(int* a, int* b) { atomicAdd(&a[threadIdx.x], 1); atomicAdd(b, 1); RESET; }
"""
    assert _atomics(interface(code, "k")) == {"b": "add"}


def test_of_python() -> None:
    code = """
def k(a, b, n):
    i = jit.grid(1)
    if i < n:
        jit.atomic_add(a, b[i], 1)
        jit.atomic_max(b, i, 2)
"""
    assert _atomics(jit_interface(code.strip())) == {"a": "add"}
