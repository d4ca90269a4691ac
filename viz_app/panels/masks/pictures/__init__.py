"""Pictures and texts of the Masks tab."""
