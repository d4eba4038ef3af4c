"""The processes of an embedded site, started and stopped together."""
