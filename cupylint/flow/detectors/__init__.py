"""Hazards: each module listens to what is modelled, keeps what it needs, and tells facts."""
