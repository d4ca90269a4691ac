"""The BLEU tab."""
