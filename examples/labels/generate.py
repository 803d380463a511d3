#!/usr/bin/env python3
"""Writes train.csv and test.csv beside it: invented trips, and how travellers rank five ways to make them. Seeded."""

import math
import os
import random

WAYS = ["by_foot", "by_bike", "by_bus", "by_train", "by_car"]


def utilities(distance, luggage, hurry, rain, noise):
    minutes = [12 * distance, 4 * distance, 8 + 3 * distance, 20 + 1.0 * distance, 6 + 1.4 * distance]
    pain = [2 * luggage + 3 * rain, 4 * luggage + 5 * rain, luggage, 0.5 * luggage, 0]
    cost = [0, 0, 2.5, 2 + 0.15 * distance, 3 + 0.3 * distance]
    return [
        -(0.5 + hurry) * math.sqrt(m) - 0.4 * p - 0.35 * c + noise.gauss(0, 0.35)
        for m, p, c in zip(minutes, pain, cost)
    ]


def ranking(utility, noise):
    order = sorted(range(5), key=lambda way: -utility[way])
    positions = [0] * 5
    for place, way in enumerate(order):
        tied = place > 0 and utility[order[place - 1]] - utility[way] < 0.05
        positions[way] = positions[order[place - 1]] if tied else place + 1
    return ["" if noise.random() < 0.08 else str(p) for p in positions]


def write(name, rows, seed):
    noise = random.Random(seed)
    folder = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
        out.write("distance,luggage,hurry,rain," + ",".join(WAYS) + "\n")
        for _ in range(rows):
            distance = round(math.exp(noise.uniform(-0.7, 4.2)), 1)
            luggage = noise.choice([0, 0, 1, 2])
            hurry = round(noise.random(), 2)
            rain = noise.choice([0, 0, 1])
            utility = utilities(distance, luggage, hurry, rain, noise)
            out.write(f"{distance},{luggage},{hurry},{rain}," + ",".join(ranking(utility, noise)) + "\n")


write("train.csv", 400, 1)
write("test.csv", 200, 2)
