"""Everything that was trained here: a page of the training tab."""
