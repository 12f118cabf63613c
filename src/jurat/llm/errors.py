"""What can go wrong with a model, as a branch of the one tree.

JuratError
└── ModelError              a model or its endpoint did not do what was asked
    ├── AccessError         wrong key, no permission, no credit, no such model: the run stops
    ├── RateLimitedError    asked too often; waiting helps
    ├── UnavailableError    the endpoint failed or the connection broke; trying again can help
    ├── DeadlineError       no reply in time
    ├── RequestRefusedError the endpoint will not take this request
    ├── MalformedReplyError the reply is not what was asked for
    └── BudgetError         the calls, tokens or money that were granted are spent
"""

from __future__ import annotations

from jurat.errors import JuratError


class ModelError(JuratError):
    """A model or its endpoint did not do what was asked."""


class AccessError(ModelError):
    """The endpoint does not serve us at all, so the run stops: no later request can fare better."""


class RateLimitedError(ModelError):
    """Asked too often; `retry_after` is how many seconds the endpoint wants to be left alone."""

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


class DeadlineError(ModelError):
    """No reply in time."""

    retryable = True


class RequestRefusedError(ModelError):
    """The endpoint will not take this request; `parameter` is the part it named, if any.

    Where `final`, no other way of asking can help: the texts are too long, or a filter stopped them.
    """

    def __init__(self, what: str, *, parameter: str = "", final: bool = False) -> None:
        super().__init__(what)
        self.parameter, self.final = parameter, final


class MalformedReplyError(ModelError):
    """The reply is not what was asked for."""


class BudgetError(ModelError):
    """The calls, tokens or money that were granted are spent."""
