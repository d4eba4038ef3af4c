"""How a customer of sixty or more says so: the assistant cannot see an age."""

from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.wording import lines
from bankenv.scenario import Fact


def senior_lines(case: Case, customer: Customer) -> list[str]:
    """Return what a senior adds to the first message; nothing for anybody else."""
    if not customer.person.senior:
        return []
    return [lines(case, "extra-senior", age=str(customer.person.age))[0]]


def senior_facts(case: Case, customer: Customer) -> list[Fact]:
    """Return the age as a fact, told at once, of a senior only."""
    if not customer.person.senior:
        return []
    age = customer.person.age
    return [Fact("age", age, lines(case, "age", age=str(age)), "up_front")]
