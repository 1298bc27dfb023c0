"""One command a file, loaded when it runs."""
