"""Host configs read into targets, one host a file."""
