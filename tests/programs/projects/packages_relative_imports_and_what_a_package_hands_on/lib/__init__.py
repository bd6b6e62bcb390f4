from .streams import copier
from .inner import later
from . import streams as s
