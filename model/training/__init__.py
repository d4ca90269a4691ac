"""Updates, loss, validation, saved runs, recorded moments; may import all rooms but lessons."""
