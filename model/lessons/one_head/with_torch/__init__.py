"""What fills the records of the one head lesson from a model; may import every other room."""
