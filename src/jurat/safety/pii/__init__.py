"""Personal data in a text: one recogniser per file, each giving place, kind, certainty and reason."""

from jurat.safety.pii.findings import Kind, PersonalDatum
from jurat.safety.pii.search import EXPOSED, exposed, personal_data

__all__ = ["EXPOSED", "Kind", "PersonalDatum", "exposed", "personal_data"]
