"""What tests let worker processes do: tasks are pairs of a word and a number."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from typing import Any


def make(greeting: str) -> Callable[[tuple[str, Any]], Any]:
    """What does the tasks. ``greeting`` "fail" fails."""
    if greeting == "fail":
        raise RuntimeError("not today")
    done: list[Any] = []

    def do(task: tuple[str, Any]) -> Any:
        word, number = task
        if word == "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        elif word == "exit":
            os._exit(number)
        elif word == "raise":
            raise KeyboardInterrupt
        elif word == "sleep":
            time.sleep(number)
        elif word == "spin":
            while time.process_time() < number:
                pass
        elif word == "take":
            done.append(bytearray(os.urandom(1)) * number)
            time.sleep(0.5)
        elif word == "print":
            print("noise")
            os.write(1, b"noise\n")
            return os.read(0, 10)
        elif word == "crash-if-used" and done:
            os._exit(3)
        elif word == "pid":
            return os.getpid()
        done.append(None)
        return greeting, number

    return do
