"""The rules: pure, exact arithmetic from labels to scores. No text, no model, no clock in here."""
