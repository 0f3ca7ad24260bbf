"""A corpus's prose -> how much of it instructs, what its instructions name, and what the rejected prose rules cost."""
