"""Personal data in a text: one recogniser per file, each giving place, kind, certainty and reason."""

from jurat.safety.pii.personal_datum import Kind, PersonalDatum
from jurat.safety.pii.recognition import EXPOSED, exposed, personal_data

__all__ = ["EXPOSED", "Kind", "PersonalDatum", "exposed", "personal_data"]
