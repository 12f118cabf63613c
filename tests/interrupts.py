"""Ctrl-C for processes that tests start."""

from __future__ import annotations

import sys

_CODE = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])
"""
HEARING = [sys.executable, "-c", _CODE]
"""Put before a command, lets it hear Ctrl-C: background jobs of a shell inherit that SIGINT is ignored."""
