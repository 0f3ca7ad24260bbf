"""A rule and a corpus -> its price: what it would reject of real libraries, whose that is, and the breaches."""
