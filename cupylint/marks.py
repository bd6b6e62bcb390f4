"""What marks the root of a project, and how the question for it is noted."""

MARKS_IN = "?"
"""Stands before a folder of which it was only asked whether it is the root of a project."""

ROOT_MARKS = frozenset(("pyproject.toml", "setup.py", "setup.cfg", ".git"))
"""Of these one lies in the root of a project."""
