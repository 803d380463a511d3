"""The estimators within scikit-learn, and against the command itself."""

import json
import os
import pickle
import subprocess
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, GroupKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from plumbrank import LabelRanker, Model, PlumbClassifier, PlumbrankError, PlumbRanker, evaluate

ROOT = Path(__file__).resolve().parents[2]


@parametrize_with_checks([PlumbClassifier(model="linear"), PlumbRanker(model="linear"), LabelRanker(model="linear")])
def test_scikit_learn_accepts_the_estimator(estimator, check):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check(estimator)


def search(rows=400, features=5, per_query=10, seed=3):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(rows, features)).astype(np.float32)
    y = np.clip(np.round(X[:, 0] + 0.5 * rng.normal(size=rows)), 0, 3).astype(int)
    return X, y, np.repeat(np.arange(rows // per_query), per_query)


def command(*arguments, cwd):
    environment = {key: value for key, value in os.environ.items() if key != "PLUMBRANK_JAVA_OPTS"}
    return subprocess.run(
        [str(ROOT / "plumbrank"), *map(str, arguments)], cwd=cwd, env=environment, check=True, capture_output=True, text=True
    ).stdout


def without_provenance(content):
    """What the model computes; the rest names the program and its files, and has a sum over all."""
    return {key: value for key, value in json.loads(content).items() if key not in ("provenance", "sha256")}


@pytest.mark.parametrize("model", ["linear", "trees"])
def test_python_and_the_command_make_the_same_bits(tmp_path, model):
    X, y, qid = search()
    frame = pd.DataFrame(X, columns=list("abcde"))
    params = {"n_estimators": 10} if model == "trees" else None
    ranker = PlumbRanker(model=model, params=params, seed=7).fit(frame, y, qid=qid)
    text = frame.copy()
    for name in frame:
        text[name] = [repr(float(value)) for value in frame[name]]
    text.insert(0, "label", y)
    text.insert(1, "query", qid)
    text.to_csv(tmp_path / "train.csv", index=False)
    more = ["--param", "n_estimators=10"] if params else []
    command(
        "train", "--measure", "ndcg@10", "--train", "train.csv", "--model", model, *more, "--seed", 7, "--quiet", "--out", "m.json",
        cwd=tmp_path,
    )
    written = (tmp_path / "m.json").read_bytes()
    assert without_provenance(ranker.model_.content) == without_provenance(written)
    lines = command("predict", "--model", "m.json", "--data", "train.csv", "--output", "tsv", cwd=tmp_path).splitlines()[1:]
    told = {(query, int(item)): float(score) for query, item, _, score in (line.split("\t")[:4] for line in lines)}
    ours = ranker.predict(frame, qid=qid)
    assert all(told[str(qid[row]), row % 10 + 1] == ours[row] for row in range(len(ours)))


def test_rows_of_a_query_may_be_anywhere():
    X, y, qid = search()
    ranker = PlumbRanker(model="linear").fit(X, y, qid=qid)
    mixed = np.random.default_rng(1).permutation(len(X))
    np.testing.assert_array_equal(ranker.predict(X[mixed], qid[mixed]), ranker.predict(X, qid)[mixed])
    ranks = ranker.rank(X[mixed], qid[mixed])
    for query in np.unique(qid):
        assert sorted(ranks[qid[mixed] == query]) == list(range(1, 11))


def test_the_ranker_learns_what_there_is_to_learn():
    X, y, qid = search()
    ranker = PlumbRanker(model="linear").fit(X[:200], y[:200], qid=qid[:200])
    rng = np.random.default_rng(0)
    run = {str(q): {str(r): float(rng.normal()) for r in np.flatnonzero(qid == q)} for q in qid[200:]}
    qrels = {str(q): {str(r): int(y[r]) for r in np.flatnonzero(qid == q)} for q in qid[200:]}
    assert ranker.score(X[200:], y[200:], qid=qid[200:]) > evaluate(qrels, run, ["ndcg@10"])["ndcg@10"] + 0.1


def test_pickle_clone_and_pipeline_keep_the_predictions():
    X, y, qid = search()
    ranker = PlumbRanker(model="linear").fit(X, y, qid=qid)
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(ranker)).predict(X, qid), ranker.predict(X, qid))
    with pytest.raises(NotFittedError):
        clone(ranker).predict(X)
    scaled = make_pipeline(StandardScaler().set_output(transform="pandas"), PlumbRanker(model="linear"))
    scaled.fit(pd.DataFrame(X, columns=list("abcde")), y, plumbranker__qid=qid)
    assert list(scaled[-1].feature_names_in_) == list("abcde")
    assert b'"a"' in scaled[-1].model_.content


def test_grid_search_with_groups():
    X, y, qid = search()
    frame = pd.DataFrame(X, columns=list("abcde")).assign(qid=qid)
    grid = GridSearchCV(
        PlumbRanker(model="linear", qid="qid"), {"options": [{"lambda": 1}, {"lambda": 1e6}]}, cv=GroupKFold(4), error_score="raise"
    )
    grid.fit(frame, y, groups=qid)
    assert grid.best_score_ > 0.7
    assert list(grid.best_estimator_.feature_names_in_) == list("abcde")


