"""What the teller can do, one module for each service area."""
