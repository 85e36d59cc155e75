"""Inputs taken from public bug reports about encoding telemetry to OTLP.

Every case names the report it comes from; the code is our own. The modules follow the sections of the collection.
"""

from __future__ import annotations

from tests.cases import (
    a_text,
    b_integers,
    c_containers,
    c_values,
    d_depth,
    e_times,
    f_span_members,
    f_span_objects,
    g_grouping,
    h_histograms,
    h_metrics,
    i_log_members,
    i_log_records,
    j_size,
    k_numpy,
)
from tests.cases.registry import CASES, Case, cases_of

SECTIONS = (
    a_text,
    b_integers,
    c_values,
    c_containers,
    d_depth,
    e_times,
    f_span_members,
    f_span_objects,
    g_grouping,
    h_metrics,
    h_histograms,
    i_log_members,
    i_log_records,
    j_size,
    k_numpy,
)

__all__ = ["CASES", "SECTIONS", "Case", "cases_of"]
