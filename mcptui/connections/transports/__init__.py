"""The ways bytes reach a server, one a file."""
