"""The look: colours, sizes, fonts, icons."""
