"""Programs: LibCST trees lowered once to small structured code. Knows nothing of CuPy's meaning."""

from cupylint.program.lower import lower
from cupylint.program.trees import Program

__all__ = ["Program", "lower"]
