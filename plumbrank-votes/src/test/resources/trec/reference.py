#!/usr/bin/env python3
"""An independent reading of trec_eval's conventions, the oracle of the golden files in this folder.

  reference.py eval QRELS RUN [-c] [-l LEVEL]   prints what `trec_eval -q` prints for the measures below
  reference.py make FOLDER                      writes qrels, two runs and their golden files (seeded)

It was checked against the output of trec_eval 10.0-rc3 on other files with the same traits (ties, unjudged, negative and
missing items, missing queries), where every number agreed to the 4 decimals that trec_eval prints.
Ranking: score descending, then docno descending as bytes. NDCG: linear gain, ideal over all judged items, -l ignored.
"""
import math
import random
import sys


def read(path, doc, value):
    lists = {}
    for line in open(path, encoding="utf-8"):
        fields = line.split()
        if fields and not fields[0].startswith("#"):
            lists.setdefault(fields[0], {})[fields[doc]] = float(fields[value])
    return lists


def measures(judged, scored, level):
    ranked = sorted(scored, key=lambda d: d.encode(), reverse=True)
    ranked.sort(key=lambda d: -scored[d])
    grade = [judged.get(d) for d in ranked]
    rel = [g is not None and g >= level for g in grade]
    total = sum(1 for g in judged.values() if g >= level)
    nonrel = sum(1 for g in judged.values() if 0 <= g < level)
    out = {"num_ret": len(ranked), "num_rel": total, "num_rel_ret": sum(rel)}

    def ap(k):
        hits, value = 0, 0.0
        for i, r in enumerate(rel[:k], 1):
            if r:
                hits += 1
                value += hits / i
        return value / total if total else 0.0

    def ndcg(k):
        gain = lambda g: g if g is not None and g > 0 else 0.0
        dcg = sum(gain(g) / math.log2(i + 1) for i, g in enumerate(grade[:k], 1))
        ideal = sorted((gain(g) for g in judged.values()), reverse=True)
        best = sum(g / math.log2(i + 1) for i, g in enumerate(ideal[:k], 1))
        return dcg / best if best > 0 else 0.0

    everything = max(len(ranked), len(judged))
    out["map"] = ap(everything)
    out["Rprec"] = sum(rel[:total]) / total if total else 0.0
    above, bpref = 0, 0.0
    for g, r in zip(grade, rel):
        if r:
            bpref += 1 - (min(above, total) / min(nonrel, total) if above else 0)
        elif g is not None and g >= 0:
            above += 1
    out["bpref"] = bpref / total if total else 0.0
    first = next((i for i, r in enumerate(rel, 1) if r), None)
    out["recip_rank"] = 1 / first if first else 0.0
    for k in (1, 5, 10, 20):
        out[f"P_{k}"] = sum(rel[:k]) / k
    for k in (5, 10, 20):
        out[f"recall_{k}"] = sum(rel[:k]) / total if total else 0.0
    out["ndcg"] = ndcg(everything)
    for k in (1, 5, 10, 20):
        out[f"ndcg_cut_{k}"] = ndcg(k)
    for k in (5, 10, 20):
        out[f"map_cut_{k}"] = ap(k)
    for k in (1, 5, 10):
        out[f"success_{k}"] = float(any(rel[:k]))
    return out


def evaluate(qrels, run, complete, level, print_line):
    judged, scored = read(qrels, 2, 3), read(run, 2, 4)
    queries = sorted(q for q in judged if complete or q in scored)
    rows = {q: measures(judged[q], scored.get(q, {}), level) for q in queries}
    counts = ("num_ret", "num_rel", "num_rel_ret")
    shape = lambda name, v: str(int(v)) if name in counts or name == "num_q" else f"{v:.4f}"
    for q in queries:
        for name, value in rows[q].items():
            print_line(f"{name:<22}\t{q}\t{shape(name, value)}")
    print_line(f"{'num_q':<22}\tall\t{len(queries)}")
    for name in rows[queries[0]]:
        total = math.fsum(rows[q][name] for q in queries)
        print_line(f"{name:<22}\tall\t{shape(name, total if name in counts else total / len(queries))}")


def make(folder):
    rng = random.Random(20261115)
    with open(f"{folder}/qrels.txt", "w") as qrels, open(f"{folder}/a.run", "w") as a, open(f"{folder}/b.run", "w") as b:
        for q in range(1, 16):
            pool = rng.sample(range(100, 1000), 40)
            docs = [f"D{n}" for n in pool]
            judged = rng.sample(docs, rng.randint(8, 25))
            no_relevant = q == 4
            for d in judged:
                grade = 0 if no_relevant else rng.choice([-1, 0, 0, 0, 0, 1, 1, 2, 3])
                qrels.write(f"q{q} 0 {d} {grade}\n")
            for run, noise, skip in ((a, 1.0, q == 7), (b, 2.0, q in (2, 7))):
                if skip:
                    continue
                retrieved = rng.sample(docs, rng.randint(3, 35))
                scored = [(round(rng.gauss(0, noise), 1), d) for d in retrieved]
                scored.sort(key=lambda s: -s[0])
                for rank, (score, d) in enumerate(scored, 1):
                    run.write(f"q{q} Q0 {d} {rank} {score} {'a' if run is a else 'b'}\n")
        for run in (a, b):
            run.write(f"q99 Q0 D1 1 0.5 {'a' if run is a else 'b'}\n")
    for name in ("a", "b"):
        for suffix, complete, level in (("", False, 1), ("-c", True, 1), ("-l2", False, 2)):
            with open(f"{folder}/{name}.golden{suffix}.txt", "w") as golden:
                evaluate(f"{folder}/qrels.txt", f"{folder}/{name}.run", complete, level, lambda s: golden.write(s + "\n"))


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(sys.argv[2])
    else:
        level = int(sys.argv[sys.argv.index("-l") + 1]) if "-l" in sys.argv else 1
        evaluate(sys.argv[2], sys.argv[3], "-c" in sys.argv, level, print)
