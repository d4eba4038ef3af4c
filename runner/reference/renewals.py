"""The three things that can happen to a deposit at maturity."""

from runner.reference.words import Words

INSTRUCTIONS = {
    "no_renewal": "pay out at maturity, no renewal",
    "renew_principal": "renew the principal only",
    "renew_principal_interest": "renew principal and interest",
}


def instruction_in(words: Words) -> str | None:
    """Return the maturity instruction that the words name."""
    if words.has("no (?:auto )?renewal|(?:don't|do not|not|na|mat|nahi) .{0,12}renew"):
        return "no_renewal"
    if words.has(
        "renew\\w* (?:mat|nahi|na)|pay (?:it )?out|renewal (?:off|hata\\w*|nahi|band)"
        "|remove .{0,12}renewal|turn .{0,12}off|isn't renewed|n't renew|renew na"
        "|hata do"
    ):
        return "no_renewal"
    if not words.has("renew\\w*|roll\\w*"):
        return None
    only = words.has("only|just|sirf|keval|interest (?:to|account|out)|mool")
    with_interest = words.has(
        "(?:and|plus|aur|with the|with|both) .{0,16}interest|byaj"
    )
    both = words.has("interest ke saath|dono|both|everything|sab kuch|samet")
    if both or (with_interest and not only):
        return "renew_principal_interest"
    return "renew_principal"
