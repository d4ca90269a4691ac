"""The parts of the workbench as frozen values; may import `model` only, neither Qt nor torch."""
