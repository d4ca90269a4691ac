"""The timeline below the pictures: snapshot, painting, texts, views; imports no other room."""
