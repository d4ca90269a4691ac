"""The BLEU tab; imports no other room."""
