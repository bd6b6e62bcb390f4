"""Findings of earlier runs, kept so that nothing is checked twice.

A result holds as long as everything that it rests on is as it was: the file, the files and folders of its project that
were looked at for it, the settings, and cupylint itself. All is plain data (`codec`); a cache that is cut, corrupt or
of another version is as if it were not there.
"""
