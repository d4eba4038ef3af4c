"""An executable Indian retail bank, its tasks, its customers' agendas and its scorer."""
