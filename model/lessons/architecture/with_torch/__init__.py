"""What fills the records of the architecture lesson from a model; may import every other room."""
