"""Readers and writers of data files, and field names of other tools."""

from jurat.data.field_detection import detect_fields
from jurat.data.fields import FieldMap, parse_maps
from jurat.data.formats import FORMATS, Format, format_of
from jurat.data.load import CaseRow, CaseStream, map_cases, read_cases
from jurat.data.readers import read_rows
from jurat.data.rows import MAX_ROW_BYTES, BadRow, Row
from jurat.data.where_parser import parse_where
from jurat.data.writers import Writer, open_writer

__all__ = [
    "FORMATS",
    "MAX_ROW_BYTES",
    "BadRow",
    "CaseRow",
    "CaseStream",
    "FieldMap",
    "Format",
    "Row",
    "Writer",
    "detect_fields",
    "format_of",
    "map_cases",
    "open_writer",
    "parse_maps",
    "parse_where",
    "read_cases",
    "read_rows",
]
