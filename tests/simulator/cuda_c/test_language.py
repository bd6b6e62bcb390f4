"""What the interpreter takes C to mean: numbers, pointers, statements, functions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cupylint.runtime_checks.simulator.cuda_c import Fault, NotUnderstood
from tests.simulator.cuda_c.launching import compute, launch


@pytest.mark.parametrize(
    ("expression", "kind", "value"),
    [
        ("7 / 2", "int", 3),
        ("-7 / 2", "int", -3),  # towards zero
        ("-7 % 3", "int", -1),
        ("7 % -3", "int", 1),
        ("-1 < 1u", "int", 0),  # both are unsigned
        ("(unsigned char)300", "int", 44),
        ("(signed char)200", "int", -56),
        ("2147483647 + t + 1", "int", -2147483648),
        ("4000000000u + 500000000u", "unsigned", 205032704),
        ("(t - 1) / 2u", "unsigned", 2147483647),
        ("(size_t)66000 * 66000", "size_t", 4356000000),
        ("66000u * 66000u", "size_t", 4356000000 - 2**32),
        ("1 << 4 | 1 << 2", "int", 20),
        ("-8 >> 1", "int", -4),
        ("0xFFFFFFF8 >> 1", "unsigned", 0x7FFFFFFC),
        ("~0u", "unsigned", 4294967295),
        ("5 & 3 ^ 8", "int", 9),
        ("!5 + !0", "int", 1),
        ("3 > 2 > 1", "int", 0),
        ("t == 0 ? 10 : 20", "int", 10),
        ("(1, 2, 3)", "int", 3),
        ("'a' + '\\n'", "int", 107),
        ("010 + 0b11 + 0x1F", "int", 42),
        ("1'000'000", "int", 1000000),
        ("sizeof(double) + sizeof(short)", "int", 10),
        ("(int)3.99f", "int", 3),
        ("(int)-3.99", "int", -3),
        ("(unsigned char)300.0f", "int", 255),  # the device takes the nearest that there is
        ("1 / 3.0f", "float", np.float32(1) / np.float32(3)),
        ("16777216.0f + 1.0f", "float", 16777216.0),  # a float has 24 bits
        ("16777216.0f + 1.0", "double", 16777217.0),
        ("0.1f == 0.1", "int", 0),
        ("1e10f * 1e30f", "float", np.inf),
        ("sqrtf(2)", "float", np.sqrt(np.float32(2))),
        ("sqrt(2.0f)", "float", np.sqrt(np.float32(2))),
        ("sqrt(2)", "double", np.sqrt(2.0)),
        ("powf(2, 10) + fmaxf(1, 2) + fabsf(-3)", "float", 1029.0),
        ("max(3, -4) - min(3u, 4u)", "int", 0),
        ("abs(-4) + __popc(255) + __clz(1) + __ffs(8)", "int", 4 + 8 + 31 + 4),
        ("__float_as_int(1.0f)", "int", 0x3F800000),
        ("isnan(0.0f / 0.0f) && isinf(1 / 0.0)", "int", 1),
    ],
)
def test_an_expression(expression: str, kind: str, value: Any) -> None:
    assert compute(expression, kind) == value


@pytest.mark.parametrize(
    ("statements", "value"),
    [
        ("int r = 0; for (int i = 0; i < 10; ++i) { if (i == 3) continue; if (i == 6) break; r += i; }", 12),
        ("int r = 0, i = 5; while (i--) r = 10 * r + i;", 43210),
        ("int r = 0; do { r++; } while (r < 7);", 7),
        ("int r = 1; switch (r) { case 0: r = 5; break; case 1: r = 6; case 2: r *= 2; break; default: r = 9; }", 12),
        ("int r = 7; switch (r) { case 0: r = 5; break; default: r = 9; }", 9),
        ("int r = 2; r += 3; r *= 4; r <<= 1; r -= 1; r /= 2; r %= 7; r ^= 8; r |= 16; r &= 29;", 29),
        ("int a[4] = {1, 2, 3}; int* p = a; int r = *p++ * 100; r += *p; r += a[3] + (p - a);", 103),
        ("int m[2][3] = {}; m[1][2] = 5; int* q = &m[0][0]; int r = q[5];", 5),
        ("int x = 3; int* p = &x; *p = 8; int r = x;", 8),
        ("float v = 1.5f; int r = *(int*)&v == __float_as_int(1.5f);", 1),
        ("int r = 0; for (int i = 0, j = 9; i < j; i++, j--) r += j - i;", 25),
        ("int r = 0; for (;;) { if (++r > 4) break; }", 5),
        ("int i = 2; int r = i++ * 10; r += i; r += --i * 100;", 223),
        ("int r = 5; { int r = 6; r++; } r += 1;", 6),
        ("auto x = 2.5f; const int n = 2; int a[n]; a[1] = x * n; int r = a[1];", 5),
        ("int r = 1; if (r > 3) r = 2; else if (r > 0) r = 3; else r = 4;", 3),
        ("int r = 0; (r == 1) && (r = 5); (r == 0) || (r = 7);", 0),
    ],
)
def test_statements(statements: str, value: int) -> None:
    assert compute("r", before=statements) == value


def test_functions_macros_and_templates() -> None:
    code = """
    #define N 4
    #define SQUARE(x) ((x) * (x))
    typedef unsigned int word;
    using real = float;
    struct unused { int x; };
    using other = unused;
    constexpr int OFFSET = 2 * N;
    __device__ int absolute(int x) { if (x < 0) return -x; return x; }
    __device__ void both(const int* from, int& low, int* high) { low = from[0]; *high = from[1]; }
    template <typename T> __device__ T twice(T x) { return x + x; }
    __device__ float chosen(float x) { for (int i = 0; i < N; ++i) { if (x > i) continue; return i; } return -1; }
    extern "C" __global__ void f(float* y, const int* x) {
        int low, high;
        both(x, low, &high);
        word n = SQUARE(N + 1);
        y[0] = absolute(low) + absolute(high);
        y[1] = n + OFFSET;
        y[2] = twice(1.5f) + twice<int>(2.9f) + (real)0;
        y[3] = chosen(2.5f) + (low < 0 ? chosen(9) : 0);
    }
    """
    y = np.zeros(4, np.float32)
    launch(code, y, np.array([-3, 4], np.int32))
    assert y.tolist() == [7, 33, 7, 2]


def test_a_template_of_a_kernel_and_macros_from_the_options() -> None:
    from cupylint.runtime_checks.simulator.cuda_c import written

    code = "template<typename T> __global__ void f(T* y) { y[threadIdx.x] = 2.5; }"
    y = np.zeros(2, np.int64)
    launch(code, y, block=(2,), name="f<long long>")
    assert y.tolist() == [2, 2]
    assert written("__global__ void f(int* y) { y[0] = N; }", "f", ("-DN=3",)).name == "f"


def test_parts_that_are_compiled_only_sometimes() -> None:
    code = """
    #define A 3
    #if A > 2 && defined(A) && !defined(B) && __CUDA_ARCH__ >= 700
    #define N 1
    #else
    #error no
    #define N 2
    #endif
    #ifdef B
    strange
    #elif A == 4
    strange
    #else
    #ifndef C
    __global__ void f(int* y) { y[0] = N; }
    #endif
    #endif
    """
    y = np.zeros(1, np.int32)
    launch(code, y)
    assert y[0] == 1
    with pytest.raises(NotUnderstood, match=r"#if sizeof.*line 1 of"):
        launch("#if sizeof(int) == 4.5\n#endif\n__global__ void f(int* y) {}", y)


def test_an_argument_is_read_as_the_type_of_its_parameter() -> None:
    y = np.zeros(2, np.float32)
    launch("__global__ void f(float* y, float a, int n) { y[0] = a; y[1] = n; }", y, np.float64(0.5), np.int64(7))
    assert y.tolist() == [0, 7], "the first half of a double"


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("float4 v; v.x = 1;", "float4 (line 1"),
        ("\n\nx[0] = tex2D<float>(1, 2, 3);", "tex2D (line 3"),
        ("x[0] = unknown;", "the name unknown"),
        ("goto end; end: ;", "goto"),
        ("x[0] = f2(3);", "the function f2"),
        ('asm("bar.sync 0;");', "asm bar.sync 0;"),
    ],
)
def test_what_is_not_understood_is_named(body: str, what: str) -> None:
    with pytest.raises(NotUnderstood) as error:
        launch(f"__global__ void f(int* x) {{ {body} }}", np.zeros(1, np.int32))
    assert what in str(error.value)


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("x[1 << 20] = 1;", "cudaErrorIllegalAddress"),
        ("int* p = 0; *p = 1;", "cudaErrorIllegalAddress"),
        ("*(int*)((char*)x + 1) = 1;", "cudaErrorMisalignedAddress"),
        ("__trap();", "cudaErrorLaunchFailure"),
        ("assert(x[0] == 1);", "cudaErrorAssert"),
    ],
)
def test_what_goes_wrong_on_a_device_does_here(body: str, what: str) -> None:
    with pytest.raises(Fault, match=what):
        launch(f"__global__ void f(int* x) {{ {body} }}", np.zeros(4, np.int32))
