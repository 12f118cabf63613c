"""The folder that a run's parts stand in: here, or in a store that pyarrow knows.

    plan.json        what is judged, and its blocks; there before the first part
    parts/…          one file for each block, named by it, there when it is whole
    manifest.json    all parts with their rows and summaries; there when the run is finished

Every file is written under another name and renamed, so what has its name is whole.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jurat.data.locations import filesystem, is_url
from jurat.errors import InputError

PLAN, MANIFEST, PARTS = "plan.json", "manifest.json", "parts"


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder by its address: an absolute path or a URL."""

    address: str

    @classmethod
    def at(cls, out: str) -> Folder:
        """Return the folder of a path or URL."""
        return cls(out.rstrip("/") if is_url(out) else str(Path(out).absolute()))

    def make(self) -> None:
        """Create it if it does not exist."""
        system, path = filesystem(self.address)
        try:
            system.create_dir(f"{path}/{PARTS}", recursive=True)
        except OSError as error:
            hint = "name a folder that can be written"
            raise InputError(f"cannot be made ({error})", where=self.address, hint=hint) from None

    def read(self, name: str) -> dict[str, Any] | None:
        """Return a JSON file of the folder, or None."""
        system, path = filesystem(self.address)
        try:
            with system.open_input_stream(f"{path}/{name}") as stream:
                found: dict[str, Any] = json.loads(stream.read())
                return found
        except FileNotFoundError:
            return None
        except ValueError:
            hint = "name another folder"
            raise InputError(f"{name} was not written by a run", where=self.address, hint=hint) from None

    def write(self, name: str, values: dict[str, Any]) -> None:
        """Write a JSON file."""
        with self.committed(name) as stream:
            stream.write(json.dumps(values).encode("ascii"))

    def parts(self) -> set[str]:
        """Return the names of the existing parts."""
        system, path = filesystem(self.address)
        from pyarrow.fs import FileSelector

        found = system.get_file_info(FileSelector(f"{path}/{PARTS}", allow_not_found=True))
        return {one.base_name for one in found if one.base_name.endswith(".parquet")}

    def part(self, name: str) -> str:
        """Return the path of a part."""
        return f"{self.address}/{PARTS}/{name}"

    def is_empty(self) -> bool:
        """Return whether the folder is empty."""
        from pyarrow.fs import FileSelector

        system, path = filesystem(self.address)
        return not system.get_file_info(FileSelector(path, allow_not_found=True))

    @contextmanager
    def committed(self, name: str) -> Iterator[Any]:
        """Open a file that gets its name when it is complete; nothing is left if it fails."""
        system, path = filesystem(self.address)
        whole = f"{path}/{name}"
        head, _, tail = whole.rpartition("/")
        partial = f"{head}/.{tail}.{secrets.token_hex(4)}.partial"
        try:
            with system.open_output_stream(partial) as stream:
                yield stream
            system.move(partial, whole)
        except BaseException:
            with suppress(OSError):
                system.delete_file(partial)
            raise


def is_folder(out: str | None) -> bool:
    """Return whether results go to a folder of parts: a folder, a name that ends like one, or a URL.

    >>> [is_folder(out) for out in ("results/", "s3://bucket/results", "results.jsonl", "-", None)]
    [True, True, False, False, False]
    """
    return out is not None and (out.endswith("/") or is_url(out) or Path(out).is_dir())
