"""The command in a folder of its own, with the real rules."""

from tests.fixing.conftest import Run, project, run

__all__ = ["Run", "project", "run"]
