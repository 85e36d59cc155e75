"""Section C, second part: containers and keys of other types."""

from __future__ import annotations

import array
import collections
import collections.abc

from tests.cases.makers import (
    ATTRIBUTE_LOG,
    log,
    span,
)
from tests.cases.registry import GH, PY, case


@case(
    "every-sequence-type",
    "traces",
    PY + "issues/4515",
    "Whatever passes isinstance(x, collections.abc.Sequence) is an array.",
    title="tuple, range, deque, array, namedtuple, UserList",
    want="Arrays, as the reference.",
    tags=("traces", "containers"),
    near=True,
)
def _():
    point = collections.namedtuple("point", "x y")
    return [
        span(
            attributes={
                "tuple": (1, "a"),
                "range": range(3),
                "deque": collections.deque([1, 2]),
                "array": array.array("i", [1, -2]),
                "named": point(1, 2),
                "user": collections.UserList([1]),
            }
        )
    ]


@case(
    "registered-sequence",
    "traces",
    PY + "issues/4421",
    "A class registered as a virtual Sequence counts as one; a class that only looks like one does not.",
    "better",
    title="Virtual subclasses of Sequence",
    want="isinstance decides, not the C sequence protocol.",
    tags=("traces", "containers", "attribute-lost"),
    logs=ATTRIBUTE_LOG,
    near=True,
)
def _():
    class Registered:
        def __len__(self):
            return 2

        def __getitem__(self, index):
            return [10, 20][index]

    class LookAlike(Registered):
        pass

    class Other:
        def __len__(self):
            return 2

        def __getitem__(self, index):
            return [10, 20][index]

    collections.abc.Sequence.register(Registered)
    return [span(attributes={"yes": Registered(), "sub": LookAlike(), "no": Other()})]


@case(
    "dict-subclass-with-own-items",
    "logs",
    PY + "issues/4421",
    "A dict subclass whose items() differs from its storage (werkzeug's MultiDict keeps lists inside).",
    title="dict subclass that overrides items()",
    want="Use items(), not the raw storage.",
    tags=("logs", "containers", "fast-path-trap"),
    near=True,
)
def _():
    class FirstValueDict(dict):
        def items(self):
            return [(key, values[0]) for key, values in super().items()]

    return [log(body=FirstValueDict(a=["x", "y"]), attributes={"args": FirstValueDict(b=[1, 2])})]


@case(
    "list-subclass-with-own-iter",
    "logs",
    PY + "issues/4421",
    "A list subclass with its own __iter__ (lazy or filtering lists).",
    title="list subclass that overrides __iter__",
    want="Iterate it, do not read the items array.",
    tags=("logs", "containers", "fast-path-trap"),
    near=True,
)
def _():
    class Doubled(list):
        def __iter__(self):
            return (2 * item for item in super().__iter__())

    return [log(body=Doubled([1, 2, 3]))]


@case(
    "non-string-keys-nested",
    "logs",
    PY + "issues/3202",
    "Keys of nested mappings go through str(): ints, None, tuples, bools and floats become text.",
    title="Non-string keys in nested mappings",
    want="str(key), duplicates kept in order.",
    tags=("logs", "keys"),
    near=True,
)
def _():
    return [log(body={1: "a", "1": "b", None: "c", (1, 2): "d", True: "e", 1.5: "f", b"k": "g"})]  # noqa: F601


@case(
    "non-string-keys-top-level",
    "traces",
    PY + "pull/5266",
    "An int key at the top level of raw attributes is lost (nested it would be kept).",
    "better",
    title="Non-string keys at the top level",
    want="str(key), as for nested mappings.",
    tags=("traces", "keys", "attribute-lost"),
    logs=ATTRIBUTE_LOG,
    near=True,
)
def _():
    return [span(attributes={1: "a", ("x",): "b", "kept": 2})]


@case(
    "broken-str-of-value",
    "traces",
    GH + "pydantic/logfire/issues/867",
    "An object whose __str__ raises: the reference's own error message calls it.",
    "better",
    title="A value whose __str__ raises",
    want="Only that attribute is lost, whatever its methods do.",
    tags=("traces", "wrong-type", "attribute-lost"),
    logs=ATTRIBUTE_LOG,
    near=True,
)
def _():
    class Broken:
        def __str__(self):
            raise RuntimeError("no text")

        __repr__ = __str__

    return [span(attributes={"bad": Broken(), "kept": 1})]


@case(
    "user-string",
    "traces",
    PY + "issues/5564",
    "UserString is a Sequence of UserStrings of length one: endless recursion.",
    "better",
    title="collections.UserString recurses for ever",
    want="Its text; at the least one lost attribute and never a crash of the process.",
    tags=("traces", "recursion", "attribute-lost"),
    logs="maximum recursion depth exceeded",
    near=True,
)
def _():
    return [span(attributes={"name": collections.UserString("text"), "kept": 1})]
