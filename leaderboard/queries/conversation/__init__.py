"""What the conversation viewer shows: a trajectory read against task and verdict."""
