"""Findings on one listing, by rule."""
