"""The tab that walks through one head, stage by stage."""
