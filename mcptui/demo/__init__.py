"""The servers that ship with the package, and their lockfile."""
