"""What the explaining panels compute, a folder a panel; may import every other room."""
