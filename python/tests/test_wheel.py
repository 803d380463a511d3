"""The wheel, unpacked away from the checkout."""

import hashlib
import os
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_wheel_brings_its_jars_and_serves_two_processes_at_once(tmp_path):
    sums = []
    for folder in ("one", "two"):
        subprocess.run([sys.executable, ROOT / "python" / "wheel", tmp_path / folder], check=True, capture_output=True)
        (wheel,) = (tmp_path / folder).iterdir()
        sums.append(hashlib.sha256(wheel.read_bytes()).hexdigest())
    assert sums[0] == sums[1]
    with zipfile.ZipFile(wheel) as archive:
        assert archive.testzip() is None
        archive.extractall(tmp_path / "site")
        (record,) = [name for name in archive.namelist() if name.endswith("RECORD")]
        listed = {line.split(",")[0] for line in archive.read(record).decode().splitlines()}
        assert listed == set(archive.namelist())
    code = (
        "import plumbrank; from plumbrank._worker import find_jars\n"
        "print(find_jars(), plumbrank.evaluate({'q': {'a': 1}}, {'q': {'b': 2, 'a': 1}}, ['rr'])['rr'])"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    both = [
        subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    for process in both:
        out, _ = process.communicate(timeout=120)
        assert out == f"{tmp_path}/site/plumbrank/jars 0.5\n"
