"""Charts of a board and of a submission: rows first, then a figure drawn from them."""
