"""Importing a model of another program: looked at, asked about, made a checkpoint."""
