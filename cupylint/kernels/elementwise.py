"""An ``ElementwiseKernel`` as a kernel with one thread for each element, so that places can be compared."""

from __future__ import annotations

import re


def written_out(name: str, in_params: str, out_params: str, operation: str) -> str | None:
    """CUDA C of a kernel called `name`; None for lists of parameters that cannot be read.

    Raw parameters are arrays, and so are the results, of which each thread has its element. An input that is not raw is
    a number: its own element, which no other thread reads. Types do not matter for places, so all are floats.
    """
    parameters: list[str] = []
    for is_result, text in ((False, in_params), (True, out_params)):
        for part in filter(str.strip, text.split(",")):
            *kind, parameter = part.split()
            if not kind or not parameter.isidentifier():
                return None
            is_raw = "raw" in kind
            parameters.append(f"float{'*' * (is_result or is_raw)} {parameter}")
            if is_result and not is_raw:
                operation = re.sub(rf"(?<![.\w]){parameter}\b(?!\s*\[)", f"{parameter}[i]", operation)
    return (
        f'extern "C" __global__ void {name}({", ".join(parameters)}) {{\n'
        f"const int i = blockIdx.x * blockDim.x + threadIdx.x;\n{operation};\n}}"
    )
