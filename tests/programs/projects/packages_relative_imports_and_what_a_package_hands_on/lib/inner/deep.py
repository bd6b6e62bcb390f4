from ..streams import worker as later
