"""Pictures and texts of the Embedding tab."""
