"""The server's threads share one heap, so that what one has freed serves the others."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

HEAPS = """
import ctypes, sys, tempfile, threading
from pathlib import Path
from jurat.server.heap import use_one_heap

print(use_one_heap() if sys.argv[1] == "one" else None)
meet = threading.Barrier(8)

def work():
    meet.wait()
    held = [bytes(2000) for _ in range(500)]
    meet.wait()

threads = [threading.Thread(target=work) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
library = ctypes.CDLL(None)
library.fopen.restype = ctypes.c_void_p
library.malloc_info.argtypes = [ctypes.c_int, ctypes.c_void_p]
library.fclose.argtypes = [ctypes.c_void_p]
with tempfile.NamedTemporaryFile() as file:
    stream = library.fopen(file.name.encode(), b"w")
    library.malloc_info(0, stream)
    library.fclose(stream)
    print(Path(file.name).read_text().count("<heap nr="))
"""


def heaps(kind: str) -> tuple[str, int]:
    command = [sys.executable, "-c", HEAPS, kind]
    known, count = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return known, int(count)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc is told")
def test_threads_share_one_heap_once_it_is_said() -> None:
    assert heaps("one") == ("True", 1)
    assert heaps("many")[1] > 1
