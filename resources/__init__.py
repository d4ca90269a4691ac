"""Data only: corpora, checkpoints, translations, icons."""
