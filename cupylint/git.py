"""How git is started, so that nothing runs which a repository can set: no hook, pager, filter or other program."""

from __future__ import annotations

import os
import shutil

_SAFE = (
    "--no-pager", "--no-replace-objects", "--literal-pathspecs",
    "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "core.alternateRefsCommand=",
    "-c", "protocol.allow=never", "-c", "safe.bareRepository=explicit",
)  # fmt: skip
_ENVIRONMENT = {
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ASKPASS": "",
    "SSH_ASKPASS": "",
    "LC_ALL": "C",
}
_NOT_HANDED_ON = (
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_EXTERNAL_DIFF", "GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS", "GIT_PREFIX",
)  # fmt: skip
"""A hook sets some of these, for another repository perhaps."""


def command(executable: str, folder: str, *arguments: str) -> list[str]:
    """The command that runs git in a folder."""
    return [executable, "-C", folder, *_SAFE, *arguments]


def environment() -> dict[str, str]:
    """The environment for it."""
    return {**{key: value for key, value in os.environ.items() if key not in _NOT_HANDED_ON}, **_ENVIRONMENT}


def executable() -> str | None:
    """The absolute path of git; never one in the current folder, which Windows looks into first."""
    found = shutil.which("git", path=os.pathsep.join(filter(os.path.isabs, os.get_exec_path())))
    if found is None or os.path.dirname(os.path.realpath(found)) == os.path.realpath(os.getcwd()):
        return None
    return found
