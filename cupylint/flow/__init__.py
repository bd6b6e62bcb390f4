"""Runs programs over the CuPy model and the ordering model and emits facts. Knows no rules."""

from cupylint.flow.driver.small_sizes import analyse, analyse_where
from cupylint.flow.driver.subject import Subject

__all__ = ["Subject", "analyse", "analyse_where"]
