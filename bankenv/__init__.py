"""An executable Indian retail bank: its tasks, its customers, its scorers."""
