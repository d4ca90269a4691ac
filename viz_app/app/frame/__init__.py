"""Around the places of the window: tabs, notices, boxes, file dialogs; imports as `app`."""
