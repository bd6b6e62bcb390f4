"""Copied into a virtual environment by `test_audit`, where every interpreter loads it: writes down what Python does.

One line an event, its fields separated by tabs: the event, and what tells it from others.
"""

import os
import sys

_DETAILS = {
    "import": lambda arguments: [arguments[0]],
    "exec": lambda arguments: [arguments[0].co_filename, arguments[0].co_name],
    "compile": lambda arguments: [arguments[1]],
    "open": lambda arguments: [os.path.realpath(os.fsdecode(arguments[0]))],
    "subprocess.Popen": lambda arguments: [os.path.basename(part) for part in list(arguments[1])[:6]],
    "ctypes.dlopen": lambda arguments: [arguments[0]],
}
_FAMILIES = (
    "ctypes.",
    "os.exec",
    "os.fork",
    "os.posix_spawn",
    "os.spawn",
    "os.startfile",
    "os.system",
    "pty.",
    "socket.",
)
_log = os.open(os.path.join(os.path.dirname(__file__), "events"), os.O_WRONLY | os.O_APPEND | os.O_CREAT)


def _hook(event, arguments):
    if event in _DETAILS:
        if event == "open" and not isinstance(arguments[0], (str, bytes)):
            return  # a descriptor
        details = _DETAILS[event](arguments)
    elif event.startswith(_FAMILIES):
        details = []
    else:
        return
    os.write(_log, ("\t".join([event, *map(str, details)]).replace("\n", " ") + "\n").encode(errors="replace"))


sys.addaudithook(_hook)
