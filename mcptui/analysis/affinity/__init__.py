"""Affinity: which tools will be taken for one another, and why."""
