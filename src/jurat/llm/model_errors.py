"""What can go wrong with a model, as a branch of the one tree.

JuratError
└── ModelError              a model or its endpoint did not do what was asked
    ├── AccessError         wrong key, no permission, no credit, no such model: the run stops
    ├── RateLimitedError    asked too often; waiting helps
    ├── UnavailableError    the endpoint failed or the connection broke; trying again can help
    │   └── UnreachableError no connection was made; if that stays so, the run stops
    ├── DeadlineError       no reply in time
    ├── RequestRefusedError the endpoint will not take this request
    ├── MalformedReplyError the reply is not what was asked for
    └── BudgetError         the calls, tokens or money that were granted are spent
"""

from __future__ import annotations

from jurat.errors import JuratError


class ModelError(JuratError):
    """A model or its endpoint failed."""


class AccessError(ModelError):
    """The endpoint denies access, so the run stops: no later request can succeed."""


class RateLimitedError(ModelError):
    """Too many requests; `retry_after` is the wait in seconds that the endpoint asks for."""

    retryable = True

    def __init__(self, what: str, retry_after: float | None = None) -> None:
        super().__init__(what)
        self.retry_after = retry_after


class UnavailableError(ModelError):
    """The endpoint failed or the connection broke."""

    retryable = True

    def __init__(self, what: str, retry_after: float | None = None) -> None:
        super().__init__(what)
        self.retry_after = retry_after


class UnreachableError(UnavailableError):
    """No connection to the endpoint was made."""


class DeadlineError(ModelError):
    """No reply in time."""

    retryable = True


class RequestRefusedError(ModelError):
    """The endpoint rejects this request; `parameter` is the part it named, if any.

    If `final`, no other dialect can help: the texts are too long, or a filter stopped them.
    """

    def __init__(self, what: str, *, parameter: str = "", final: bool = False) -> None:
        super().__init__(what)
        self.parameter, self.final = parameter, final


class MalformedReplyError(ModelError):
    """The reply does not have the required form."""


class BudgetError(ModelError):
    """The budget of calls, tokens or cost is used up."""
