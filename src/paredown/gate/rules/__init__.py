"""The rules, one file each, named for the bad pattern."""
