"""What fills the records of the masks lesson from a model; may import every other room."""
