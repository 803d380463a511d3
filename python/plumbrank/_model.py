"""A trained model: bytes of the file that the command writes."""

from __future__ import annotations

import hashlib
import html
import json
import os
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from ._worker import worker

__all__ = ["Model"]


class Model:
    """What ``plumbrank train`` writes, or a ranker of XGBoost, LightGBM or RankLib.

    >>> model = Model(b"{}", "model.json")
    >>> model
    Model('model.json', 2 bytes)
    """

    def __init__(self, content: bytes, name: str = "model.json") -> None:
        self.content = content
        self.name = name

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "Model":
        """Reads a model file."""
        return cls(Path(path).read_bytes(), Path(path).name)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file that the command reads."""
        Path(path).write_bytes(self.content)

    def export(self, to: str, path: str | os.PathLike[str]) -> dict[str, Any]:
        """Writes the model for another system: see ``plumbrank export --help`` for their names."""
        path = Path(path).resolve()
        return json.loads(self._run("export", "--to", to, "--out", path, "--format", "json"))

    def explain(self) -> str:
        """The card of the model, in Markdown."""
        return self._run("explain", "--format", "md")

    def predict(self, X: np.ndarray, **fields: Any) -> np.ndarray:
        """The numbers that the model gives rows of an array."""
        return worker.predict(self.content, hashlib.sha256(self.content).hexdigest(), X, **fields)

    def _run(self, command: str, *arguments: Any) -> str:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, self.name)
            file.write_bytes(self.content)
            return worker.run(command, "--model", file, *arguments)

    def _repr_html_(self) -> str:
        return "<pre>" + html.escape(self.explain()) + "</pre>"

    def __repr__(self) -> str:
        return f"Model({self.name!r}, {len(self.content)} bytes)"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Model) and self.content == other.content

    def __hash__(self) -> int:
        return hash(self.content)
