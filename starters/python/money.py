"""Converts amounts to whole minor units, such as cents, and back. No amount becomes a float."""

from decimal import Context, Decimal, Inexact, InvalidOperation

# More than 18 digits don't fit into the columns of a database.
EXACT = Context(prec=18, traps=[Inexact, InvalidOperation])


def minor_units(amount, decimals):
    """Returns the minor units of an amount. Raises an ArithmeticError if it isn't a whole number of them."""
    return int(EXACT.quantize(EXACT.scaleb(Decimal(amount), decimals), Decimal(1)))


def decimal_text(minor, decimals):
    """Returns minor units as a decimal: 1250 with two decimals is "12.50"."""
    return f"{Decimal(minor).scaleb(-decimals):f}"
