"""Speed and agreement, printed as ratios against a named baseline of the same run."""
