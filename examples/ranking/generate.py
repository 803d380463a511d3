#!/usr/bin/env python3
"""Writes train.txt and test.txt beside it: invented search results whose grades depend on known features. Seeded."""
import os
import random

random.seed(20261115)
folder = os.path.dirname(os.path.abspath(__file__))


def feature(name, value):
    return f"{name}:{value:.3f}"


def rows(query):
    base = random.uniform(4, 16)  # how well words of this query match anything: says nothing of its documents
    for item in range(random.randint(6, 14)):
        match, links, fresh, seen = (random.gauss(0, 1) for _ in range(4))
        worth = 1.0 * match + 0.6 * links + 0.5 * match * fresh + random.gauss(0, 0.7)
        grade = sum(worth > cut for cut in (-0.4, 0.4, 1.2, 2.1))
        yield " ".join([
            str(grade),
            f"qid:{query}",
            feature(1, base + 2 * match),
            feature(2, 2 ** links),
            feature(3, fresh),
            feature(4, 0.7 * match + 0.7 * seen),
            feature(5, random.uniform(0, 1)),
            feature(6, base),
            f"# doc{query}-{item + 1}",
        ])


query = 0
for name, queries in (("train.txt", 60), ("test.txt", 40)):
    with open(os.path.join(folder, name), "w") as out:
        for _ in range(queries):
            query += 1
            for row in rows(query):
                out.write(row + "\n")
