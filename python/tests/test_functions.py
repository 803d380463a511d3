"""A text where a list is expected is refused before anything is written; it would be taken letter by letter."""

import pytest

from plumbrank import aggregate, compare, evaluate

QRELS = {"q": {"a": 1, "b": 0}}
RUN = {"q": {"a": 1.0, "b": 2.0}}


@pytest.mark.parametrize(
    "call",
    [
        lambda: evaluate(QRELS, RUN, "rr"),
        lambda: compare(QRELS, {"run": RUN}, "rr"),
        lambda: aggregate(["a > b", "b > a"]),
        lambda: aggregate("ab"),
    ],
)
def test_a_text_is_no_list(call):
    with pytest.raises(TypeError, match="is the text '.*'; give "):
        call()


def test_iterators_are_lists():
    assert evaluate(QRELS, RUN, iter(["rr", "p@1"])) == {"rr": 0.5, "p@1": 0.0}
    assert aggregate([("a", "b"), ("a", "b")])["ranking"] == ["a", "b"]
