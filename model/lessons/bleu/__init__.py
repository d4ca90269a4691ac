"""What the bleu panel computes; records are numpy only; may import every room but other lessons."""
