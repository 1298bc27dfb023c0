"""The hall: captures, lockfile and report meet here, and both front doors come in."""
