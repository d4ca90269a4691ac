"""Figures drawn without a window; imported late, because it needs Qt."""
