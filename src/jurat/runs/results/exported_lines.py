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


def exported_lines(store: Store, run: Run, batch: Sequence[StoredResult], *, texts: bool) -> list[bytes]:
    """Return the lines of some results, with the texts of their cases; a row that failed may have none."""
    if not texts:
        return [one.line for one in batch]
    found = store.cases(run, [one.row for one in batch])
    missing = next((one for one in batch if one.row not in found and one.status != "failed"), None)
    if missing is not None:
        hint = "export without --texts; runs save texts unless --no-texts is given"
        raise InputError(f"the texts of row {missing.row} were not saved", where=run.id, hint=hint)
    return [with_fields(one.line, {CASE: found[one.row]}) if one.row in found else one.line for one in batch]
