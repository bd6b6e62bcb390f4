"""Changing the files that were linted: fixes that are applied, and comments that silence findings.

Nothing here writes but `replace.replace_all`, and that only what was read: all files that are to change, or none.
"""
