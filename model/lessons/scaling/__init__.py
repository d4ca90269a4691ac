"""What the scaling panel computes; records are numpy only.

May import every room but other lessons.
"""
