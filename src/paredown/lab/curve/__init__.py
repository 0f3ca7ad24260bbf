"""A price by library -> how far a narrow sample would have misled, and how wide a sample must be."""
