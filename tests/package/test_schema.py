"""Our schema in `proto/` states the same facts as the official `opentelemetry-proto` package, no more and no fewer."""

from __future__ import annotations

import importlib
import shutil
import subprocess
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Any, Callable

import pytest
from google.protobuf import descriptor_pb2 as pb

ROOT = Path(__file__).parents[2]

# The release whose facts we transcribed. An older one may state fewer of them, but none that differs.
TRANSCRIBED = (1, 45)

# OTLP has these packages, and we have no such signal.
LEFT_OUT = {"opentelemetry.proto.profiles.v1development", "opentelemetry.proto.collector.profiles.v1development"}

# The path of a file, message, field, enum, value or method, and what is said of it.
Facts = dict[str, dict[str, Any]]


def official_files() -> list[pb.FileDescriptorProto]:
    files = []
    for path in metadata.files("opentelemetry-proto") or []:
        if path.name.endswith("_pb2.py"):
            file = pb.FileDescriptorProto()
            importlib.import_module(".".join(path.with_suffix("").parts)).DESCRIPTOR.CopyToProto(file)
            files.append(file)
    return files


@pytest.fixture(scope="module")
def ours() -> Facts:
    cargo = shutil.which("cargo")
    if cargo is None:
        pytest.skip("needs cargo on PATH, to compile our descriptors")
    command = [cargo, "run", "--quiet", "--locked", "--example", "descriptors"]
    output = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
    return facts(file for file in pb.FileDescriptorSet.FromString(output).file if is_otlp(file))


@pytest.fixture(scope="module")
def theirs() -> Facts:
    return facts(file for file in official_files() if file.package not in LEFT_OUT)


def is_otlp(file: pb.FileDescriptorProto) -> bool:
    return file.package.startswith("opentelemetry.proto.")


def facts(files: Iterable[pb.FileDescriptorProto]) -> Facts:
    found: Facts = {}
    for file in files:
        found[file.name] = {"package": file.package, "syntax": file.syntax, "imports": sorted(file.dependency)}
        for message in file.message_type:
            found.update(message_facts(file.package, message))
        for enum in file.enum_type:
            found.update(enum_facts(file.package, enum))
        for service in file.service:
            found[f"{file.package}.{service.name}"] = {"options": str(service.options)}
            for method in service.method:
                found[f"{file.package}.{service.name}.{method.name}"] = {
                    "input": method.input_type,
                    "output": method.output_type,
                    "streaming": (method.client_streaming, method.server_streaming),
                    "options": str(method.options),
                }
    return found


def message_facts(scope: str, message: pb.DescriptorProto) -> Facts:
    path = f"{scope}.{message.name}"
    found = {path: frame_facts(message)}
    for field in message.field:
        found[f"{path}.{field.name}"] = {
            "number": field.number,
            "type": pb.FieldDescriptorProto.Type.Name(field.type),
            "type_name": field.type_name,
            "label": pb.FieldDescriptorProto.Label.Name(field.label),
            "oneof": message.oneof_decl[field.oneof_index].name if field.HasField("oneof_index") else None,
            "optional": field.proto3_optional,
            "options": str(field.options),
        }
    for inner in message.nested_type:
        found.update(message_facts(path, inner))
    for enum in message.enum_type:
        found.update(enum_facts(path, enum))
    return found


def enum_facts(scope: str, enum: pb.EnumDescriptorProto) -> Facts:
    path = f"{scope}.{enum.name}"
    found = {path: frame_facts(enum)}
    for value in enum.value:
        found[f"{path}.{value.name}"] = {"number": value.number, "options": str(value.options)}
    return found


def frame_facts(frame: pb.DescriptorProto | pb.EnumDescriptorProto) -> dict[str, Any]:
    return {
        "options": str(frame.options),
        "reserved_numbers": sorted((span.start, span.end) for span in frame.reserved_range),
        "reserved_names": sorted(frame.reserved_name),
    }


def test_every_official_fact_is_stated_by_our_schema_alike(ours: Facts, theirs: Facts) -> None:
    assert {path: ours.get(path) for path in theirs} == theirs


def test_our_schema_states_nothing_that_the_official_one_does_not(ours: Facts, theirs: Facts) -> None:
    release = tuple(int(part) for part in metadata.version("opentelemetry-proto").split(".")[:2])
    if release < TRANSCRIBED:
        pytest.skip(f"needs opentelemetry-proto {TRANSCRIBED}: an older release states less")
    assert sorted(ours) == sorted(theirs)


def test_only_the_packages_of_signals_that_we_lack_are_left_out(ours: Facts) -> None:
    official = {file.package for file in official_files() if is_otlp(file)}
    transcribed = {fact["package"] for fact in ours.values() if "package" in fact}
    assert official - transcribed <= LEFT_OUT
    assert not transcribed & LEFT_OUT


def renumber(file: pb.FileDescriptorProto) -> None:
    file.message_type[0].field[0].number += 100


def retype(file: pb.FileDescriptorProto) -> None:
    file.message_type[0].field[0].type = pb.FieldDescriptorProto.TYPE_BYTES


def relabel(file: pb.FileDescriptorProto) -> None:
    file.message_type[0].field[0].label = pb.FieldDescriptorProto.LABEL_OPTIONAL


def leave_the_oneof(file: pb.FileDescriptorProto) -> None:
    next(f for m in file.message_type for f in m.field if f.HasField("oneof_index")).ClearField("oneof_index")


def renumber_an_enum_value(file: pb.FileDescriptorProto) -> None:
    file.enum_type[0].value[1].number += 100


def drop_a_message(file: pb.FileDescriptorProto) -> None:
    del file.message_type[0]


@pytest.mark.parametrize("change", [renumber, retype, relabel, leave_the_oneof, renumber_an_enum_value, drop_a_message])
def test_the_comparison_sees_one_changed_fact(change: Callable[[pb.FileDescriptorProto], None]) -> None:
    metrics = next(file for file in official_files() if file.package == "opentelemetry.proto.metrics.v1")
    before = facts([metrics])
    change(metrics)
    assert facts([metrics]) != before
