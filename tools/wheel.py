"""The wheel with the compiled text engine, made where HATCH_BUILD_HOOKS_ENABLE=1 asks for it."""

from __future__ import annotations

import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Compiled(BuildHookInterface[Any]):
    """Adds the compiled files of build/compiled, made if need be, and a platform's tag."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """An editable install stays Python, so that no binary stands in front of a file that is edited."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from tools.compile import TREE, libraries, main

        if main([]) != 0:
            raise SystemExit("there is no compiled tree to put into the wheel")
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        files = {str(path): path.relative_to(TREE).as_posix() for path in libraries()}
        build_data["force_include"].update(files)
