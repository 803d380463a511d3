#!/usr/bin/env python3
"""Writes the data that the models of this folder were trained on, from a fixed seed. Nothing here is real."""

import random


def number(x):
    return f"{x:.3f}"


def grades(rng):
    """LETOR text: missing values, a feature that comes late, a query of one item and one without a relevant item."""
    with open("grades/data.txt", "w") as out:
        for query in range(16):
            for item in range(1 if query == 3 else rng.randint(3, 7)):
                x = [rng.gauss(0, 1) for _ in range(4)]
                truth = x[0] - 0.7 * x[1] + x[0] * x[2] + 0.5 * rng.gauss(0, 1)
                grade = 0 if query == 5 else max(0, min(3, round(1 + truth)))
                shown = [
                    f"{j + 1}:{number(v)}"
                    for j, v in enumerate(x)
                    if rng.random() > 0.1 and (j < 3 or query > 8)
                ]
                out.write(f"{grade} qid:{query + 1} {' '.join(shown)} # d{item + 1}\n")


def named(rng):
    """CSV with the names of features, weights of queries and of items."""
    with open("named/data.csv", "w") as out:
        out.write("query,docid,label,weight,item_weight,match,links,age\n")
        for query in range(14):
            weight = rng.choice(["0.5", "1", "2"])
            for item in range(rng.randint(2, 6)):
                match, links, age = rng.gauss(0, 1), rng.expovariate(1), rng.random()
                grade = max(0, min(2, round(1 + match - age + 0.4 * rng.gauss(0, 1))))
                cells = [f"q{query + 1}", f"d{item + 1}", str(grade), weight, rng.choice(["1", "1.5", "0.25"])]
                cells += [number(match), "" if rng.random() < 0.1 else number(links), number(age)]
                out.write(",".join(cells) + "\n")


def preferences(rng):
    """Items without grades, and votes about pairs of them; the last query has none."""
    with open("preferences/data.csv", "w") as out, open("preferences/data-votes.csv", "w") as votes:
        out.write("query,docid,length,pictures,colour\n")
        votes.write("query,better,worse,weight\n")
        for query in range(12):
            items = [[rng.gauss(0, 1) for _ in range(3)] for _ in range(rng.randint(3, 5))]
            for i, x in enumerate(items):
                out.write(f"q{query + 1},r{i + 1},{','.join(map(number, x))}\n")
            for i in range(len(items)):
                for j in range(i) if query < 11 else ():
                    a, b = items[i], items[j]
                    lead = a[0] - b[0] + 0.8 * (a[1] * b[2] - b[1] * a[2]) + rng.gauss(0, 0.5)
                    better, worse = (i, j) if lead > 0 else (j, i)
                    votes.write(f"q{query + 1},r{better + 1},r{worse + 1},{rng.randint(1, 9)}\n")


def classes(rng):
    """Rows of three named classes, with weights and empty fields; what predictions cost is no square matrix."""
    with open("classes/data-costs.csv", "w") as out:
        out.write("class,wait,pills,ward,surgery\ncold,0,1,6,30\nflu,3,0,5,25\npneumonia,30,20,0,4\n")
    with open("classes/data.csv", "w") as out:
        out.write("label,weight,fever,cough,age\n")
        for _ in range(60):
            fever, cough, age = rng.gauss(0, 1), rng.gauss(0, 1), rng.random()
            sick = fever + fever * cough + 2 * age - 1 + 0.6 * rng.gauss(0, 1)
            label = "cold" if sick < 0 else "flu" if sick < 1.2 else "pneumonia"
            cells = [label, rng.choice(["1", "2", "0.5"]), number(fever)]
            cells += ["" if rng.random() < 0.1 else number(cough), number(age)]
            out.write(",".join(cells) + "\n")


def scale(rng):
    """Two classes and 41 predictions t at the cost (y - t)²: what is predicted is the output of the model, to 1/40."""
    with open("scale/data-costs.csv", "w") as out:
        steps = [t / 40 for t in range(41)]
        out.write("class," + ",".join(f"p{t:.3f}" for t in steps) + "\n")
        for y in (0, 1):
            out.write(("no", "yes")[y] + "," + ",".join(f"{(y - t) ** 2:.6f}" for t in steps) + "\n")
    with open("scale/data.csv", "w") as out:
        out.write("label,a,b\n")
        for _ in range(60):
            a, b = rng.gauss(0, 1), rng.gauss(0, 1)
            out.write(f"{'yes' if a * b + a + 0.7 * rng.gauss(0, 1) > 0 else 'no'},{number(a)},{number(b)}\n")


def numbered(rng):
    """SVMlight rows whose classes are numbers from 0 on."""
    with open("numbered/data.txt", "w") as out:
        for _ in range(50):
            x = [rng.gauss(0, 1) for _ in range(3)]
            label = max(0, min(4, round(2 + x[0] + 0.5 * x[1] + 0.4 * rng.gauss(0, 1))))
            shown = [f"{j + 1}:{number(v)}" for j, v in enumerate(x) if rng.random() > 0.15]
            out.write(f"{label} {' '.join(shown)}\n")


def rankings(rng, path, partial):
    """Rows that rank four labels; where partial, with ties, gaps and weights."""
    names = ["foot", "bike", "bus", "car"]
    with open(path, "w") as out:
        out.write(("weight," if partial else "") + "distance,hurry,rain," + ",".join("by_" + n for n in names) + "\n")
        for _ in range(50):
            distance, hurry, rain = 5 * rng.random(), rng.random(), rng.random()
            likes = [4 - 2 * distance - 2 * rain, 3 - distance * (0.3 + rain), 2 + 0.2 * rain - hurry, distance - 1 + hurry]
            likes = [v + 0.4 * rng.gauss(0, 1) for v in likes]
            if partial:
                likes = [round(v) for v in likes]
            positions = [str(1 + sum(other > v for other in likes)) for v in likes]
            if partial:
                positions = [p if rng.random() > 0.15 else "" for p in positions]
            cells = [rng.choice(["1", "0.5", "3"])] if partial else []
            out.write(",".join(cells + [number(distance), number(hurry), number(rain)] + positions) + "\n")


rng = random.Random(1)
grades(rng)
named(rng)
preferences(rng)
classes(rng)
scale(rng)
numbered(rng)
rankings(rng, "labels/data.csv", False)
rankings(rng, "partial/data.csv", True)