def test_a_sparse_matrix_is_the_dense_one():
    X, y, qid = search()
    X = np.where(X > 0, X, 0)
    dense = PlumbRanker(model="linear").fit(X, y, qid=qid)
    thin = PlumbRanker(model="linear").fit(sparse.csr_matrix(X), y, qid=qid)
    assert without_provenance(dense.model_.content) == without_provenance(thin.model_.content)
    np.testing.assert_array_equal(dense.predict(X, qid), thin.predict(sparse.coo_matrix(X), qid))


def test_costs_move_decisions_and_probabilities_decide_as_they_should():
    rng = np.random.default_rng(5)
    X = rng.normal(size=(600, 2))
    y = np.where(rng.random(600) < 1 / (1 + np.exp(-2 * X[:, 0])), "yes", "no")
    costs = np.array([[0.0, 1.0], [5.0, 0.0]])
    model = PlumbClassifier(costs=costs, model="linear", surrogate="logistic").fit(X, y)
    p = model.predict_proba(X)
    np.testing.assert_allclose(p.sum(axis=1), 1)
    expected = p @ costs
    clear = np.abs(expected[:, 0] - expected[:, 1]) > 1e-9
    np.testing.assert_array_equal(model.predict(X)[clear], model.classes_[expected.argmin(axis=1)][clear])
    plain = PlumbClassifier(model="linear").fit(X, y)
    assert not hasattr(plain, "predict_proba")
    assert (model.predict(X) == "yes").sum() > (plain.predict(X) == "yes").sum() + 50


def test_costs_of_rows_decide_as_their_matrix_does():
    rng = np.random.default_rng(6)
    X = rng.normal(size=(400, 2))
    y = np.where(X[:, 0] + 0.3 * rng.normal(size=400) > 0, "yes", "no")
    costs = np.array([[0.0, 1.0], [5.0, 0.0]])
    fixed = {"model": "linear", "options": {"lambda": 0.01}}
    by_class = PlumbClassifier(costs=costs, **fixed).fit(X, y)
    of_rows = costs[(y == "yes").astype(int)]
    by_row = PlumbClassifier(**fixed).fit(X, y, row_costs=of_rows)
    np.testing.assert_array_equal(by_row.predict(X), by_class.predict(X))
    assert set(by_row.predict(X)) == {"no", "yes"}
    numbered = PlumbClassifier(**fixed).fit(pd.DataFrame(X, columns=["cost of a", "b"]), row_costs=of_rows)
    places = numbered.predict(pd.DataFrame(X, columns=["cost of a", "b"]))
    np.testing.assert_array_equal(places, (by_class.predict(X) == "yes").astype(int))
    for wrong, words in [(of_rows[1:], "expected a row for each of 400"), (of_rows[:, :1], "2 predictions")]:
        with pytest.raises(ValueError, match=words):
            PlumbClassifier(**fixed).fit(X, y, row_costs=wrong)
    with pytest.raises(ValueError, match="give one of them"):
        PlumbClassifier(costs=costs).fit(X, y, row_costs=of_rows)


def test_labels_are_ranked_with_ties_and_gaps():
    rng = np.random.default_rng(2)
    X = rng.normal(size=(120, 2))
    y = np.argsort(np.argsort(np.c_[X[:, 0], -X[:, 0], X[:, 1]], axis=1), axis=1) + 1.0
    y[::7, 2] = np.nan
    ranker = LabelRanker(measure="kendall", model="linear").fit(X, pd.DataFrame(y, columns=["up", "down", "side"]))
    assert (ranker.predict(X)[:, 0] < ranker.predict(X)[:, 1]).mean() > 0.9 * (X[:, 0] < 0).mean()
    assert sorted(ranker.rank(X[:1])[0]) == ["down", "side", "up"]


def test_a_model_is_the_file_of_the_command(tmp_path):
    X, y, qid = search()
    ranker = PlumbRanker(model="trees", params={"n_estimators": 3}).fit(pd.DataFrame(X, columns=list("abcde")), y, qid=qid)
    ranker.model_.save(tmp_path / "m.json")
    assert Model.load(tmp_path / "m.json") == ranker.model_
    assert "ndcg@10" in command("explain", "--model", "m.json", cwd=tmp_path)
    told = ranker.model_.export("xgboost-json", tmp_path / "x.json")
    assert told["parity"]["changedRankings"] == 0 and (tmp_path / "x.json").stat().st_size > 0
    assert "ndcg@10" in ranker.model_._repr_html_()


def test_what_the_command_refuses_is_one_exception_with_its_line():
    X, y, qid = search()
    with pytest.raises(PlumbrankError, match="ndgc.*did you mean"):
        PlumbRanker(measure="ndgc@10", model="linear").fit(X, y, qid=qid)
    with pytest.raises(ValueError, match="one query for each of 400 rows"):
        PlumbRanker(model="linear").fit(X, y, qid=qid[:5])

