"""One room a tab, and the timeline; a room imports what lies below `panels`, no other room."""
