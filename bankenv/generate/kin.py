"""Relatives, who appear as nominees and joint holders."""

from dataclasses import dataclass

from bankenv.generate.people import Person
from bankenv.records import Record


@dataclass(frozen=True, slots=True)
class Relative:
    """A relative of a customer: full name, and what they are to the customer."""

    name: str
    relation: str

    def nominee(self) -> Record:
        return {"name": self.name, "relation": self.relation}


def relatives(person: Person) -> list[Relative]:
    """Return four relatives with different first names, spouse or parent first."""
    persona = person.persona
    chance = person.chance.at("relatives")
    women = [n for n in chance.at("women").shuffled(persona.women) if n != person.first]
    men = [n for n in chance.at("men").shuffled(persona.men) if n != person.first]
    if person.age < 27:
        plan = [("mother", women[0]), ("father", men[0]), ("sister", women[1])]
    else:
        spouse = ("husband", men[0]) if person.woman else ("wife", women[0])
        plan = [spouse, ("daughter", women[1]), ("son", men[1])]
    plan.append(("brother", men[2]))
    return [Relative(f"{first} {person.last}", relation) for relation, first in plan]
