"""Converts amounts to whole minor units, such as cents, and back. No amount becomes a float."""

from decimal import Context, Decimal, Inexact, InvalidOperation

# A BIGINT column can't hold every 19-digit number.
EXACT = Context(prec=18, traps=[Inexact, InvalidOperation])


def minor_units(amount, decimals):
    """Returns the minor units of an amount. Raises an ArithmeticError if it has too many decimals or digits."""
    return int(EXACT.quantize(EXACT.scaleb(Decimal(amount), decimals), Decimal(1)))


def decimal_text(minor, decimals):
    """Returns minor units as a decimal: 1250 with two decimals is "12.50"."""
    return f"{Decimal(minor).scaleb(-decimals):f}"
