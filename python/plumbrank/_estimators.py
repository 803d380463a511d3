"""Estimators for scikit-learn; each fit is the command ``plumbrank train``."""

from __future__ import annotations

import csv
import tempfile
from pathlib import Path
from typing import Any, Mapping

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_array, check_is_fitted, column_or_1d

from ._data import feature_names, features, groups, split_column
from ._model import Model
from ._worker import worker

__all__ = ["LabelRanker", "PlumbClassifier", "PlumbRanker"]


class _Trained(BaseEstimator):
    """What the three have in common: options of ``plumbrank train``, and a model that travels in the pickle."""

    def _options(self) -> list[str]:
        options = ["--seed", str(self.seed), "--quiet"]
        for name in ("model", "surrogate", "decoder", "budget", "threads"):
            value = getattr(self, name, None)
            if value is not None:
                options += ["--" + name, str(value)]
        for key, value in (self.params or {}).items():
            options += ["--param", f"{key}={value}"]
        for key, value in (self.options or {}).items():
            flag = "--" + key.replace("_", "-")
            options += [flag] if value is True else [flag, str(value)]
        return options

    def _train(self, table: str, *arguments: Any) -> None:
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder, "model.json")
            worker.run("train", "--train", table, *arguments, *self._options(), "--out", out)
            self.model_ = Model(out.read_bytes())

    def _train_columns(self, array: np.ndarray, header: list[str], columns: list[list[Any]], *arguments: Any) -> None:
        """Trains on a CSV file of features and of columns with names of their own."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "train.csv")
            with open(file, "w", newline="", encoding="utf-8") as out:
                writer = csv.writer(out)
                writer.writerow(feature_names(self) + header)
                for row, own in zip(array, columns):
                    writer.writerow(["" if np.isnan(x) else repr(float(x)) for x in row] + own)
            self._train(str(file), *arguments)

    def _more_tags(self) -> dict[str, Any]:
        return {"allow_nan": True, "non_deterministic": False}


class PlumbRanker(_Trained):
    """Ranks the items of queries for a measure.

    :param measure: such as ``ndcg@10``, ``map`` or ``err@10``
    :param model: ``auto``, ``linear``, ``fourier``, ``kernel``, ``trees`` or ``forest``; None is the command's default, ``auto``
    :param params: of trees, by XGBoost's names, such as ``{"max_depth": 4}``
    :param options: any other option of ``plumbrank train`` by its name, such as ``{"lambda": 10}``
    :param qid: the column of a frame that holds the query, so that ``score`` and cross-validation know it

    >>> rng = np.random.default_rng(1)
    >>> X = rng.normal(size=(200, 3))
    >>> y = (X[:, 0] > 0).astype(int)
    >>> ranker = PlumbRanker(measure="ndcg@10", model="linear").fit(X, y, qid=np.repeat(np.arange(20), 10))
    >>> bool(ranker.score(X, y, qid=np.repeat(np.arange(20), 10)) > 0.95)
    True
    """

    def __init__(
        self,
        measure: str = "ndcg@10",
        model: str | None = None,
        surrogate: str | None = None,
        decoder: str | None = None,
        budget: str | None = None,
        params: Mapping[str, Any] | None = None,
        options: Mapping[str, Any] | None = None,
        qid: str | None = None,
        seed: int = 1,
        threads: int | None = None,
    ) -> None:
        self.measure = measure
        self.model = model
        self.surrogate = surrogate
        self.decoder = decoder
        self.budget = budget
        self.params = params
        self.options = options
        self.qid = qid
        self.seed = seed
        self.threads = threads

    def fit(self, X: Any, y: Any, qid: Any = None) -> "PlumbRanker":
        """Trains on grades; rows of one query have the same qid, and without any all rows are one query."""
        X, column = split_column(X, self.qid)
        array = features(self, X, reset=True)
        if y is None:
            raise ValueError("requires y to be passed, but the target y is None")
        y = column_or_1d(y, warn=True)
        grades = check_array(y, ensure_2d=False, dtype="numeric").astype(float)
        if len(grades) != len(array):
            raise ValueError(f"y has {len(grades)} rows and X has {len(array)}")
        order, sizes, names, queries = groups(qid if qid is not None else column, len(array))
        if len(array) < 2:
            raise ValueError("there is only 1 sample, and a ranking needs two")
        table = worker.table(
            [("label", grades[order] - min(0, grades.min())), ("query", queries[order])], feature_names(self), array[order]
        )
        try:
            if len(sizes) == 1:  # nothing can be held out
                choice = ["--valid", table]
            else:
                choice = ["--folds", str(len(sizes))] if len(sizes) < 5 else []
            self._train(table, "--measure", self.measure, *choice)
        finally:
            worker.drop(table)
        return self

    def predict(self, X: Any, qid: Any = None) -> np.ndarray:
        """A score for each row; within a query, the larger is ranked higher."""
        check_is_fitted(self)
        X, column = split_column(X, self.qid)
        array = features(self, X, reset=False)
        order, sizes, names, _ = groups(qid if qid is not None else column, len(array))
        scores = self.model_.predict(array[order], queries=names, sizes=sizes.tolist())
        out = np.empty(len(array))
        out[order] = scores
        return out

    def rank(self, X: Any, qid: Any = None) -> np.ndarray:
        """The position of each row in its query, from 1."""
        X_, column = split_column(X, self.qid)
        scores = self.predict(X, qid)
        order, sizes, _, _ = groups(qid if qid is not None else column, len(scores))
        out = np.empty(len(scores), dtype=int)
        at = 0
        for size in sizes:
            rows = order[at : at + size]
            out[rows[np.argsort(-scores[rows], kind="stable")]] = np.arange(1, size + 1)
            at += size
        return out

    def score(self, X: Any, y: Any, qid: Any = None) -> float:
        """The mean of the measure over queries."""
        from ._functions import evaluate

        _, column = split_column(X, self.qid)
        scores = self.predict(X, qid)
        queries = qid if qid is not None else column
        queries = np.zeros(len(scores), dtype=int) if queries is None else np.asarray(queries)
        qrels: dict[str, dict[str, float]] = {}
        run: dict[str, dict[str, float]] = {}
        for row, (query, grade, value) in enumerate(zip(queries, np.asarray(y), scores)):
            qrels.setdefault(str(query), {})[str(row)] = grade
            run.setdefault(str(query), {})[str(row)] = value
        return evaluate(qrels, run, [self.measure])[self.measure]


class PlumbClassifier(ClassifierMixin, _Trained):
    """Predicts at the smallest expected cost.

    :param costs: a row per class in sorted order, a column per prediction, which are the same classes; None is zero-one loss
    :param surrogate: ``logistic`` gives probabilities, ``squared`` does not; None is the command's default, ``squared``

    Where each row has costs of its own, ``fit`` takes them as ``row_costs``.

    >>> X, y = [[0.0], [0.1], [0.2], [0.8], [0.9], [1.0]] * 5, ["no", "no", "no", "yes", "yes", "yes"] * 5
    >>> PlumbClassifier(costs=[[0, 1], [9, 0]], model="linear").fit(X, y).predict([[0.0], [0.9]]).tolist()
    ['no', 'yes']
    """

    def __init__(
        self,
        costs: Any = None,
        model: str | None = None,
        surrogate: str | None = None,
        budget: str | None = None,
        params: Mapping[str, Any] | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int = 1,
        threads: int | None = None,
    ) -> None:
        self.costs = costs
        self.model = model
        self.surrogate = surrogate
        self.budget = budget
        self.params = params
        self.options = options
        self.seed = seed
        self.threads = threads

    def fit(self, X: Any, y: Any = None, row_costs: Any = None) -> "PlumbClassifier":
        """Trains on classes, or on the costs of each row.

        :param row_costs: a row per row of ``X``, a column per prediction; ``y`` then names the predictions in sorted order, and may be
            left out for 0, 1, 2 …
        """
        array = features(self, X, reset=True)
        if row_costs is not None:
            return self._fit_costs(array, y, row_costs)
        if y is None:
            raise ValueError("requires y to be passed, but the target y is None")
        y = column_or_1d(y, warn=True)
        check_classification_targets(y)
        if len(y) != len(array):
            raise ValueError(f"y has {len(y)} rows and X has {len(array)}")
        self.classes_, codes = np.unique(y, return_inverse=True)
        count = len(self.classes_)
        if count < 2:
            raise ValueError(f"{type(self).__name__} needs at least 2 classes, and the data have 1 class")
        costs = 1 - np.eye(count) if self.costs is None else np.asarray(self.costs, dtype=float)
        if costs.shape != (count, count):
            raise ValueError(f"costs have the shape {costs.shape}, expected a row and a column for each of {count} classes")
        table = worker.table([("label", codes)], feature_names(self), array)
        try:
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder, "costs.csv")
                file.write_text("\n".join(",".join(repr(float(cost)) for cost in row) for row in costs) + "\n")
                choice = ["--folds", str(max(2, len(array)))] if len(array) < 5 else []
                self._train(table, "--loss-matrix", file, "--first-class", 0, *choice)
        finally:
            worker.drop(table)
        return self

    def _fit_costs(self, array: np.ndarray, y: Any, row_costs: Any) -> "PlumbClassifier":
        if self.costs is not None:
            raise ValueError("costs are given for classes and row_costs for rows: give one of them")
        row_costs = check_array(row_costs, dtype=float)
        self.classes_ = np.arange(row_costs.shape[1]) if y is None else np.unique(column_or_1d(y, warn=True))
        if row_costs.shape != (len(array), len(self.classes_)):
            raise ValueError(
                f"row_costs have the shape {row_costs.shape}, expected a row for each of {len(array)} and a column for each of"
                f" {len(self.classes_)} predictions"
            )
        names = feature_names(self)
        prefix = "cost of "
        while any(name.startswith(prefix) for name in names):
            prefix = "the " + prefix
        choice = ["--folds", str(max(2, len(array)))] if len(array) < 5 else []
        header = [f"{prefix}{place}" for place in range(row_costs.shape[1])]
        self._train_columns(array, header, row_costs.tolist(), "--costs", prefix, *choice)
        return self

    def predict(self, X: Any) -> np.ndarray:
        """The class of each row that is expected to cost least."""
        check_is_fitted(self)
        places = self.model_.predict(features(self, X, reset=False), what="classes")
        return self.classes_[places.astype(int)]

    @available_if(lambda self: self.surrogate == "logistic")
    def predict_proba(self, X: Any) -> np.ndarray:
        """The probability of each class; with ``surrogate="logistic"``."""
        check_is_fitted(self)
        array = features(self, X, reset=False)
        return self.model_.predict(array, what="probabilities").reshape(len(array), -1).copy()


class LabelRanker(_Trained):
    """Ranks a fixed set of labels for each row.

    ``y`` has a column per label: the smaller its number, the higher the label; equal numbers are ties, NaN is unknown.

    >>> rng = np.random.default_rng(1)
    >>> X = rng.normal(size=(60, 1))
    >>> y = np.where(X > 0, [1, 2, 3], [3, 2, 1])
    >>> LabelRanker(measure="kendall", model="linear").fit(X, y).predict([[2.0]]).tolist()
    [[1, 2, 3]]
    """

    def __init__(
        self,
        measure: str = "kendall",
        model: str | None = None,
        decoder: str | None = None,
        budget: str | None = None,
        params: Mapping[str, Any] | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int = 1,
        threads: int | None = None,
    ) -> None:
        self.measure = measure
        self.model = model
        self.decoder = decoder
        self.budget = budget
        self.params = params
        self.options = options
        self.seed = seed
        self.threads = threads

    def fit(self, X: Any, y: Any) -> "LabelRanker":
        """Trains on positions of labels."""
        array = features(self, X, reset=True)
        if y is None:
            raise ValueError("requires y to be passed, but the target y is None")
        names = [str(name) for name in getattr(y, "columns", [])]
        y = check_array(y, dtype=float, force_all_finite="allow-nan", ensure_2d=False)
        y = y.reshape(len(y), -1)
        if len(y) != len(array):
            raise ValueError(f"y has {len(y)} rows and X has {len(array)}")
        if len(array) < 2:
            raise ValueError("there is only 1 sample, and cross-validation needs two")
        self.labels_ = names or [str(label) for label in range(y.shape[1])]
        if y.shape[1] == 1:  # there is one ranking of one label
            self.model_ = None
            return self
        positions = []
        for ranks in y:
            known = sorted(set(ranks[~np.isnan(ranks)]))
            positions.append(["" if np.isnan(rank) else known.index(rank) + 1 for rank in ranks])
        choice = ["--folds", str(len(array))] if len(array) < 10 else []
        header = ["rank of " + label for label in self.labels_]
        self._train_columns(array, header, positions, "--ranking", "rank of ", "--measure", self.measure, *choice)
        return self

    def predict(self, X: Any) -> np.ndarray:
        """The position of each label for each row, from 1."""
        check_is_fitted(self)
        array = features(self, X, reset=False)
        if self.model_ is None:
            return np.ones((len(array), 1), dtype=int)
        scores = self.model_.predict(array, what="scores").reshape(len(array), len(self.labels_))
        order = np.argsort(-scores, axis=1, kind="stable")
        return np.argsort(order, axis=1) + 1

    def rank(self, X: Any) -> list[list[str]]:
        """The labels for each row, best first."""
        return [[self.labels_[label] for label in np.argsort(row)] for row in self.predict(X)]

    def _more_tags(self) -> dict[str, Any]:
        return {**super()._more_tags(), "multioutput": True, "multioutput_only": True}
