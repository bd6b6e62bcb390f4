"""An ``ElementwiseKernel`` as a kernel with one thread for each element, so that places can be compared."""

from __future__ import annotations

import re

_PARAMETER = re.compile(r"(?P<raw>raw\s+)?(?:const\s+)?\w[\w:<>\s]*?\s+(?P<name>[A-Za-z_]\w*)")


def written_out(name: str, in_params: str, out_params: str, operation: str) -> str | None:
    """CUDA C of a kernel called `name`; None for lists of parameters that cannot be read.

    Raw parameters are arrays, and so are the results, of which each thread has its element. An input that is not raw is
    a number: its own element, which no other thread reads. Types do not matter for places, so all are floats.
    """
    parameters: list[str] = []
    for is_result, text in ((False, in_params), (True, out_params)):
        for part in filter(str.strip, text.split(",")):
            found = _PARAMETER.fullmatch(part.strip())
            if found is None:
                return None
            is_array = is_result or found["raw"]
            parameters.append(f"float{'*' * bool(is_array)} {found['name']}")
            if is_result and not found["raw"]:
                operation = re.sub(rf"(?<![.\w]){found['name']}\b(?!\s*\[)", f"{found['name']}[i]", operation)
    return (
        f'extern "C" __global__ void {name}({", ".join(parameters)}) {{\n'
        f"const int i = blockIdx.x * blockDim.x + threadIdx.x;\n{operation};\n}}"
    )
