"""Help of commands: one section per panel, names never broken."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand

from jurat.cli.renamed import current_flags


class PlainHelp(TyperCommand):
    """A command whose help has a section for each panel, in the order of its parameters."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments, also with flags by their deprecated names."""
        known = {name for param in self.get_params(ctx) for name in param.opts}
        return super().parse_args(ctx, current_flags(args, known))

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write options and their help, section by section."""
        sections: dict[str, list[tuple[str, str]]] = {}
        for param in self.get_params(ctx):
            usual = "Arguments" if param.param_type_name == "argument" else "Options"
            record = param.get_help_record(ctx)
            if record is not None:
                sections.setdefault(getattr(param, "rich_help_panel", None) or usual, []).append(record)
        for title, records in sections.items():
            with formatter.section(title):
                formatter.write_dl(records)
