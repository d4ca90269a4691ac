"""The parts of the workbench as frozen values; may import values of `storage` and of `model`."""
