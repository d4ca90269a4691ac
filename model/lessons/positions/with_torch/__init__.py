"""What fills the records of the positions lesson from a model; may import every other room."""
