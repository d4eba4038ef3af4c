"""Reads: nouns that return querysets or frozen dataclasses."""
