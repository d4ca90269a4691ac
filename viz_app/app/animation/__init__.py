"""A decoding or a training as GIF or MP4: which pictures, painted off the screen, and saving."""
