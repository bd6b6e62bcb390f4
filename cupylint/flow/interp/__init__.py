"""Abstract interpretation of Python: statements, expressions, calls, loops; models of libraries are asked from here."""
