"""The council: several answers to one question, scored blind by several reviewers."""

from jurat.judges.council.council import Council
from jurat.judges.council.sessions import Question, Seating, Session, Synthesis, Trouble

__all__ = ["Council", "Question", "Seating", "Session", "Synthesis", "Trouble"]
