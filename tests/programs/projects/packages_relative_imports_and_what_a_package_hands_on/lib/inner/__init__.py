from .deep import later
