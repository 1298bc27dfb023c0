"""Explore, compare and trust the tool sets of MCP servers; importing this costs nothing."""

__version__ = "0.1.0"
