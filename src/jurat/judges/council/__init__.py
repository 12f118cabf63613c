"""The council: several answers to one question, scored blind by several reviewers."""
