"""The `@kotlin.Metadata` of a class -> the declarations that its source had, as Kotlin callers see them."""
