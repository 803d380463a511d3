#!/usr/bin/env python3
"""Writes train-items.csv, train-votes.csv, test-items.csv and test-votes.csv beside it: invented votes on search results, two side
by side. Seeded."""

import itertools
import math
import os
import random

KINDS = ["text", "list", "picture"]
# how many people vote on two results of these kinds, of which the first is liked better
VOTERS = {("text", "list"): 10, ("list", "picture"): 15, ("picture", "text"): 8}
LIKED = 1.4  # log odds
MATCH = 2.0  # log odds for a match that is better by 1


def votes(a, b, noise):
    """How many voters there are, and how many prefer a to b."""
    odds = MATCH * (a[1] - b[1])
    voters = 5
    if (a[0], b[0]) in VOTERS:
        voters, odds = VOTERS[a[0], b[0]], odds + LIKED
    elif (b[0], a[0]) in VOTERS:
        voters, odds = VOTERS[b[0], a[0]], odds - LIKED
    chance = 1 / (1 + math.exp(-odds))
    return voters, sum(noise.random() < chance for _ in range(voters))


def write(name, queries, seed):
    noise = random.Random(seed)
    folder = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(folder, name + "-items.csv"), "w", encoding="utf-8") as items, open(
        os.path.join(folder, name + "-votes.csv"), "w", encoding="utf-8"
    ) as out:
        items.write("query,item," + ",".join(KINDS) + ",match\n")
        out.write("query,better,worse,weight\n")
        for q in range(1, queries + 1):
            shown = [(noise.choice(KINDS), round(noise.random(), 2)) for _ in range(noise.randint(3, 6))]
            ids = [f"r{i + 1}" for i in range(len(shown))]
            for item, (kind, match) in zip(ids, shown):
                items.write(f"{name}{q},{item}," + ",".join("1" if kind == k else "0" for k in KINDS) + f",{match}\n")
            if noise.random() < 0.05:
                continue  # nobody voted
            for i, j in itertools.combinations(range(len(shown)), 2):
                if noise.random() < 0.2:
                    continue  # these two were not shown together
                voters, won = votes(shown[i], shown[j], noise)
                if won > 0:
                    out.write(f"{name}{q},{ids[i]},{ids[j]},{won}\n")
                if won < voters:
                    out.write(f"{name}{q},{ids[j]},{ids[i]},{voters - won}\n")


write("train", 150, 1)
write("test", 100, 2)
