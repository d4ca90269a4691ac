"""What surrounds the tabs: header, menus, notices, boxes, file dialogs."""
