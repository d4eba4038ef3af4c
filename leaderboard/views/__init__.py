"""Pages, one file each: parse, ask, render."""
