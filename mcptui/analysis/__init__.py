"""Pure questions put to contracts: what they mean."""
