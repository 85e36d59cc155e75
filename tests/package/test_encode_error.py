"""EncodeError says where and why, and survives the ways in which Python hands exceptions on."""

from __future__ import annotations

import copy
import pickle

import pytest
from opentelemetry.proto_native import EncodeError


def error() -> EncodeError:
    return EncodeError("traces", 3, "spans[3].events[0].name", "expected text, found int")


def test_it_is_a_value_error_whose_message_is_path_and_reason():
    assert isinstance(error(), ValueError)
    assert str(error()) == "spans[3].events[0].name: expected text, found int"
    assert error().args == (str(error()),)


def test_it_tells_signal_index_path_and_reason_apart():
    raised = error()
    assert (raised.signal, raised.index, raised.path, raised.reason) == (
        "traces",
        3,
        "spans[3].events[0].name",
        "expected text, found int",
    )


def test_no_index_where_no_single_record_is_to_blame():
    assert EncodeError("metrics", None, "resource_metrics", "expected an iterable, found int").index is None


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_pickled_error_is_the_same_error(protocol):
    restored = pickle.loads(pickle.dumps(error(), protocol))
    assert type(restored) is EncodeError
    assert (restored.args, vars(restored)) == (error().args, vars(error()))


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy])
def test_a_copied_error_is_the_same_error(duplicate):
    restored = duplicate(error())
    assert (restored.args, vars(restored)) == (error().args, vars(error()))


def test_what_was_added_to_an_error_travels_with_it():
    noted = error()
    noted.batch = "retry-7"
    assert pickle.loads(pickle.dumps(noted)).batch == "retry-7"


def test_an_error_of_a_subclass_keeps_its_class():
    assert type(copy.copy(Refined("logs", 0, "records[0].body", "nested too deeply"))) is Refined


class Refined(EncodeError):
    """A subclass as a user may write one."""
