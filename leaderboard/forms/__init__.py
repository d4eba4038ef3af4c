"""What people may type, and what they are told when it does not fit."""
