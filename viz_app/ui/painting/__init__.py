"""Pure painting on any QPainter: window, PNG, SVG or PDF."""
