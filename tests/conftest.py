"""Settings for all tests: property tests run the same examples every time, fewer of them every day."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("jurat", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("everyday", settings.get_profile("jurat"), max_examples=15)
settings.load_profile("jurat")
