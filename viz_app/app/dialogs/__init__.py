"""Dialogs: imported when somebody asks for one."""
