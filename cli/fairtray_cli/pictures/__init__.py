"""Pictures: laid out once, written as SVG, PNG or GIF."""
