"""How figures are written on pages."""
