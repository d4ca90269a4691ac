"""The time-lapse of a training: its bar, and the heads at and over its moments."""
