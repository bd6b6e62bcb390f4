"""``cupylint server``: a language server. What it shows is what the command finds in the files that are open.

The first thread lints, as on the command line; another one talks with the editor, and tells the first one when nobody
wants its result any more.
"""
