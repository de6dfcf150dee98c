"""Converts amounts to whole minor units, such as cents, and back. No amount becomes a float."""

import re
from decimal import Context, Decimal

DECIMAL = re.compile(r"-?\d+\.?\d*(?:e[+-]?\d{1,3})?", re.ASCII | re.IGNORECASE)
EXACT = Context(prec=10_000)
# An amount from a float, such as 2.6100000000000003, is off by less than this many minor units.
NOISE = Decimal("0.000001")


def minor_units(amount, decimals):
    """Converts an amount to minor units. Raises a ValueError with the reason if that fails."""
    if not DECIMAL.fullmatch(str(amount)):
        raise ValueError("the amount isn't a decimal number")
    exact = EXACT.scaleb(EXACT.create_decimal(str(amount)), decimals)
    minor = EXACT.to_integral_value(exact)
    if EXACT.subtract(exact, minor).copy_abs() >= NOISE:
        raise ValueError(f"the amount has more than {decimals} decimals")
    if minor.copy_abs() >= 2**63:
        raise ValueError("the amount doesn't fit into 64 bits")
    return int(minor)


def decimal_text(minor, decimals):
    """Returns minor units as a decimal: 1250 with two decimals is "12.50"."""
    return f"{Decimal(minor).scaleb(-decimals):f}"
