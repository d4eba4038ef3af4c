"""Measurements behind `make bench`, each against its limit."""
