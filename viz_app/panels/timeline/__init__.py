"""The timeline below the tabs: its snapshot, painting, texts and views; imports no other room."""
