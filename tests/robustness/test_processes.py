"""Threads, forks, spawned processes, the end of the interpreter, re-imports and sub-interpreters."""

from __future__ import annotations

import sys
import threading

import pytest

from tests.robustness.places import SERIALIZE, in_every_signal, usual
from tests.robustness.subprocesses import output_of, run

needs_fork = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")


@needs_fork
def test_parent_and_child_of_a_fork_both_serialize():
    script = """
expected = proto_native.serialize_spans([span()] * 100)
read, write = os.pipe()
child = os.fork()
if child == 0:
    os.write(write, proto_native.serialize_spans([span()] * 100))
    os._exit(0)
assert proto_native.serialize_spans([span()] * 100) == expected
os.close(write)
data = b""
for part in iter(lambda: os.read(read, 1 << 20), b""):
    data += part
assert os.waitpid(child, 0)[1] == 0
print(data == expected)
"""
    assert output_of(script) == "True\n"


@needs_fork
def test_a_child_forked_while_threads_are_inside_a_call_serializes():
    script = """
batch = [span() for _ in range(2000)]
expected = proto_native.serialize_spans(batch)
stop = threading.Event()
def work():
    while not stop.is_set():
        proto_native.serialize_spans(batch)
threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads:
    thread.start()
for _ in range(20):
    child = os.fork()
    if child == 0:
        os._exit(0 if proto_native.serialize_spans(batch) == expected else 1)
    assert os.waitpid(child, 0)[1] == 0
stop.set()
for thread in threads:
    thread.join()
print("fine")
"""
    # Python itself warns of forks beside threads from 3.12 on.
    assert output_of(script, "-W", "ignore::DeprecationWarning") == "fine\n"


def test_a_spawned_process_serializes(tmp_path):
    script = tmp_path / "spawned.py"
    script.write_text(
        "import multiprocessing\n"
        "from opentelemetry import proto_native\n"
        "from opentelemetry.sdk.trace import ReadableSpan\n"
        "from opentelemetry.trace import SpanContext\n"
        "def work(number):\n"
        "    return proto_native.serialize_spans([ReadableSpan('n', SpanContext(1, 2, False))] * number)\n"
        "if __name__ == '__main__':\n"
        "    with multiprocessing.get_context('spawn').Pool(2) as pool:\n"
        "        print([len(data) > 0 for data in pool.map(work, [1, 2, 3])])\n"
    )
    assert output_of(f"import runpy; runpy.run_path({str(script)!r}, run_name='__main__')") == "[True, True, True]\n"


@in_every_signal
def test_sixteen_threads_get_the_same_bytes_at_once(signal):
    batch = usual(signal, 300)
    expected = SERIALIZE[signal](batch)
    results: list = []
    start = threading.Barrier(16)

    def work() -> None:
        start.wait()
        results.extend(SERIALIZE[signal](batch) == expected for _ in range(20))

    threads = [threading.Thread(target=work) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [True] * 320


INSIDE = {
    "our own code": "ReadableSpan",
    "Python code that computes": 'type("S", (ReadableSpan,), {"name": property(lambda s: str(sum(range(3000))))})',
    "Python code that sleeps": 'type("S", (ReadableSpan,), {"name": property(lambda s: time.sleep(0.001))})',
}


@pytest.mark.parametrize("cls", INSIDE.values(), ids=INSIDE)
def test_the_interpreter_may_end_while_daemon_threads_are_inside_a_call(cls):
    script = f"""
batch = [span({cls}) for _ in range(20000)]
def work():
    while True:
        proto_native.serialize_spans(batch)
for _ in range(4):
    threading.Thread(target=work, daemon=True).start()
time.sleep(0.2)
print("end")
"""
    for _ in range(3):
        assert output_of(script) == "end\n"


def test_a_module_that_is_imported_afresh_works_and_so_does_the_old_one():
    script = """
for name in [name for name in sys.modules if name.startswith("opentelemetry.proto_native")]:
    del sys.modules[name]
import importlib
again = importlib.import_module("opentelemetry.proto_native")
print(again is not proto_native, again.serialize_spans([span()]) == proto_native.serialize_spans([span()]))
for module in (again, proto_native):
    try:
        module.serialize_spans([5])
    except again.EncodeError as error:
        print(error)
"""
    fault = "spans[0].resource: AttributeError raised while reading it"
    assert output_of(script) == f"True True\n{fault}\n{fault}\n"


def test_a_sub_interpreter_gets_a_clear_import_error_and_the_main_one_goes_on():
    script = """
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
code = '''
try:
    import opentelemetry.proto_native
except ImportError as error:
    print(error)
'''
for _ in range(2):
    # One that shares the GIL where there is a choice: with a GIL of its own, CPython refuses the import by itself.
    try:
        made = interpreters.create("legacy")
    except TypeError:
        made = interpreters.create(isolated=False)
    run = interpreters.exec if hasattr(interpreters, "exec") else interpreters.run_string
    run(made, code)
    interpreters.destroy(made)
print(len(proto_native.serialize_spans([span()])) > 0, flush=True)
"""
    done = run(script, "-W", "ignore")
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.count("main interpreter only") == 2
    assert done.stdout.endswith("True\n")
