"""Words, tokenizers, corpora, tasks, scores; no torch.

May import none of the other rooms.
"""
