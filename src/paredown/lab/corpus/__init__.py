"""Projects -> a corpus on the disk: surface, prose and declared names of every library in them, and a manifest."""
