"""The architecture tab: the diagram, post-norm and pre-norm, and what layers cost."""
