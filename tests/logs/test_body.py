"""Log bodies: every kind of AnyValue, subclasses and near relations, nesting; what can't be written raises."""

from __future__ import annotations

import array
import collections
import collections.abc
import datetime
import decimal
import math
import types
import uuid

import pytest
from opentelemetry.proto_native import EncodeError, serialize_logs

from tests.objects.logs import log
from tests.objects.nesting import DICT, LIST, mixtures, nested
from tests.objects.values import (
    Colour,
    Doubled,
    FloatOnly,
    Index,
    Level,
    LookAlike,
    Masked,
    MaskedOrdered,
    Point,
    Raw,
    Real,
    Registered,
    Text,
    Whole,
    Word,
    name_of,
)
from tests.reference import compare, needs_none, needs_reference
from tests.wire import one_of

BODY = (1, 2, 2, 5)
KINDS = {
    "text": ("caf\u00e9", "0a05636166c3a9"),
    "empty text": ("", "0a00"),
    "True": (True, "1001"),
    "False": (False, "1000"),
    "int": (300, "18ac02"),
    "zero": (0, "1800"),
    "negative int": (-1, "18ffffffffffffffffff01"),
    "float": (1.5, "21000000000000f83f"),
    "minus zero": (-0.0, "210000000000000080"),
    "bytes": (b"\xff", "3a01ff"),
    "empty bytes": (b"", "3a00"),
    "list": ([1, "a"], "2a090a0218010a030a0161"),
    "empty list": ([], "2a00"),
    "tuple": ((True,), "2a040a021001"),
    "dict": ({"a": 1}, "32090a070a016112021801"),
    "empty dict": ({}, "3200"),
}
KEPT = [
    *[Text("own"), Raw(b"own"), Whole(7), Real(1.5), Level.HIGH, Word.A],
    *[math.inf, math.nan, 2**63 - 1, -(2**63), "\x00\U0001f600", "x" * 127, "x" * 128, "\u00e9" * 8192, b"x" * 16384],
    *[range(3), collections.deque([1]), bytearray(b"ab"), memoryview(b"ab"), Registered()],
    *[Point(1, 2), Doubled([1]), types.MappingProxyType({"a": 1}), collections.OrderedDict(a=1), Masked(a=1)],
    *[MaskedOrdered(a=1), collections.ChainMap({"a": 1}), collections.UserDict(a=1)],
    *[{2: "a", None: "b", True: [{}], 1.5: (), b"x": b"", "": {"": ""}}, [[[], {}], ({"a": [1, {"b": "c"}]},)]],
]
REFUSED = [
    *[Colour.RED, Index(3), FloatOnly(), decimal.Decimal("1.5"), 1j, {1}, frozenset(), ..., len, object(), LookAlike()],
    *[datetime.datetime(2024, 1, 1), uuid.UUID(int=1), ValueError("x"), iter([1]), (item for item in [1]), {}.keys()],
    *[2**63, -(2**63) - 1, "\ud800", "a\ud83d\ude00", Word.ODD],
]
# An array is a Sequence from Python 3.10 on.
ARRAY = array.array("d", [1.5])
(KEPT if isinstance(ARRAY, collections.abc.Sequence) else REFUSED).append(ARRAY)


@pytest.mark.parametrize(("body", "content"), KINDS.values(), ids=KINDS)
def test_each_kind_of_body_gives_its_bytes(body, content):
    assert one_of(serialize_logs([log(body=body)]), *BODY).hex() == content


@needs_none
@pytest.mark.parametrize("body", [None, [None], {"a": None}, [None, {"a": [None]}], (None, 1)], ids=repr)
def test_none_is_an_empty_value_everywhere(body):
    compare([log(body=body)], "logs")


@needs_reference
@pytest.mark.parametrize("body", [*[body for body, _ in KINDS.values()], *KEPT], ids=name_of)
def test_a_body_gives_the_reference_bytes_alone_and_inside_containers(body):
    for value in (body, [body], {"k": body}, [{"k": [0, body, "z"]}]):
        assert compare([log(body=value)], "logs").error is None


@needs_reference
@pytest.mark.parametrize("body", REFUSED, ids=name_of)
def test_a_body_that_any_value_has_no_member_for_raises_with_its_path(body):
    for value, path in ((body, ""), ([1, body], "[1]"), ({"k": [{"l": body}]}, '["k"][0]["l"]')):
        made = compare([log(), log(body=value)], "logs")
        assert type(made.error) is EncodeError
        assert made.error.path == f"logs[1].body{path}"


@needs_reference
@pytest.mark.parametrize("key", ["\ud800", Word.ODD, ("\udfff",)], ids=["surrogate", "enum", "in a tuple"])
def test_a_key_with_a_lone_surrogate_inside_a_body(key):
    compare([log(body={"a": {key: 1}})], "logs")


@needs_reference
def test_a_body_is_not_an_attribute_so_that_nothing_is_logged():
    assert compare([log(body={1})], "logs").records == []


BUDGET = 97


@needs_reference
@pytest.mark.parametrize(("kind", "fine"), [(LIST, 48), (DICT, 32)], ids=["lists", "dicts"])
def test_the_limits_for_lists_alone_and_dicts_alone_are_those_of_the_table(kind, fine):
    assert compare([log(body=nested([kind] * fine))], "logs").error is None
    assert type(compare([log(body=nested([kind] * (fine + 1)))], "logs").error) is EncodeError


@needs_reference
@pytest.mark.parametrize("leaf", ["leaf", 0, b"", 1.5, True], ids=repr)
def test_mixed_containers_within_the_limit_give_the_reference_bytes(leaf):
    for kinds in mixtures(BUDGET):
        assert compare([log(body=nested(kinds, leaf))], "logs").error is None


@needs_reference
@pytest.mark.parametrize("beyond", [1, 2, 3])
def test_mixed_containers_beyond_the_limit_raise(beyond):
    for kinds in mixtures(BUDGET + beyond):
        assert type(compare([log(body=nested(kinds))], "logs").error) is EncodeError


@needs_reference
@pytest.mark.parametrize("leaf", [[], {}, (), collections.deque()], ids=repr)
def test_an_empty_container_takes_one_message_more_than_a_scalar(leaf):
    for kinds in mixtures(BUDGET - 1):
        assert compare([log(body=nested(kinds, leaf))], "logs").error is None
    for kinds in mixtures(BUDGET):
        assert type(compare([log(body=nested(kinds, leaf))], "logs").error) is EncodeError


@pytest.mark.parametrize("depth", [100, 200, 1000, 5000])
def test_deep_bodies_raise_and_do_no_harm(depth):
    for kind in (LIST, DICT):
        with pytest.raises(EncodeError, match="nested too deeply"):
            serialize_logs([log(body=nested([kind] * depth))])


def test_a_body_that_contains_itself_raises():
    ring = [1]
    ring.append(ring)
    loop = {"a": 1}
    loop["b"] = {"c": [loop]}
    for body in (ring, loop):
        with pytest.raises(EncodeError, match="nested too deeply"):
            serialize_logs([log(body=body)])
