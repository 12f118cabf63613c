"""Results as Parquet, one row group at a time, in a temporary file until complete."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from jurat.cases import replace_surrogates
from jurat.data.flatten import columns_of, flatten, is_score, table_columns
from jurat.data.parquet import arrow
from jurat.data.writers import Writer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

_GROUP_ROWS = 1000
_GROUP_CHARACTERS = 16 * 2**20


class ParquetWriter(Writer):
    """Writes row groups to ``NAME.partial`` and renames it when closed, also by a run that fails."""

    def __init__(self, path: Path, metrics: Sequence[str]) -> None:
        self._pyarrow, self._parquet = arrow()
        self._path = path
        self._partial = path.with_name(f"{path.name}.partial")
        self._columns: list[str] = table_columns(metrics) if metrics else []
        self._held: list[Mapping[str, object]] = []
        self._rows: list[dict[str, object]] = []
        self._size = 0
        self._file: Any = None
        self._closed = False

    def write(self, results: Iterable[Mapping[str, object]]) -> None:
        """Add a batch; it reaches the disk with its row group."""
        for result in results:
            cells = flatten(result)
            self._held.append(result)
            self._rows.append(cells)
            self._size += len(str(cells["result"]))
            if len(self._rows) >= _GROUP_ROWS or self._size >= _GROUP_CHARACTERS:
                self._write_group()

    def close(self) -> None:
        """Write the last row group and rename the file."""
        if self._closed:
            return
        self._closed = True
        try:
            if self._rows or self._file is None:
                self._write_group()
        finally:
            if self._file is not None:
                self._file.close()
        self._partial.replace(self._path)

    def _write_group(self) -> None:
        if self._file is None:
            self._columns = self._columns or columns_of(self._held)
            self._file = self._parquet.ParquetWriter(str(self._partial), self._schema())
        rows = [{name: _cell(name, cells.get(name)) for name in self._columns} for cells in self._rows]
        self._file.write_table(self._pyarrow.Table.from_pylist(rows, schema=self._schema()))
        self._held, self._rows, self._size = [], [], 0

    def _schema(self) -> Any:
        text, real = self._pyarrow.string(), self._pyarrow.float64()
        return self._pyarrow.schema([(name, real if is_score(name) else text) for name in self._columns])


def _cell(column: str, value: object) -> object:
    if value is None:
        return None
    if is_score(column):
        return float(value) if isinstance(value, int | float) else None
    return replace_surrogates(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
