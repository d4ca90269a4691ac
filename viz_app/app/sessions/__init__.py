"""The workbench and the slices of panels as a session, and back."""
