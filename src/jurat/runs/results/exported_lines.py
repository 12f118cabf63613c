"""Lines of saved results for an export, with the texts of their cases on request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from jurat.data.flatten import CASE
from jurat.errors import InputError
from jurat.runs.store.run_records import Run, StoredResult
from jurat.wire import with_fields

if TYPE_CHECKING:
    from jurat.runs.store.store import Store


def lines_of(batch: Sequence[StoredResult]) -> list[bytes]:
    """Return the lines of some results."""
    return [one.line for one in batch]


def lines_with_texts(store: Store, run: Run, batch: Sequence[StoredResult]) -> list[bytes]:
    """Return the lines of some results, each with the texts of its case; a row that failed may have none."""
    found = store.cases(run, [one.row for one in batch])
    missing = next((one for one in batch if one.row not in found and one.status != "failed"), None)
    if missing is not None:
        hint = "export without --texts; runs save texts unless --no-texts is given"
        raise InputError(f"the texts of row {missing.row} were not saved", where=run.id, hint=hint)
    return [with_fields(one.line, {CASE: found[one.row]}) if one.row in found else one.line for one in batch]
