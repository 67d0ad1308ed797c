"""The one way documents are read: strictly, all faults at once, each with its place.

A document is a dataclass (:mod:`fairtray.core.reading.records`), a value in it has a kind
(:mod:`~fairtray.core.reading.kinds`), and what is wrong is noted in a log by place
(:mod:`~fairtray.core.reading.place`). The JSON Schema of a document comes from the same
dataclass. It is our own because the libraries fall short where it matters here: pydantic's
errors have to be rewritten one by one and it takes as long to import as a whole ``check``;
msgspec stops at the first fault.
"""

from fairtray.core.reading.kinds import (
    Anything,
    Choice,
    Converted,
    Flag,
    Format,
    Kind,
    ListOf,
    MappingOf,
    Matching,
    Number,
    Optional,
    Text,
    Union,
    Whole,
    present,
)
from fairtray.core.reading.place import REFUSED, Log, Place, Refused, path_of
from fairtray.core.reading.records import (
    Length,
    Meaning,
    Needed,
    Printable,
    Range,
    document,
    json_schema,
    kind_of,
    read,
    read_partly,
)

__all__ = [
    "REFUSED",
    "Anything",
    "Choice",
    "Converted",
    "Flag",
    "Format",
    "Kind",
    "Length",
    "ListOf",
    "Log",
    "MappingOf",
    "Matching",
    "Meaning",
    "Needed",
    "Number",
    "Optional",
    "Place",
    "Printable",
    "Range",
    "Refused",
    "Text",
    "Union",
    "Whole",
    "document",
    "json_schema",
    "kind_of",
    "path_of",
    "present",
    "read",
    "read_partly",
]
