"""Qt widgets that several rooms use."""
