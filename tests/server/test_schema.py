"""The API keeps to its description: whatever Schemathesis makes of it, there is no internal error."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import fields
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import booleans
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from typing_extensions import is_typeddict

from jurat.outcomes import CouncilResult
from jurat.runs.agreement.annotator_agreement import PeopleAgreement
from jurat.server import response_models
from jurat.server.app import create_app
from jurat.server.server_limits import Serving
from tests.server.conftest import keep, responses, serving

CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance)


@lru_cache(maxsize=1)
def described() -> dict[str, Any]:
    return create_app(Serving(store="unused.sqlite")).openapi()


def test_every_operation_is_described_with_its_problems() -> None:
    for path, operations in described()["paths"].items():
        for method, operation in operations.items():
            assert operation["description"], (method, path)
            problems = {code: one for code, one in operation["responses"].items() if code >= "4"}
            assert set(problems) == {"4XX", "5XX"}, (method, path)
            assert all(list(one["content"]) == ["application/problem+json"] for one in problems.values())


@pytest.mark.slow
@pytest.mark.parametrize(
    "shape", [one for one in vars(response_models).values() if is_typeddict(one)] + [PeopleAgreement]
)
def test_answers_are_described_field_by_field(shape: type) -> None:
    schema = described()["components"]["schemas"][shape.__name__]
    assert set(schema["properties"]) == set(shape.__annotations__)


def test_a_result_of_a_council_is_described_with_its_intervals() -> None:
    schemas = described()["components"]["schemas"]
    assert set(schemas["CouncilAnswer"]["properties"]) == {
        *(field.name for field in fields(CouncilResult)),
        "intervals",
    }


def test_every_body_has_an_example() -> None:
    whole = described()
    for path, operations in whole["paths"].items():
        for operation in operations.values():
            for content in operation.get("requestBody", {}).get("content", {}).values():
                name = content["schema"].get("$ref", "").rpartition("/")[2]
                schema = whole["components"]["schemas"].get(name, content["schema"])
                assert schema.get("examples") or content.get("example"), path


@pytest.mark.slow
def test_nothing_that_fits_the_description_or_not_breaks_the_server(tmp_path: Path) -> None:
    (tmp_path / ".jurat").mkdir()
    run = keep(str(tmp_path / ".jurat" / "runs.sqlite"), "claim-lock", responses())
    asked: Counter[int] = Counter()
    with serving(tmp_path) as address:
        for found in schemathesis.openapi.from_dict(described()).get_all_operations():
            for mode in GenerationMode:
                with suppress(Unsatisfiable):  # nothing can be wrong with a request that holds nothing
                    hammer(found.ok(), mode, address, run, asked)  # type: ignore[union-attr]
    assert asked.total() > 300
    assert asked[200] > 50


def hammer(operation: Any, mode: GenerationMode, address: str, run: str, asked: Counter[int]) -> None:
    """Ask one operation for all that Schemathesis thinks of."""

    @settings(
        max_examples=15,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode), of_run=booleans())
    def ask(case: Any, of_run: bool) -> None:
        if of_run and case.method != "DELETE" and "id" in case.path_parameters:
            case.path_parameters["id"] = run
        answer = case.call(base_url=address)
        asked[answer.status_code] += 1
        streamed = operation.path.endswith("/events")  # the check makes an object of each event
        case.validate_response(answer, checks=CHECKS if streamed else (*CHECKS, response_schema_conformance))

    ask()
