"""The composition root: it knows all rooms and puts them together; only `cli` imports it."""
