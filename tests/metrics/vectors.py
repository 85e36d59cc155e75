"""The metrics vectors of conformance.md section 12: what is encoded, and the whole request in hexadecimal."""

from __future__ import annotations

from opentelemetry.sdk.metrics.export import MetricsData

from tests.objects.metrics import (
    DELTA,
    exemplar,
    exponential,
    exponential_point,
    gauge,
    histogram,
    histogram_point,
    in_resource,
    metrics,
    number,
    sum_of,
)
from tests.traces.vectors import Vector

VECTORS = [
    Vector(
        "no resource entries",
        lambda: MetricsData([]),
        "",
    ),
    Vector(
        "a resource entry without scopes",
        lambda: MetricsData([in_resource()]),
        "0a020a00",
    ),
    Vector(
        "a scope entry without metrics",
        metrics,
        "0a090a0012050a030a0173",
    ),
    Vector(
        "a gauge of int 0",
        lambda: metrics(gauge(number(0))),
        "0a2a0a0012260a030a0173121f0a016d1201641a01752a140a12190200000000000000310000000000000000",
    ),
    Vector(
        "a gauge of float 0.0",
        lambda: metrics(gauge(number(0.0))),
        "0a2a0a0012260a030a0173121f0a016d1201641a01752a140a12190200000000000000210000000000000000",
    ),
    Vector(
        "a gauge without points",
        lambda: metrics(gauge()),
        "0a140a0012100a030a017312090a016d1201641a0175",
    ),
    Vector(
        "a sum, DELTA, monotonic",
        lambda: metrics(sum_of(number(3, attributes={"a": 1}), temporality=DELTA)),
        "0a400a00123c0a030a017312350a016d1201641a01753a2a0a2411010000000000000019020000000000000031030000"
        "00000000003a070a01611202180110011801",
    ),
    Vector(
        "a sum, CUMULATIVE, not monotonic, with an exemplar",
        lambda: metrics(
            sum_of(number(-3.5, exemplars=[exemplar(1.5, filtered_attributes={"f": 1})]), is_monotonic=False)
        ),
        "0a6e0a00126a0a030a017312630a016d1201641a01753a580a5411010000000000000019020000000000000021000000"
        "0000000cc02a3711050000000000000019000000000000f83f220800000000000000032a100000000000000000000000"
        "00000000043a070a0166120218011002",
    ),
    Vector(
        "a histogram, DELTA",
        lambda: metrics(histogram(histogram_point())),
        "0a6c0a0012680a030a017312610a016d1201641a01754a560a5211010000000000000019020000000000000021030000"
        "00000000002900000000000012403210010000000000000002000000000000003a08000000000000f03f590000000000"
        "0000006100000000000000401001",
    ),
    Vector(
        "a histogram without min and max",
        lambda: metrics(
            histogram(histogram_point(count=0, sum=0, bucket_counts=(0, 0), explicit_bounds=(0.0,), min=None, max=None))
        ),
        "0a510a00124d0a030a017312460a016d1201641a01754a3b0a3711010000000000000019020000000000000029000000"
        "00000000003210000000000000000000000000000000003a0800000000000000001001",
    ),
    Vector(
        "an exponential histogram, CUMULATIVE",
        lambda: metrics(exponential(exponential_point())),
        "0a640a0012600a030a017312590a016d1201641a0175524e0a4a11010000000000000019020000000000000021030000"
        "0000000000290000000000001240300339010000000000000042070801120301ac0261000000000000f03f6900000000"
        "000000401002",
    ),
    Vector(
        "an unsupported data class",
        lambda: metrics(object()),
        "0a140a0012100a030a017312090a016d1201641a0175",
    ),
]
