"""Writes the server's schemas as an OpenAPI document on standard output; web/src/wire.d.ts is made of it."""

from __future__ import annotations

import json
import sys

from jurat.server.app import create_app
from jurat.server.server_limits import Serving


def main() -> None:
    """Only the schemas: the page asks for few paths, and knows their answers by them."""
    found = create_app(Serving(store="")).openapi()
    info = {"title": "Jurat", "version": "1"}
    kept = {"openapi": "3.1.0", "info": info, "paths": {}, "components": found["components"]}
    json.dump(kept, sys.stdout, indent=1)


if __name__ == "__main__":
    main()
