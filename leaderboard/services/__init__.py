"""Writes: verbs that own every transaction."""
