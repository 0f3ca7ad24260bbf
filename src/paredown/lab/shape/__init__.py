"""Injected texts and real ones -> how far the shape of their characters tells them apart, and at what price.

It is no solution: it prices casual injection into effort, and fails on documents that instruct an agent by design.
"""
