"""The lint rules, one area a file."""
