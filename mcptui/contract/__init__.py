"""What a server promised: frozen values and pure functions, standard library only."""
