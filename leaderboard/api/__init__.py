"""Every page as JSON."""
