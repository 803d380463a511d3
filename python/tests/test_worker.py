"""What goes wrong around the JVM: each is one clear exception, and no process stays behind."""

import multiprocessing
import os
import signal
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import plumbrank
from plumbrank import JavaNotFoundError, WorkerCrashedError, aggregate, evaluate
from plumbrank._worker import Worker, worker

PACKAGE = str(Path(plumbrank.__file__).parents[1])
QRELS, RUN = {"q": {"a": 1, "b": 0}}, {"q": {"a": 1.0, "b": 2.0}}


def is_running(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


def ends(pid, seconds=20):
    limit = time.monotonic() + seconds
    while is_running(pid) and time.monotonic() < limit:
        time.sleep(0.05)
    return not is_running(pid)


def python(code, **environment):
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": PACKAGE, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_a_killed_worker_is_an_exception_and_the_next_call_has_another():
    assert evaluate(QRELS, RUN, ["rr"]) == {"rr": 0.5}
    victim = worker._process.pid
    threading.Timer(0.7, os.kill, (victim, signal.SIGKILL)).start()
    with pytest.raises(WorkerCrashedError, match="ended with code -9 in the middle of run"):
        worker.run("check", "--measure", "map", "--items", "6", "--trials", "1000000000", "--surrogate", "squared")
    assert not is_running(victim)
    assert evaluate(QRELS, RUN, ["rr"]) == {"rr": 0.5}
    assert worker._process.pid != victim


def test_a_keyboard_interrupt_ends_the_job_and_the_jvm():
    evaluate(QRELS, RUN, ["rr"])
    victim = worker._process.pid
    threading.Timer(0.7, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        worker.run("check", "--measure", "map", "--items", "6", "--trials", "1000000000", "--surrogate", "squared")
    assert ends(victim)
    assert evaluate(QRELS, RUN, ["rr"]) == {"rr": 0.5}


def test_without_java_the_exception_says_what_to_do(tmp_path):
    code = "import plumbrank; plumbrank.explain('map')"
    run = python(code, PATH=str(tmp_path), JAVA_HOME="")
    assert run.stderr.strip().splitlines()[-1].startswith(
        "plumbrank._worker.JavaNotFoundError: plumbrank needs Java 17 or newer: install one"
    )


def test_java_11_is_refused_by_name(tmp_path, monkeypatch):
    java = tmp_path / "bin" / "java"
    java.parent.mkdir()
    java.write_text("#!/bin/sh\n")
    java.chmod(java.stat().st_mode | stat.S_IXUSR)
    (tmp_path / "release").write_text('JAVA_VERSION="11.0.2"\n')
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(java.parent))
    with pytest.raises(JavaNotFoundError, match="17 or newer; .* is older"):
        Worker().run("--version")


def test_a_jvm_that_does_not_start_says_why(monkeypatch):
    monkeypatch.setenv("PLUMBRANK_JAVA_OPTS", "-Xmx1")
    with pytest.raises(WorkerCrashedError, match="Too small maximum heap|too small"):
        Worker().run("--version")


def test_the_jvm_dies_with_its_parent_also_when_that_is_killed_in_the_middle_of_a_job():
    code = (
        "import plumbrank, os, signal, threading\n"
        "from plumbrank._worker import worker\n"
        "plumbrank.explain('map')\n"
        "print(worker._process.pid, flush=True)\n"
        "threading.Timer(0.7, os.kill, (os.getpid(), signal.SIGKILL)).start()\n"
        "worker.run('check', '--measure', 'map', '--items', '6', '--trials', '1000000000', '--surrogate', 'squared')\n"
    )
    run = python(code)
    assert run.returncode == -signal.SIGKILL
    assert ends(int(run.stdout))
    leaves = python("import plumbrank\nfrom plumbrank._worker import worker\nplumbrank.explain('map')\nprint(worker._process.pid)")
    assert leaves.returncode == 0
    assert ends(int(leaves.stdout))


def _answer(_):
    return evaluate(QRELS, RUN, ["rr"])["rr"], worker._process.pid


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_have_jvms_of_their_own(method):
    _, parent = _answer(0)
    with multiprocessing.get_context(method).Pool(2) as pool:
        answers = pool.map(_answer, range(4), chunksize=2)
        assert {value for value, _ in answers} == {0.5}
        assert parent not in {pid for _, pid in answers}
    assert is_running(parent)
    assert _answer(0) == (0.5, parent)
    assert all(ends(pid) for _, pid in answers)


def test_threads_share_the_jvm():
    found = []
    threads = [threading.Thread(target=lambda: found.append(_answer(0))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 1 and len(found) == 8


def test_blocks_larger_than_a_part_cross_whole():
    rows, columns = 300_001, 60  # 72 MB; a part has 64
    rng = np.random.default_rng(1)
    x = rng.random((rows, columns), dtype=np.float32)
    y = (x[:, 59] > 0.5).astype(int)
    classes = plumbrank.PlumbClassifier(model="linear", options={"folds": 2}).fit(x, y)
    assert (classes.predict(x) == y).mean() > 0.97
    assert (classes.predict(x[-10:]) == classes.predict(x)[-10:]).all()


def test_consensus_of_partial_rankings():
    assert aggregate([["a", "b"], ["b", "c"], ["a", "c"]])["ranking"] == ["a", "b", "c"]
