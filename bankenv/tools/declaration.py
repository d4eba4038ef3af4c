"""How a tool is declared: its function, from which schema and checks both follow."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from bankenv.books import Books
from bankenv.records import JsonValue
from bankenv.tools.parameters import NOTHING, BadArgument, Choice, Shape

Kind = Literal["read", "write", "hand_over"]
# Each tool has its own parameters after the books, so no narrower type fits them all.
ToolFunction = Callable[..., JsonValue]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument of a tool. `default` is what a call without it means."""

    name: str
    shape: Shape
    required: bool
    nullable: bool
    default: JsonValue = None

    @property
    def description(self) -> str:
        """Return what the model reads about the parameter."""
        return self.shape.description

    def schema(self) -> dict[str, JsonValue]:
        """Return the parameter's JSON schema."""
        schema = self.shape.schema()
        if self.nullable:
            schema = {"anyOf": [schema, {"type": "null"}]}
        schema["description"] = self.description
        if not self.required:
            schema["default"] = self.default
        return schema

    def read(self, value: object) -> object:
        """Return the value as the tool uses it; raises BadArgument."""
        if value is None and self.nullable:
            return None
        return self.shape.read(value, self.name)


@dataclass(frozen=True, slots=True)
class Tool:
    """One service tool: what it is, what it takes, what the model is shown.

    `schema` is the OpenAI function object. `batch` names the list-of-ids parameter of
    a batch read. `free_text` are arguments in the model's own words, never compared.
    `defaults` are the values that a call without them means. `function` takes the
    books and the arguments that `read_arguments` returned.
    """

    name: str
    kind: Kind
    area: str
    description: str
    parameters: tuple[Parameter, ...]
    schema: Mapping[str, JsonValue]
    batch: str | None
    free_text: frozenset[str]
    defaults: Mapping[str, JsonValue]
    function: ToolFunction
    by_name: Mapping[object, Parameter]
    required: tuple[str, ...]

    def read_arguments(self, arguments: Mapping[Any, object]) -> dict[str, object]:
        """Return a call's arguments checked and converted.

        Raises BadArgument for an unknown, a missing or an unusable one.
        """
        values = {}
        for name, value in arguments.items():
            parameter = self.by_name.get(name)
            if parameter is None:
                known = ", ".join(p.name for p in self.parameters) or "no arguments"
                raise BadArgument(f"{self.name} arguments", known, name)
            values[parameter.name] = parameter.read(value)
        for name in self.required:
            if name not in values:
                wanted = self.by_name[name].description
                raise BadArgument(name, f"a value ({wanted})", NOTHING)
        return values


def tool(
    kind: Kind, area: str, *, batch: str | None = None, free_text: tuple[str, ...] = ()
) -> Callable[[ToolFunction], Tool]:
    """Declare a tool by its function: name, docstring and annotated parameters.

    Each parameter after the books is `Annotated[type, Shape]`. `T | None` accepts
    null, a Literal type supplies the choices, a default makes it optional.
    """

    def declare(function: ToolFunction) -> Tool:
        parameters = _parameters(function)
        name = function.__name__
        description = _description(function)
        return Tool(
            name=name,
            kind=kind,
            area=area,
            description=description,
            parameters=parameters,
            schema=_schema(name, description, parameters),
            batch=batch,
            free_text=frozenset(free_text),
            defaults={p.name: p.default for p in parameters if not p.required},
            function=function,
            by_name={p.name: p for p in parameters},
            required=tuple(p.name for p in parameters if p.required),
        )

    return declare


def _parameters(function: ToolFunction) -> tuple[Parameter, ...]:
    hints = get_type_hints(function, include_extras=True)
    signature = inspect.signature(function).parameters.values()
    books, *declared = signature
    if hints[books.name] is not Books:
        raise TypeError(f"{function.__name__}: the first parameter must be the books")
    return tuple(_parameter(one, hints[one.name]) for one in declared)


def _parameter(
    declared: inspect.Parameter, hint: Any
) -> Parameter:  # a type expression
    if get_origin(hint) is not Annotated:
        raise TypeError(f"{declared.name}: expected Annotated[type, shape]")
    form, shape = get_args(hint)
    parts = get_args(form) if get_origin(form) in (UnionType, _OPTIONAL) else (form,)
    if isinstance(shape, Choice):
        literal = next(part for part in parts if get_origin(part) is Literal)
        shape = shape.of(get_args(literal))
    required = declared.default is inspect.Parameter.empty
    return Parameter(
        name=declared.name,
        shape=shape,
        required=required,
        nullable=NoneType in parts,
        default=None if required else declared.default,
    )


# `Literal[...] | None` is made by typing, whose union is not types.UnionType.
_OPTIONAL = get_origin(Literal["a"] | None)


def _description(function: ToolFunction) -> str:
    """Return the docstring with its lines joined, paragraphs apart."""
    paragraphs = inspect.cleandoc(function.__doc__ or "").split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def _schema(
    name: str, description: str, parameters: tuple[Parameter, ...]
) -> dict[str, JsonValue]:
    return {
        "type": "function",
        "function": {
            "name": name,
            "description": description,
            "parameters": {
                "type": "object",
                "properties": {p.name: p.schema() for p in parameters},
                "required": [p.name for p in parameters if p.required],
                "additionalProperties": False,
            },
        },
    }
