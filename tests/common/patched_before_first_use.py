"""Run as a program by test_shortcut_rule.py: SDK classes are patched before the first call of serialize_spans.

Prints, in hexadecimal: the patched span, the same once the patches are undone, a duck with what the patches show, and
a duck with what they hide.
"""

from __future__ import annotations

import inspect
import sys

from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import Event, ReadableSpan
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import Link, SpanContext, TraceState
from opentelemetry.trace.status import Status, StatusCode

from tests.objects.masks import PATCHES
from tests.objects.spans import context, duck, duck_span

PATCHED = {
    (ReadableSpan, "name"): ("secret", "masked"),
    (ReadableSpan, "attributes"): ({"k": "secret"}, {"k": "masked"}),
    (Event, "name"): ("secret", "masked"),
    (Link, "attributes"): ({"k": "secret"}, {"k": "masked"}),
    (Status, "description"): ("secret", "masked"),
    (Resource, "attributes"): ({"k": "secret"}, {"k": "masked"}),
    (InstrumentationScope, "name"): ("secret", "masked"),
    (SpanContext, "span_id"): (9, 7),
    (TraceState, "items"): ([("k", "secret")], [("k", "masked")]),
}


def held() -> ReadableSpan:
    """A span of SDK objects only, full of secrets."""
    return ReadableSpan(
        "secret",
        SpanContext(1, 9, False, trace_state=TraceState([("k", "secret")])),
        resource=Resource({"k": "secret"}),
        attributes={"k": "secret"},
        events=[Event("secret", None, 7)],
        links=[Link(SpanContext(3, 9, False), {"k": "secret"})],
        status=Status(StatusCode.ERROR, "secret"),
        instrumentation_scope=InstrumentationScope("secret"),
    )


def shown(position: int) -> object:
    """The same of no SDK class: with position 0 as it is held, with 1 as the patches show it."""
    values = {(cls.__name__, member): both[position] for (cls, member), both in PATCHED.items()}
    state = duck(items=lambda: values["TraceState", "items"])
    mapping = values["Resource", "attributes"]
    return duck_span(
        name=values["ReadableSpan", "name"],
        attributes=values["ReadableSpan", "attributes"],
        context=context(1, values["SpanContext", "span_id"], trace_state=state),
        events=[duck(name=values["Event", "name"], timestamp=7, attributes=None, dropped_attributes=0)],
        links=[
            duck(
                context=duck(trace_id=3, span_id=values["SpanContext", "span_id"], is_remote=False),
                attributes=values["Link", "attributes"],
                dropped_attributes=0,
            )
        ],
        status=duck(status_code=StatusCode.ERROR, description=values["Status", "description"]),
        resource=Resource(mapping),
        instrumentation_scope=InstrumentationScope(values["InstrumentationScope", "name"]),
    )


def main(way: str) -> None:
    spans = [held()]
    originals = {}
    for (cls, member), (_, value) in PATCHED.items():
        originals[cls, member] = vars(cls).get(member), inspect.getattr_static(cls, member)
        setattr(cls, member, PATCHES[way](cls, member, value))

    from opentelemetry.proto_native import serialize_spans

    print(serialize_spans(spans).hex())
    for (cls, member), (own, _) in originals.items():
        if own is None:
            delattr(cls, member)
        else:
            setattr(cls, member, own)
    print(serialize_spans(spans).hex())
    print(serialize_spans([shown(1)]).hex())
    print(serialize_spans([shown(0)]).hex())


if __name__ == "__main__":
    main(sys.argv[1])
