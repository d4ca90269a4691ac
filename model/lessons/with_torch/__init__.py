"""What fills the records of the lessons from a model, with torch."""
