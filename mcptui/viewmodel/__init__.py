"""How a result is said: rows, cells, tones."""
