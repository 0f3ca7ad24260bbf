"""Measuring: a corpus and a rule, a detector or a model -> figures that carry their stamp."""
