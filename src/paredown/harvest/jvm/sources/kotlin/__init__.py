"""Kotlin's source files -> what they declare, in the words of a Kotlin caller."""
