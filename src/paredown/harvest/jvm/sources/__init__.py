"""Java's and Kotlin's source files -> what they declare: beside class files, or alone where there are none."""
