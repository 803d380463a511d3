"""What users hold, as arrays that the worker takes."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils import check_array

__all__ = ["feature_names", "features", "groups", "split_column"]

# Columns that a table has beside its features.
RESERVED = {"label", "query", "weight"}


def split_column(X: Any, column: str | None) -> tuple[Any, Any]:
    """X without a column of a frame, and that column; None where there is none."""
    if column is not None and hasattr(X, "columns") and column in X.columns:
        return X.drop(columns=[column]), np.asarray(X[column])
    return X, None


def features(estimator: Any, X: Any, reset: bool) -> np.ndarray:
    """X as an array of 32-bit floats; NaN is a missing value, and a sparse matrix becomes a dense one."""
    estimator._check_feature_names(X, reset=reset)
    X = check_array(
        X, accept_sparse="csr", dtype=[np.float64, np.float32], force_all_finite="allow-nan", estimator=estimator
    )
    estimator._check_n_features(X, reset=reset)
    if hasattr(X, "toarray"):
        X = X.toarray()
    with np.errstate(over="ignore"):
        return np.ascontiguousarray(X, dtype=np.float32)


def feature_names(estimator: Any) -> list[str]:
    """The names of a frame's columns, else x0, x1 and so on; no name is taken twice or means something else."""
    names = [str(name) for name in getattr(estimator, "feature_names_in_", [])]
    if not names:
        return [f"x{i}" for i in range(estimator.n_features_in_)]
    return [f"feature {name}" if name in RESERVED else name for name in names]


def groups(qid: Any, rows: int) -> tuple[np.ndarray, np.ndarray, list[str], np.ndarray]:
    """The rows in an order in which queries lie together, where each begins and how they are called, and the queries by row."""
    qid = np.zeros(rows, dtype=int) if qid is None else np.asarray(qid)
    if qid.shape != (rows,):
        raise ValueError(f"qid has the shape {qid.shape}, expected one query for each of {rows} rows")
    names, first, places = np.unique(qid, return_index=True, return_inverse=True)
    rank = np.argsort(np.argsort(first))
    order = np.argsort(rank[places], kind="stable")
    by_first = np.argsort(first)
    sizes = np.bincount(places, minlength=len(names))[by_first]
    return order, sizes, [str(name) for name in names[by_first]], qid
