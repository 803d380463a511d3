"""Functions over qrels, runs and rankings; each is a command."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any, Iterable, Mapping, Sequence

from ._worker import PlumbrankError, worker

__all__ = ["aggregate", "check", "compare", "evaluate", "explain"]


def _rows(data: Any, value: str) -> Iterable[tuple[str, str, Any]]:
    """Query, document and value of a dict of dicts, or of a frame with ir_measures' columns."""
    if hasattr(data, "itertuples"):
        for row in data[["query_id", "doc_id", value]].itertuples(index=False):
            yield str(row[0]), str(row[1]), row[2]
    else:
        for query, documents in data.items():
            for document, number in documents.items():
                yield str(query), str(document), number


def _write(folder: str, name: str, data: Any, is_run: bool) -> Path:
    file = Path(folder, name)
    with open(file, "w", encoding="utf-8") as out:
        for query, document, number in _rows(data, "score" if is_run else "relevance"):
            if not query or not document or len((query + "." + document).split()) != 1:
                raise ValueError(f"the name {query!r} or {document!r} is empty or has a space, which no run can hold")
            out.write(f"{query} Q0 {document} 0 {float(number)!r} run\n" if is_run else f"{query} 0 {document} {number}\n")
    return file


def _sequence(values: Any, what: str, example: str) -> list[Any]:
    """A text is a sequence too, of letters, which nobody means."""
    if isinstance(values, str):
        raise TypeError(f"{what} is the text {values!r}; give {example}")
    return list(values)


def evaluate(qrels: Any, run: Any, measures: Sequence[str], per_query: bool = False, compat: str | None = None) -> Any:
    """The means of measures over queries, or with ``per_query`` a dict of measures for each query.

    Takes what pytrec_eval takes (dicts of dicts) and what ir_measures takes (frames with query_id, doc_id, relevance and score).

    >>> evaluate({"q": {"a": 1, "b": 0}}, {"q": {"a": 1.0, "b": 2.0}}, ["rr", "p@1"])
    {'rr': 0.5, 'p@1': 0.0}
    """
    measures = _sequence(measures, "measures", "a list, such as ['ndcg@10', 'map']")
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["--qrels", _write(folder, "qrels", qrels, False), "--run", _write(folder, "run", run, True)]
        arguments += ["--measures", ",".join(measures)] + (["--compat", compat] if compat else [])
        if not per_query:
            told = json.loads(worker.run("eval", *arguments, "--quiet", "--format", "json"))
            return {typed: one["mean"] for typed, one in zip(measures, told["measures"])}
        lines = worker.run("eval", *arguments, "--quiet", "--per-query", "--format", "csv").splitlines()[1:]
    import csv as reader

    found: dict[str, dict[str, float]] = {}
    for _, query, measure, value in reader.reader(lines):
        if query != "all":
            found.setdefault(query, {})[measure] = float(value)
    return found


def compare(qrels: Any, runs: Mapping[str, Any], measures: Sequence[str]) -> dict[str, Any]:
    """Means with intervals and paired tests of several runs, as ``plumbrank eval --format json`` prints them.

    >>> told = compare({"q": {"a": 1, "b": 0}, "r": {"a": 1}}, {"x": {"q": {"a": 1}}, "y": {"q": {"b": 1}}}, ["rr"])
    >>> [(one["run"], one["mean"]) for one in told["measures"]]
    [('x', 1.0), ('y', 0.0)]
    """
    measures = _sequence(measures, "measures", "a list, such as ['ndcg@10', 'map']")
    with tempfile.TemporaryDirectory() as folder:
        arguments: list[Any] = ["--qrels", _write(folder, "qrels", qrels, False)]
        names = {}
        for number, (name, run) in enumerate(runs.items()):
            file = _write(folder, f"run-{number}", run, True)
            names[str(file)] = name
            arguments += ["--run", file]
        told = json.loads(worker.run("eval", *arguments, "--measures", ",".join(measures), "--quiet", "--format", "json"))

    def named(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: named(one) for key, one in value.items()}
        if isinstance(value, list):
            return [named(one) for one in value]
        return names.get(value, value) if isinstance(value, str) else value

    return named(told)


def aggregate(rankings: Sequence[Sequence[str]], decoder: str | None = None) -> dict[str, Any]:
    """The consensus of rankings, each best first, as ``plumbrank aggregate --format json`` prints it.

    >>> aggregate([["a", "b", "c"], ["a", "b", "c"], ["b", "c", "a"]])["ranking"]
    ['a', 'b', 'c']
    """
    rankings = [_sequence(ranking, "a ranking", "its names in a list, best first, such as ['a', 'b']") for ranking in rankings]
    names = sorted({name for ranking in rankings for name in ranking})
    places = {name: number for number, name in enumerate(names, 1)}
    with tempfile.TemporaryDirectory() as folder:
        complete = all(len(ranking) == len(names) for ranking in rankings)
        file = Path(folder, "votes.soc" if complete else "votes.soi")
        lines = [f"# NUMBER ALTERNATIVES: {len(names)}"]
        lines += [f"# ALTERNATIVE NAME {number}: {name}" for name, number in places.items()]
        lines += ["1: " + ",".join(str(places[name]) for name in ranking) for ranking in rankings]
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        arguments = ["--votes", file] + (["--decoder", decoder] if decoder else [])
        return json.loads(worker.run("aggregate", *arguments, "--quiet", "--format", "json"))


def check(measure: str, items: int, surrogate: str | None = None, **options: Any) -> dict[str, Any]:
    """Looks for a distribution that breaks calibration; ``outcome`` is ``counterexample`` or ``none-found``.

    >>> check("ndcg@3", 3, trials=20)["outcome"]
    'none-found'
    """
    arguments = ["--measure", measure, "--items", items] + (["--surrogate", surrogate] if surrogate else [])
    for key, value in options.items():
        arguments += ["--" + key.replace("_", "-"), value]
    code, out, err = worker.run_any("check", *arguments, "--quiet", "--format", "json")
    if code not in (0, 1):
        raise PlumbrankError(err.strip())
    return json.loads(out)


def explain(measure: str, surrogate: str | None = None) -> dict[str, Any]:
    """What is guaranteed when a measure is trained for.

    >>> explain("ndcg@10")["calibrated"]
    'always'
    """
    arguments = ["--measure", measure] + (["--surrogate", surrogate] if surrogate else [])
    return json.loads(worker.run("explain", *arguments, "--format", "json"))
