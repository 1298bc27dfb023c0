"""Parts that know nothing of MCP."""
