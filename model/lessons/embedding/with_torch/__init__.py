"""What fills the records of the embedding lesson from a model; may import every other room."""
