"""One conversation: an assistant, a customer, the turn loop and its limits."""
