"""Pictures and texts of the Architecture tab."""
