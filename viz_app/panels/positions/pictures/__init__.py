"""Pictures and texts of the Positions tab."""
