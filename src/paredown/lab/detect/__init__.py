"""Labelled skills and pinned detectors -> signals, outcomes and the tables that count them.

A detector never sees a label: it is given folders of one shape (`laid`) and answers with signals (`verdict`). What it
needs is installed apart (`environments`) and runs without network (`isolated`). `panel` runs many, `verdict` counts.
"""
