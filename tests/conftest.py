"""Settings for all tests: property tests run the same examples every time."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("jurat", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("jurat")
