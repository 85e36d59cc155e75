"""Section K: the same with the real numpy, where it is installed."""

from __future__ import annotations

from opentelemetry.sdk.metrics import Exemplar
from opentelemetry.sdk.metrics.export import Buckets

from tests.cases.makers import ATTRIBUTE_LOG, T0, exponential, gauge, histogram, log, span
from tests.cases.registry import GH, PY, case

ADEPT = GH + "ergodicio/adept/pull/82"
PHOENIX = GH + "Arize-ai/phoenix/pull/4838"
INFERENCE = GH + "Arize-ai/openinference/pull/394"


@case(
    "np-float64-and-str",
    "traces",
    INFERENCE,
    "numpy.float64, str_ and bytes_ are subclasses of float, str and bytes.",
)
def _():
    import numpy as np

    return [span(attributes={"f": np.float64(1.5), "s": np.str_("x"), "b": np.bytes_(b"y")})]


@case(
    "np-scalars-lost",
    "traces",
    INFERENCE,
    "int64, float32, bool_ and arrays are lost as attribute values.",
    "better",
    want="int_value, double_value, bool_value, array_value.",
    logs=ATTRIBUTE_LOG,
)
def _():
    import numpy as np

    values = {"i": np.int64(1), "f": np.float32(1.1), "b": np.bool_(True), "a": np.array([1, 2])}
    return [span(attributes={**values, "kept": 1})]


@case("np-int64-value", "metrics", ADEPT, "int64 becomes a double.", "better", want="as_int.")
def _():
    import numpy as np

    return gauge(np.int64(7))


@case("np-float32-value", "metrics", ADEPT, "float32 widens to a double.")
def _():
    import numpy as np

    return gauge(np.float32(1.1))


@case("np-bool-value", "metrics", ADEPT, "bool_ becomes 1.0.", "better", want="as_int.")
def _():
    import numpy as np

    return gauge(np.bool_(True))


@case(
    "np-exemplar",
    "metrics",
    PY + "issues/4250",
    "An exemplar with int64 loses every metric.",
    "raises",
    error="EncodingException",
)
def _():
    import numpy as np

    return gauge(1, exemplars=[Exemplar({}, np.int64(7), T0)])


@case("np-histogram-arrays", "metrics", PHOENIX, "Arrays as counts and bounds of an explicit histogram work.")
def _():
    import numpy as np

    return histogram(bucket_counts=np.array([1, 1, 1]), explicit_bounds=np.array([1.0, 2.0]))


@case(
    "np-exponential-arrays",
    "metrics",
    PHOENIX,
    "Arrays as exponential buckets raise.",
    "raises",
    error="EncodingException",
)
def _():
    import numpy as np

    return exponential(positive=Buckets(1, np.array([1, 2])))


@case("np-log-body", "logs", PY + "issues/3389", "int64 as a log body loses the batch.", "raises", error="Exception")
def _():
    import numpy as np

    return [log(body={"n": np.int64(1)})]
