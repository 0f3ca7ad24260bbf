"""A labelled corpus -> whether its labels can be told apart by what has nothing to do with them.

Before anyone believes a score on a corpus: how well do a file count, a shebang or the order of imports separate its
labels alone, and how much of what a full model finds is that?
"""
