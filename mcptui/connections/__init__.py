"""The only room that speaks to servers or reads host files."""
