"""Words, tokenizers, corpora, tasks, scores; no torch."""
