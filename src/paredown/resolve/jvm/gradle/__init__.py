"""A Gradle project -> what it names and what that needs: scripts, catalogs and locks are read, Gradle never runs."""
