"""A Maven project, or any library's POM -> what it needs: models, reactors and the nearest version of each library."""
