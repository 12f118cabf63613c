"""Personal data: one table per recogniser, negatives and offsets included."""

from __future__ import annotations

from itertools import pairwise

import pytest

from jurat.safety.pii import exposed, personal_data
from jurat.safety.pii.personal_datum import Kind

TOKEN = "aB3dE6gH9jK2mN5pQ8rS1tU4vW7xY0zAbCdE"


def found(text: str) -> list[tuple[str, str]]:
    return [(one.kind, text[one.start : one.end]) for one in personal_data(text)]


@pytest.mark.parametrize(
    ("text", "kind", "datum"),
    [
        ("Here's my SSN: 536-22-1234.", "US_SSN", "536-22-1234"),
        ("social security number 536221234", "US_SSN", "536221234"),
        ("SSN 536 22 1234", "US_SSN", "536 22 1234"),
        ("My card 374744544168082 expires soon", "CREDIT_CARD", "374744544168082"),
        ("4539-1488-0343-6467", "CREDIT_CARD", "4539-1488-0343-6467"),
        ("IBAN gb33bukb20201555555555", "IBAN_CODE", "gb33bukb20201555555555"),
        ("pay to GB33 BUKB 2020 1555 5555 55 now", "IBAN_CODE", "GB33 BUKB 2020 1555 5555 55"),
        ("write to ann.lee+x@firm.co.uk.", "EMAIL_ADDRESS", "ann.lee+x@firm.co.uk"),
        ("(ann@firm.de)", "EMAIL_ADDRESS", "ann@firm.de"),
        ("call 212-736-5000", "PHONE_NUMBER", "212-736-5000"),
        ("(212) 736-5000 ext. 12", "PHONE_NUMBER", "(212) 736-5000 ext. 12"),
        ("+44 20 7946 0958 is mine", "PHONE_NUMBER", "+44 20 7946 0958"),
        ("+1-203-305-2492x5662", "PHONE_NUMBER", "+1-203-305-2492x5662"),
        ("my number is 61 51 81", "PHONE_NUMBER", "61 51 81"),
        ("0479 50 54 03", "PHONE_NUMBER", "0479 50 54 03"),
        (f"ghp_{TOKEN}", "SECRET_KEY", f"ghp_{TOKEN}"),
        ("AKIAQ3EGT7BNXK2MZ5WD", "SECRET_KEY", "AKIAQ3EGT7BNXK2MZ5WD"),
        (f"sk-proj-{TOKEN}", "SECRET_KEY", f"sk-proj-{TOKEN}"),
        ("password: hunter2hunter", "SECRET_KEY", "hunter2hunter"),
        (f"Authorization: Bearer {TOKEN}", "SECRET_KEY", TOKEN),
        ("-----BEGIN RSA PRIVATE KEY-----", "SECRET_KEY", "-----BEGIN RSA PRIVATE KEY-----"),
        (f"eyJhbGciOiJI.eyJzdWIiOiIx.{TOKEN}", "SECRET_KEY", f"eyJhbGciOiJI.eyJzdWIiOiIx.{TOKEN}"),
        ("She lives at 12 Oak Street.", "STREET_ADDRESS", "12 Oak Street"),
        ("He lives on Hansinegata 120.", "STREET_ADDRESS", "Hansinegata 120"),
        ("P.O. Box 101", "STREET_ADDRESS", "P.O. Box 101"),
        ("Ship it to 291 Adelianos Kambos.", "STREET_ADDRESS", "291 Adelianos Kambos"),
        ("12 Kambos, Suite 477", "STREET_ADDRESS", "12 Kambos, Suite 477"),
        (
            "Ann\n52 Scholis\nSchuders\nBangladesh 71366",
            "STREET_ADDRESS",
            "52 Scholis\nSchuders\nBangladesh 71366",
        ),
        ("It came to 5 Oak Street, Bern, Malta late.", "STREET_ADDRESS", "5 Oak Street, Bern, Malta"),
        ("0341/4593930 is mine", "PHONE_NUMBER", "0341/4593930"),
        ("(11) 91234-5678 is mine", "PHONE_NUMBER", "(11) 91234-5678"),
        ("(55) 123-456 is mine", "PHONE_NUMBER", "(55) 123-456"),
        ("(0)20 7946 0958 is mine", "PHONE_NUMBER", "(0)20 7946 0958"),
        ("(02)93744000 is mine", "PHONE_NUMBER", "(02)93744000"),
        ("8 (495) 123-45-67 is mine", "PHONE_NUMBER", "8 (495) 123-45-67"),
        ("0 30 123 45 67 is mine", "PHONE_NUMBER", "0 30 123 45 67"),
        ("098765 43210 is mine", "PHONE_NUMBER", "098765 43210"),
        ("0044 20 7946 0958 is mine", "PHONE_NUMBER", "0044 20 7946 0958"),
        ("011 44 20 7946 0958 is mine", "PHONE_NUMBER", "011 44 20 7946 0958"),
        ("0041 44 268 53 12 is mine", "PHONE_NUMBER", "0041 44 268 53 12"),
        ("+(351) 211234567 is mine", "PHONE_NUMBER", "+(351) 211234567"),
        ("212/736-5000 is mine", "PHONE_NUMBER", "212/736-5000"),
        ("212-736-5000;ext=5 is mine", "PHONE_NUMBER", "212-736-5000;ext=5"),
        ("0412987654 is mine", "PHONE_NUMBER", "0412987654"),
        ("Jens, 41-62-25-19, Odense", "PHONE_NUMBER", "41-62-25-19"),
        ("Kari, 412 34 567, Oslo", "PHONE_NUMBER", "412 34 567"),
        ("Jan, 32 292 48 34, Katowice", "PHONE_NUMBER", "32 292 48 34"),
        ("Luz, 55 1234 5670, Puebla", "PHONE_NUMBER", "55 1234 5670"),
        ("Nils, 08-59 91 39, Nacka", "PHONE_NUMBER", "08-59 91 39"),
        ("Asha, 91 987 654 3210, Pune", "PHONE_NUMBER", "91 987 654 3210"),
        ("Som, 0 2907 4833, Bangkok", "PHONE_NUMBER", "0 2907 4833"),
        ("Eva, (05301) 29040 479, Graz", "PHONE_NUMBER", "(05301) 29040 479"),
        ("from 8.8.4.4", "IP_ADDRESS", "8.8.4.4"),
        ("pay 1BoatSLRHtKNngkdXEeobR76b53LETtpyT", "CRYPTO_WALLET", "1BoatSLRHtKNngkdXEeobR76b53LETtpyT"),
    ],
)
def test_what_is_recognised(text: str, kind: Kind, datum: str) -> None:
    assert found(text) == [(kind, datum)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "000-22-1234, 666-22-1234, 900-22-1234, 536-00-1234, 536-22-0000",
        "078-05-1120",  # withdrawn
        "XXX-XX-XXXX",
        "536221234",  # nine digits that nobody calls an SSN
        "4539 1488 0343 6468",  # check digit
        "4111 1111 1111 1111",  # published for testing
        "1234567890123456",
        "GB33BUKB20201555555556",  # check digits
        "DE89370400440532013000",  # the standard's example
        "user@example.com, jane@mail.example.org, a@localhost, @handle, a@b",
        "Call 555-0123 or (212) 555-0123",
        "1,234,567 people; 3.14159; 2024-03-05; 12:30; 10.5%",
        "order number 4711 0815",
        "J. Phys. (1998) 81 321-330, (1999) 123-134, see (12) 345-350",
        "05 06 2024 10 30; 07.11.2026 08.15; drawn: 04 12 23 34 45 49; 00 01 02 03 04 05",
        "AKIAIOSFODNN7EXAMPLE",
        "sk-your-key-goes-here-xxxx",
        "password: ********",
        "password is required",
        "192.168.0.1, 10.0.0.1, 127.0.0.1, 203.0.113.9, 1.2.3, 999.1.1.1",
        "1BoatSLRHtKNngkdXEeobR76b53LETtpyU",
        "5 years, 12 people and 3 cats",
        "Of 322 327 102 people 74 831 591 are children.",
        "The pages 10-11-12-13 and the draws 12 24 31 45 and 41 62 25 19",
        "Lot 96 228011 of 2019 2020, printed on 2024-03-05 and 20-11-2026",
        "100 20 300 and 123 45 678 were sold.",
        "The talk is located at Room 5.",
        "She moved to Paris 2019.",
        "My office is at 5 PM today.",
        "On 3 March 2020 it rained.",
    ],
)
def test_what_is_not(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "An SSN looks like 536-22-1234.",
        "For example, 536-22-1234.",
        "Write to support@firm.com.",
        "Call 988 or the hotline at 212-736-5000.",
        "Call 1-800-273-8255.",
        "0412987654 was printed on it.",  # ten digits with a 0, which nobody calls a telephone number
        "The restaurant is located at 416 State Street.",
        "The server has 8.8.4.4.",
        "0x52908400098527886E0F7030069857D2E4169EE7",
    ],
)
def test_what_is_reported_but_passes_the_gate(text: str) -> None:
    assert exposed(text) == []


def test_overlaps_are_settled_in_the_order_of_trust() -> None:
    text = "card 4539 1488 0343 6467, phone 212-736-5000, 12 Oak Street, Apt. 4, Springfield 62701"
    assert [kind for kind, _ in found(text)] == ["CREDIT_CARD", "PHONE_NUMBER", "STREET_ADDRESS"]
    spans = [(one.start, one.end) for one in personal_data(text)]
    assert all(left[1] <= right[0] for left, right in pairwise(spans))


def test_certainty_rises_where_the_words_around_name_the_kind() -> None:
    bare, named = personal_data("536-22-1234")[0], personal_data("SSN 536-22-1234")[0]
    assert bare.score < named.score
    assert "named as one" in named.why
