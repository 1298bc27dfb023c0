"""Full-terminal pages."""
