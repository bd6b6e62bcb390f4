"""Runs programs over the CuPy model and the ordering model and emits facts. Knows no rules."""

from cupylint.flow.small_sizes import analyse

__all__ = ["analyse"]
