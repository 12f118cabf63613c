"""A command's help in plain lines: every name whole at any width, what belongs together in one section."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand


class PlainHelp(TyperCommand):
    """A command whose help has a section for each panel, in the order in which its parameters stand."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write names and what they mean, section by section."""
        sections: dict[str, list[tuple[str, str]]] = {}
        for param in self.get_params(ctx):
            usual = "Arguments" if param.param_type_name == "argument" else "Options"
            record = param.get_help_record(ctx)
            if record is not None:
                sections.setdefault(getattr(param, "rich_help_panel", None) or usual, []).append(record)
        for title, records in sections.items():
            with formatter.section(title):
                formatter.write_dl(records)
