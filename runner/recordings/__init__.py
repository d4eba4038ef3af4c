"""Recorded conversations in and out: τ-bench, τ²-bench and Passbook's own files."""
