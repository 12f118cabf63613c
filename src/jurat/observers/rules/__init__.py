"""The default observer: deterministic, embedded, no key and no network."""
