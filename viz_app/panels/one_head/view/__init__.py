"""One_head: view."""
