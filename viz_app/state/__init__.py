"""What is true now, as frozen dataclasses, and pure functions over it. No Qt, no torch."""
