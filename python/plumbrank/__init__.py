"""Plumbrank: rankings and decisions by convex surrogates that are provably true to the measure."""

from ._estimators import LabelRanker, PlumbClassifier, PlumbRanker
from ._functions import aggregate, check, compare, evaluate, explain
from ._model import Model
from ._worker import JavaNotFoundError, PlumbrankError, WorkerCrashedError

__all__ = [
    "JavaNotFoundError",
    "LabelRanker",
    "Model",
    "PlumbClassifier",
    "PlumbRanker",
    "PlumbrankError",
    "WorkerCrashedError",
    "aggregate",
    "check",
    "compare",
    "evaluate",
    "explain",
]
__version__ = "0.1.0"
