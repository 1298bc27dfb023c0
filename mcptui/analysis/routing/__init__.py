"""Which alias reaches which tool."""
