"""Flags of commands that compare runs with each other or with labels."""

from __future__ import annotations

from typing import Annotated

import typer

ForceFlag = Annotated[bool, typer.Option("--force", help="Compare even if cases or judge signatures differ.")]
SeedFlag = Annotated[int, typer.Option("--seed", min=0, help="Seed of the bootstrap and permutation tests.")]
ResamplesFlag = Annotated[
    int, typer.Option("--resamples", min=100, max=100_000, help="Number of bootstrap resamples.")
]
AlphaFlag = Annotated[
    float,
    typer.Option("--alpha", min=0.0001, max=0.5, help="Significance level (family-wise, Holm-corrected)."),
]
LabelFlag = Annotated[
    list[str] | None,
    typer.Option("--label", help="Column with the label; repeat for one column per annotator."),
]
ReverseFlag = Annotated[bool, typer.Option("--reverse", help="Higher labels are worse.")]
CutFlag = Annotated[
    float | None,
    typer.Option(
        "--cut", help="Labels of this value or more count as good (for labels that are not yes/no)."
    ),
]
