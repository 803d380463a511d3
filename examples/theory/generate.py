"""Writes the distributions of this folder that are not written by hand: queries of independent relevances."""

import itertools
from fractions import Fraction

RELEVANT = {"a": Fraction(60, 100), "b": Fraction(50, 100), "z": Fraction(95, 100), "o": Fraction(5, 100)}


def write(name, queries):
    """A mixture of queries, each a weight and a word of items; labels are by place in the word."""
    probabilities = {}
    for weight, word in queries:
        for label in itertools.product((0, 1), repeat=len(word)):
            p = weight
            for item, grade in zip(word, label):
                p *= RELEVANT[item] if grade else 1 - RELEVANT[item]
            probabilities[label] = probabilities.get(label, 0) + p
    with open(f"examples/theory/{name}.csv", "w", encoding="utf-8") as out:
        print("probability,label", file=out)
        for label, p in probabilities.items():
            print(f"{p},{' '.join(map(str, label))}", file=out)


A, B, BOTH = Fraction(45, 100), Fraction(45, 100), Fraction(10, 100)
write("query-of-a-and-b", [(Fraction(1), "aboo")])
write("all-queries-with-a-first", [(A / (A + BOTH), "azzz"), (BOTH / (A + BOTH), "aboo")])
write("all-queries-with-b-first", [(B / (B + BOTH), "booo"), (BOTH / (B + BOTH), "baoo")])
