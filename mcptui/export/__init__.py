"""Reports on paper, one file a format."""
