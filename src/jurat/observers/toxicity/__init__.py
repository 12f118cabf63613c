"""The rule observer of bias and toxicity: tokens, lexicon and patterns of hostile wording."""
