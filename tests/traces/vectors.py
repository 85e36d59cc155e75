"""The span vectors of conformance.md section 12: what is encoded, and the whole request in hexadecimal."""

from __future__ import annotations

from typing import Any, Callable, NamedTuple

from opentelemetry.attributes import BoundedAttributes
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import SpanKind, TraceState
from opentelemetry.trace.status import Status, StatusCode

from tests.objects.spans import context, event, link, span


class Vector(NamedTuple):
    """One row of the table."""

    title: str
    make: Callable[[], Any]
    hex: str

    def __str__(self) -> str:
        return self.title


def _four() -> list:
    a, b = Resource({"a": 1}), Resource({"b": 1})
    s1, s2 = InstrumentationScope("s1"), InstrumentationScope("s2")
    rows = (("1", a, s1), ("2", b, s1), ("3", a, s2), ("4", a, s1))
    return [span(name=name, resource=resource, instrumentation_scope=scope) for name, resource, scope in rows]


VECTORS = [
    Vector(
        "empty batch",
        list,
        "",
    ),
    Vector(
        "the base span alone",
        lambda: [span()],
        "0a310a00122d0a0012290a1000000000000000000000000000000001120800000000000000022a016e30017a00850100010000",
    ),
    Vector(
        "a local parent",
        lambda: [span(parent=context(9, 8))],
        "0a3b0a0012370a0012330a10000000000000000000000000000000011208000000000000000222080000000000000008"
        "2a016e30017a00850100010000",
    ),
    Vector(
        "a remote parent",
        lambda: [span(parent=context(9, 8, is_remote=True))],
        "0a3b0a0012370a0012330a10000000000000000000000000000000011208000000000000000222080000000000000008"
        "2a016e30017a00850100030000",
    ),
    Vector(
        "status None",
        lambda: [span(status=None)],
        "0a2f0a00122b0a0012270a1000000000000000000000000000000001120800000000000000022a016e3001850100010000",
    ),
    Vector(
        "status ERROR with a description",
        lambda: [span(status=Status(StatusCode.ERROR, "d"))],
        "0a360a0012320a00122e0a1000000000000000000000000000000001120800000000000000022a016e30017a05120164"
        "1802850100010000",
    ),
    Vector(
        "a trace state of two entries",
        lambda: [span(context=context(trace_state=TraceState([("a", "1"), ("b", "2")])))],
        "0a3a0a0012360a0012320a1000000000000000000000000000000001120800000000000000021a07613d312c623d322a"
        "016e30017a00850100010000",
    ),
    Vector(
        "times and kind",
        lambda: [span(start_time=5, end_time=6, kind=SpanKind.CLIENT)],
        "0a430a00123f0a00123b0a1000000000000000000000000000000001120800000000000000022a016e30033905000000"
        "000000004106000000000000007a00850100010000",
    ),
    Vector(
        "the zero value of every kind of attribute",
        lambda: [span(attributes={"k": None, "e": "", "z": 0, "f": False})],
        "0a530a00124f0a00124b0a1000000000000000000000000000000001120800000000000000022a016e30014a050a016b"
        "12004a070a016512020a004a070a017a120218004a070a0166120210007a00850100010000",
    ),
    Vector(
        "nested values",
        lambda: [span(attributes={"l": [1, None, "a"], "d": {"x": -1}, "b": b"", "w": 1.5})],
        "0a790a0012750a0012710a1000000000000000000000000000000001120800000000000000022a016e30014a120a016c"
        "120d2a0b0a0218010a000a030a01614a190a0164121432120a100a0178120b18ffffffffffffffffff014a070a016212"
        "023a004a0e0a0177120921000000000000f83f7a00850100010000",
    ),
    Vector(
        "a bad attribute beside a good one",
        lambda: [span(attributes={"bad": object(), "ok": True})],
        "0a3b0a0012370a0012330a1000000000000000000000000000000001120800000000000000022a016e30014a080a026f"
        "6b120210017a00850100010000",
    ),
    Vector(
        "an event with an attribute",
        lambda: [span(events=[event("e", {"a": 1}, 7)])],
        "0a480a0012440a0012400a1000000000000000000000000000000001120800000000000000022a016e30015a15090700"
        "0000000000001201651a070a0161120218017a00850100010000",
    ),
    Vector(
        "a remote link with an attribute",
        lambda: [span(links=[link({"a": 1}, is_remote=True)])],
        "0a5d0a0012590a0012550a1000000000000000000000000000000001120800000000000000022a016e30016a2a0a1000"
        "0000000000000000000000000000031208000000000000000422070a01611202180135000300007a00850100010000",
    ),
    Vector(
        "attributes beyond their capacity",
        lambda: [span(attributes=BoundedAttributes(1, {"a": 1, "b": 2}))],
        "0a3c0a0012380a0012340a1000000000000000000000000000000001120800000000000000022a016e30014a070a0162"
        "1202180250017a00850100010000",
    ),
    Vector(
        "a scope with every member",
        lambda: [span(instrumentation_scope=InstrumentationScope("s", "1", "su", {"a": 1}))],
        "0a440a0012400a0f0a01731201311a070a01611202180112290a10000000000000000000000000000000011208000000"
        "00000000022a016e30017a008501000100001a027375",
    ),
    Vector(
        "a resource with a schema URL",
        lambda: [span(resource=Resource({"r": "x"}, "ru"))],
        "0a3f0a0a0a080a017212030a0178122d0a0012290a100000000000000000000000000000000112080000000000000002"
        "2a016e30017a008501000100001a027275",
    ),
    Vector(
        "four spans in three groups",
        _four,
        "0a9c010a090a070a016112021801125c0a040a02733112290a1000000000000000000000000000000001120800000000"
        "000000022a013130017a0085010001000012290a1000000000000000000000000000000001120800000000000000022a"
        "013430017a0085010001000012310a040a02733212290a10000000000000000000000000000000011208000000000000"
        "00022a013330017a008501000100000a3e0a090a070a01621202180112310a040a02733112290a100000000000000000"
        "0000000000000001120800000000000000022a013230017a00850100010000",
    ),
    Vector(
        "scopes that differ in 1 and True are one group",
        lambda: [
            span(name=name, instrumentation_scope=InstrumentationScope("s", attributes={"a": value}))
            for name, value in (("1", 1), ("2", True))
        ],
        "0a680a0012640a0c0a01731a070a01611202180112290a10000000000000000000000000000000011208000000000000"
        "00022a013130017a0085010001000012290a1000000000000000000000000000000001120800000000000000022a0132"
        "30017a00850100010000",
    ),
    Vector(
        "resources that differ in 1 and True are two groups",
        lambda: [span(name=name, resource=Resource({"a": value})) for name, value in (("1", 1), ("2", True))],
        "0a3a0a090a070a016112021801122d0a0012290a1000000000000000000000000000000001120800000000000000022a"
        "013130017a008501000100000a3a0a090a070a016112021001122d0a0012290a10000000000000000000000000000000"
        "01120800000000000000022a013230017a00850100010000",
    ),
]
