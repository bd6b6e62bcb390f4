"""Holds the file that child processes start with, and nothing else: Python puts its folder first on the path."""
