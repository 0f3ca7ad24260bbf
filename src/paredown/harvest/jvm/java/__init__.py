"""A class file of Java, or of any language without metadata of its own -> what a Java caller writes."""
