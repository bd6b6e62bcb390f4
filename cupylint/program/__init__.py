"""Programs: LibCST trees lowered once to small structured code. Knows nothing of CuPy's meaning."""

from cupylint.program.lower import lower

__all__ = ["lower"]
