"""The clause parser: fills frames from left to right with the chunks of a sentence."""
