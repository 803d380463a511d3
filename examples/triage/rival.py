#!/usr/bin/env python3
"""The honest rival of a loss-matrix model: multinomial logistic regression, and the cheapest expected cost by its
probabilities. Plain Python, no dependencies; Newton's method with a small ridge, so that the numbers are the same everywhere.

  rival.py COSTS TRAIN TEST
"""
import csv
import math
import sys


def costs(path):
    rows = list(csv.reader(open(path, encoding="utf-8")))
    return {row[0]: [float(cell) for cell in row[1:]] for row in rows[1:]}


def data(path):
    with open(path, encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    names = [name for name in rows[0] if name != "label"]
    return [[float(row[name]) for name in names] for row in rows], [row["label"] for row in rows]


def solve(matrix, right):
    """Gaussian elimination with partial pivots."""
    n = len(right)
    rows = [matrix[i][:] + [right[i]] for i in range(n)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(n):
            if r != i:
                factor = rows[r][i] / rows[i][i]
                if factor:
                    rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i])]
    return [rows[i][n] / rows[i][i] for i in range(n)]


def probabilities(weights, x, classes, width):
    scores = [sum(weights[c * width + j] * x[j] for j in range(width)) for c in range(classes - 1)] + [0.0]
    top = max(scores)
    exponents = [math.exp(score - top) for score in scores]
    total = sum(exponents)
    return [value / total for value in exponents]


def fit(xs, ys, classes, ridge=1e-4, rounds=30):
    width = len(xs[0])
    free = (classes - 1) * width
    weights = [0.0] * free
    for _ in range(rounds):
        gradient = [-ridge * len(xs) * w for w in weights]
        hessian = [[ridge * len(xs) if i == j else 0.0 for j in range(free)] for i in range(free)]
        for x, y in zip(xs, ys):
            p = probabilities(weights, x, classes, width)
            for c in range(classes - 1):
                for j in range(width):
                    gradient[c * width + j] += ((y == c) - p[c]) * x[j]
                    for d in range(classes - 1):
                        curvature = p[c] * ((c == d) - p[d]) * x[j]
                        row = hessian[c * width + j]
                        for k in range(width):
                            row[d * width + k] += curvature * x[k]
        step = solve(hessian, gradient)
        weights = [w + s for w, s in zip(weights, step)]
        if max(map(abs, step)) < 1e-10:
            break
    return weights


def main():
    table = costs(sys.argv[1])
    train, labels = data(sys.argv[2])
    test, truth = data(sys.argv[3])
    names = list(table)
    width = len(train[0])
    means = [sum(x[j] for x in train) / len(train) for j in range(width)]
    scales = [math.sqrt(sum((x[j] - means[j]) ** 2 for x in train) / len(train)) or 1.0 for j in range(width)]
    standard = lambda x: [1.0] + [(x[j] - means[j]) / scales[j] for j in range(width)]
    weights = fit([standard(x) for x in train], [names.index(y) for y in labels], len(names))
    cheapest = probable = 0.0
    for x, y in zip(test, truth):
        p = probabilities(weights, standard(x), len(names), width + 1)
        expected = [sum(p[c] * table[name][t] for c, name in enumerate(names)) for t in range(len(table[y]))]
        cheapest += table[y][expected.index(min(expected))]
        likely = table[names[p.index(max(p))]]
        probable += table[y][likely.index(min(likely))]
    print(f"cheapest expected cost {cheapest / len(test):.4f}")
    print(f"most probable class    {probable / len(test):.4f}")


main()
