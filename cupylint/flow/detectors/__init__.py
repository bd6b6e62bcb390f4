"""Hazards: each module with a ``DETECTOR`` listens to what happens, keeps what it needs, and tells facts."""
