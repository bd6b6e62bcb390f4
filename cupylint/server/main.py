"""``cupylint server``: from the start to the end of the process."""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections.abc import Callable

from cupylint.config import Resolver
from cupylint.server.jobs import Jobs
from cupylint.server.linting import Linter
from cupylint.server.talking import server

_INTERRUPTED = 130


def serve(resolver: Callable[[], Resolver]) -> int:
    """Serve the editor at the other end of standard input and output until it says so, or goes; the exit status.

    Args:
        resolver: makes what finds the configuration, now and whenever that may have changed.
    """
    logging.getLogger("pygls").setLevel(logging.CRITICAL)  # an editor shows standard error to its user
    jobs = Jobs()
    talking = server(jobs, Linter(resolver))
    output, sys.stdout = sys.stdout.buffer, sys.stderr  # nothing but messages goes there

    def talk() -> None:
        try:
            talking.start_io(sys.stdin.buffer, output)
        finally:
            jobs.end()

    threading.Thread(target=talk, daemon=True).start()
    try:
        jobs.run()
    except KeyboardInterrupt:
        os._exit(_INTERRUPTED)  # the other thread waits for input, and the interpreter would wait for it
    return 0 if talking.protocol._shutdown else 1
