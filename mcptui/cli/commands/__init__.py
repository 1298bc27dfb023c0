"""One file a command; each is loaded when it runs, and holds `command`."""
