#!/usr/bin/env python3
"""Writes train.csv and test.csv beside it: invented patients with a known chance of each illness. Seeded."""
import math
import os
import random

random.seed(20261115)
folder = os.path.dirname(os.path.abspath(__file__))
for name, rows in (("train.csv", 3000), ("test.csv", 2000)):
    with open(os.path.join(folder, name), "w") as out:
        out.write("label,fever,cough,oxygen,age\n")
        for _ in range(rows):
            fever, cough, oxygen = (random.gauss(0, 1) for _ in range(3))
            age = random.uniform(0, 1)
            scores = [1.2, 0.4 + 1.0 * fever + 0.3 * cough, -1.2 + 0.6 * fever + 0.8 * cough - 1.2 * oxygen + 1.0 * age]
            weights = [math.exp(s) for s in scores]
            label = random.choices(["cold", "flu", "pneumonia"], weights)[0]
            out.write(f"{label},{fever:.3f},{cough:.3f},{oxygen:.3f},{age:.3f}\n")
