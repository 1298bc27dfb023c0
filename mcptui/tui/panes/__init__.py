"""Regions that show one view model each."""
