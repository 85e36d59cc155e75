"""What is found out once a process, when Python code comes between: a finalizer, during the very first call."""

from __future__ import annotations

import sys

import pytest

from tests.robustness.subprocesses import output_of

pytestmark = pytest.mark.skipif(
    not hasattr(sys, "getrefcount"), reason="a collection at a chosen allocation is CPython's"
)

# After `allocations` more objects the collector finds a cycle whose finalizer does something.
AMBUSH = """
import faulthandler, gc
faulthandler.dump_traceback_later(30, exit=True)
ran = []

class Ambush:
    def __init__(self, act):
        self.act, self.me = act, self
    def __del__(self):
        ran.append(1)
        self.act()

def lay(act, allocations):
    gc.collect()
    Ambush(act)
    gc.set_threshold(gc.get_count()[0] + allocations, 1000, 1000)
    gc.enable()

gc.disable()
"""


@pytest.mark.parametrize("allocations", range(12))
def test_a_finalizer_may_serialize_during_the_first_call_of_a_process(allocations):
    script = f"""
{AMBUSH}
spans = [span()]
expected = len(proto_native.serialize_spans([])) == 0
lay(lambda: proto_native.serialize_spans([span()]), {allocations})
data = proto_native.serialize_spans(spans)
gc.disable()
print(data == proto_native.serialize_spans(spans))
"""
    assert output_of(script, timeout=60) == "True\n"


@pytest.mark.parametrize("character", ["e", "\u00e9", "\U0001f600"], ids=["ASCII", "Latin-1", "astral"])
@pytest.mark.parametrize("allocations", range(3))
@pytest.mark.parametrize("act", ["VALUE.clear()", "proto_native.serialize_spans([span(attributes={'a': TEXT})])"])
def test_the_first_long_text_of_a_process_may_meet_a_finalizer(character, allocations, act):
    script = f"""
{AMBUSH}
TEXT = {character!r} * 300
VALUE = [str(number) + TEXT for number in range(4)]
kept = []

class Laying(dict):
    def items(self):
        lay(lambda: ({act}, kept.append([bytes(700) for _ in range(50)])), {allocations})
        return [("list", VALUE)]

data = proto_native.serialize_spans([span(attributes=Laying(a=1))])
gc.disable()
print(data.count(TEXT.encode()) in (0, 4))
"""
    assert output_of(script, timeout=60, PYTHONMALLOC="debug") == "True\n"


def test_another_thread_may_change_a_container_while_the_first_long_text_of_a_process_is_written():
    script = """
VALUE = list(range(1_000_000, 1_100_000)) + [str(number) + "\\u00e9" * 300 for number in range(4)]
whole = len(VALUE)
reading, kept = threading.Event(), []
sys.setswitchinterval(1e-6)

def change():
    reading.wait()
    VALUE.clear()
    kept.extend(bytes(700) for _ in range(50))

class Telling(dict):
    def items(self):
        reading.set()
        return [("list", VALUE)]

thread = threading.Thread(target=change)
thread.start()
data = proto_native.serialize_spans([span(attributes=Telling(a=1))])
thread.join()
print(data.count(("\\u00e9" * 300).encode()) in (0, 4))
"""
    for _ in range(3):
        assert output_of(script, timeout=60, PYTHONMALLOC="debug") == "True\n"
