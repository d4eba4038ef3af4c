"""The published Indian-bank domain: its constants, its rules, its quirks.

For data that was published under those rules: what a call does there, and when two
final states are the same there. Nothing here is what `bankenv.tools` would do.
"""
