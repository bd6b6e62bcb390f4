from streams import *
