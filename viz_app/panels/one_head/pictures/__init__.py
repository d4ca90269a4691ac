"""Pictures and texts of the One head tab."""
