"""A project -> the artifacts of its real dependency graph, one module an ecosystem."""
