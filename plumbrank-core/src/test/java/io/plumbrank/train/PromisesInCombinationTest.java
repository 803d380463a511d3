package io.plumbrank.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.Dataset;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.kind.pairs.PairTask;
import io.plumbrank.learn.Outputs;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.QueryFeatures.Context;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.instances.Candidate;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.learn.pairs.PairFunction;
import io.plumbrank.learn.pairs.PairScores;
import io.plumbrank.measure.Judgements;
import io.plumbrank.measure.Measure;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.measure.Textbook;
import io.plumbrank.surrogate.SurrogateSpec;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.Guarantee.Calibration;
import io.plumbrank.target.measures.RankingTargets;
import io.plumbrank.target.rankings.PairRankingTarget;
import io.plumbrank.target.rankings.RankingTarget;
import io.plumbrank.task.Judgement;
import io.plumbrank.task.QueryInstance;
import io.plumbrank.task.QueryInstances;
import io.plumbrank.task.Result;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Tries to break what models promise, over combinations: measure × surrogate × sizes × weights of queries and of items × what
 * becomes of empty queries × ties × context. A world is a few kinds of queries, each with a distribution of labels that is known. The
 * promise is the one that a model trained on these queries prints; measured against it are fits that this test makes up, by the textbook's
 * definitions of measures, brute force over rankings, and surrogates, their means and their best scores as CUG13 writes them.
 */
class PromisesInCombinationTest {
    private static final List<String> MEASURES = List.of(
            "dcg",
            "dcg@1",
            "dcg@2(gain=linear)",
            "ndcg",
            "ndcg@2",
            "p@1",
            "p@2",
            "p@3(denominator=capped)",
            "wta",
            "recall@1",
            "recall@2",
            "eru(v=0,w=3)",
            "auc",
            "spearman(ties=average)",
            "spearman",
            "ndcg(ties=stable)",
            "rr@1",
            "success@1",
            "err@1(max=2)",
            "map@1",
            "map@1(denominator=capped)",
            "pd(weight=difference)");
    private static final List<String> SURROGATES = List.of(
            "squared",
            "logistic",
            "exponential",
            "squared-hinge(t=2)",
            "smooth-hinge",
            "smooth-hinge(alpha=0.5)",
            "pairwise-squared",
            "pairwise-logistic",
            "pairwise-exponential",
            "linear-value",
            "linear-value(rho=cosh,nu=2)");
    private static final double FAR = 30;

    /** What was tried, and the largest share of a bound that a regret came to. */
    private static final class Tried {
        int worlds;
        int bounds;
        int probes;
        int exactFits;
        int withheld;
        double largest;
    }

    /** Kinds of queries, each with equally probable labels of its own. */
    private record World(MeasureSpec measure, SurrogateSpec surrogate, List<Kind> kinds, QueryFeatures view) {}

    /**
     * @param weight of its queries
     * @param itemWeights one array per label; null where items have none
     */
    private record Kind(double weight, double[][] labels, double @Nullable [][] itemWeights) {
        int items() {
            return labels[0].length;
        }

        double itemWeight(int label, int item) {
            return itemWeights == null ? 1 : itemWeights[label][item];
        }
    }

    @Test
    void noCombinationBreaksAPromise() {
        Tried tried = new Tried();
        SplittableRandom random = new SplittableRandom(14);
        for (int round = 0; round < 5; round++) {
            for (String measure : MEASURES) {
                for (String surrogate : SURROGATES) {
                    attack(world(measure, surrogate, random), tried, random);
                }
            }
        }
        assertThat(tried.worlds).isEqualTo(5 * MEASURES.size() * SURROGATES.size());
        assertThat(tried.bounds).as("bounds attacked").isGreaterThan(800);
        assertThat(tried.probes).as("fits tried against bounds").isGreaterThan(120_000);
        assertThat(tried.exactFits).as("perfect fits").isGreaterThan(1000);
        assertThat(tried.withheld)
                .as("worlds where weights follow labels, and nothing is promised")
                .isGreaterThan(50);
        assertThat(tried.largest).as("share of a bound that was reached").isGreaterThan(0.99);
    }

    /** The same by pairs, decoded by brute force. */
    @Test
    void noCombinationOfPairsBreaksAPromise() {
        SplittableRandom random = new SplittableRandom(15);
        int probes = 0;
        double largest = 0;
        for (int round = 0; round < 60; round++) {
            for (String measure : List.of("map", "pd", "kendall(ties=average)", "pd(weight=difference)")) {
                World world = world(measure, "pairwise-logistic", random);
                PairTask task = PairTask.of(world.measure).withView(world.view);
                QueryInstances instances = task.training(QuerySource.of("world", new Dataset(queries(world))));
                Guarantee guarantee = task.trained(
                                task.variants(instances, null).get(0), instances)
                        .guarantee(new PairScores(
                                measure.equals("map")
                                        ? LinearScorer.of(new float[1], new double[1], new double[1][1])
                                        : null,
                                new PairScorerExample(!measure.equals("map"))));
                List<KindOfPairs> counting = world.kinds.stream()
                        .map(kind -> new KindOfPairs(world, kind, task.target()))
                        .filter(kind -> kind.scores.mass > 0)
                        .toList();
                double mass =
                        counting.stream().mapToDouble(kind -> kind.scores.mass).sum();
                assertThat(guarantee.calibration()).isEqualTo(Calibration.ALWAYS);
                for (int probe = 0; probe < 40 && mass > 0; probe++) {
                    double target = 0;
                    double surrogate = 0;
                    int lead = random.nextInt(counting.size());
                    for (int k = 0; k < counting.size(); k++) {
                        KindOfPairs kind = counting.get(k);
                        double[] u = k == lead || random.nextBoolean() ? kind.probe(random) : kind.mean;
                        target += kind.scores.mass / mass * kind.worstRegret(u);
                        surrogate += kind.scores.mass / mass * kind.excess(u);
                    }
                    probes++;
                    double allowed = Objects.requireNonNull(guarantee.bound()).at(surrogate);
                    assertThat(target).as(describe(world)).isLessThanOrEqualTo(allowed + 1e-7);
                    largest = allowed > 1e-3 ? Math.max(largest, target / allowed) : largest;
                }
            }
        }
        assertThat(probes).isGreaterThan(8000);
        assertThat(largest).isGreaterThan(0.9);
    }

    /** Linear in products, so that a context may matter; nobody asks it for numbers. */
    private record PairScorerExample(boolean antisymmetric) implements PairFunction {
        @Override
        public int itemInputs() {
            return 1;
        }

        @Override
        public int outputs() {
            return 1;
        }

        @Override
        public double[][] scorePairs(float[] items, int count) {
            throw new UnsupportedOperationException();
        }
    }

    /** A kind of query by its pairs. */
    private static final class KindOfPairs {
        final KindOfQuery scores;
        final double[] mean;
        private final List<Ranking> rankings = new ArrayList<>();
        private final boolean products;

        KindOfPairs(World world, Kind kind, PairRankingTarget<Query> target) {
            scores = new KindOfQuery(world, kind);
            products = !target.antisymmetric();
            mean = new double[target.encodedSize(kind.items())];
            double[] alpha = new double[mean.length];
            for (int y : scores.counting) {
                target.encodeInto(Query.of("y", kind.labels[y], new float[kind.items()][1]), alpha);
                for (int k = 0; k < alpha.length; k++) {
                    mean[k] += alpha[k] / scores.counting.size();
                }
            }
            Ranking.forEach(kind.items(), rankings::add);
        }

        /** ⟨u, β⟩ as RAT13 writes it, in the order of the target's pairs. */
        private double value(double[] u, Ranking ranking) {
            int items = ranking.size();
            double sum = 0;
            int at = 0;
            for (int i = 0; i < items; i++) {
                for (int j = products ? 0 : i + 1; j < (products ? i + 1 : items); j++) {
                    int one = 1 + ranking.positionOf(i);
                    int other = 1 + ranking.positionOf(j);
                    sum += u[at++] * (products ? -1.0 / Math.max(one, other) : one > other ? 1 : 0);
                }
            }
            return sum;
        }

        double worstRegret(double[] u) {
            double least = rankings.stream()
                    .mapToDouble(ranking -> value(u, ranking))
                    .min()
                    .orElseThrow();
            return rankings.stream()
                    .filter(ranking -> value(u, ranking) <= least + 1e-9)
                    .mapToDouble(scores::regret)
                    .max()
                    .orElseThrow();
        }

        /** The mean over labels of Σ (u − α)² less its smallest, over the number of items. */
        double excess(double[] u) {
            double sum = 0;
            for (int k = 0; k < u.length; k++) {
                sum += (u[k] - mean[k]) * (u[k] - mean[k]);
            }
            return sum / scores.kind.items();
        }

        /** From the mean, as short a way as there is, to where another ranking is as good; at times shaken. */
        double[] probe(SplittableRandom random) {
            Ranking best = rankings.stream()
                    .min(Comparator.comparingDouble(ranking -> value(mean, ranking)))
                    .orElseThrow();
            Ranking other = rankings.get(random.nextInt(rankings.size()));
            double[] direction = new double[mean.length];
            double norm = 0;
            double[] unit = new double[mean.length];
            for (int k = 0; k < unit.length; k++) {
                Arrays.fill(unit, 0);
                unit[k] = 1;
                direction[k] = value(unit, best) - value(unit, other);
                norm += direction[k] * direction[k];
            }
            double gap = value(mean, other) - value(mean, best);
            double shake = random.nextInt(3) == 0 ? 0.1 : 0;
            double[] u = mean.clone();
            for (int k = 0; k < u.length; k++) {
                u[k] += (norm > 0 ? gap / norm * direction[k] : 0) + shake * (random.nextDouble() - 0.5);
            }
            return u;
        }
    }

    private static World world(String measure, String surrogate, SplittableRandom random) {
        String[] empties = {"zero", "skip", "one"};
        boolean hasEmpty = MeasureSpec.parse(measure).text().contains("empty=");
        String empty = empties[random.nextInt(3)];
        String text = hasEmpty
                ? measure.endsWith(")")
                        ? measure.replace(")", ",empty=" + empty + ")")
                        : measure + "(empty=" + empty + ")"
                : measure;
        MeasureSpec spec = MeasureSpec.parse(text);
        SurrogateSpec chosen = Surrogates.parse(surrogate);
        boolean pairwise = chosen.isPairwise() && !surrogate.equals("pairwise-squared");
        int weights = pairwise ? 0 : random.nextInt(3); // none, by item, by label
        if (surrogate.equals("pairwise-squared") && weights == 2) {
            weights = 1;
        }
        List<Kind> kinds = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        for (int k = 0; k < count; k++) {
            int items = 2 + random.nextInt(4);
            int largest = spec.measure().tellingGrade();
            double[][] labels = new double[1 + random.nextInt(4)][items];
            for (double[] label : labels) {
                boolean none = hasEmpty && random.nextInt(4) == 0;
                for (int i = 0; i < items; i++) {
                    label[i] = none ? 0 : random.nextInt(largest + 1);
                }
            }
            kinds.add(new Kind(
                    random.nextBoolean() ? 1 : 0.5 + 3 * random.nextDouble(),
                    labels,
                    weights(weights, labels, random)));
        }
        Context[] contexts = Context.values();
        List<Context> chosenContexts =
                random.nextBoolean() ? List.of() : List.of(contexts[random.nextInt(contexts.length)]);
        return new World(spec, chosen, kinds, new QueryFeatures(false, chosenContexts));
    }

    private static double @Nullable [][] weights(int kind, double[][] labels, SplittableRandom random) {
        if (kind == 0) {
            return null;
        }
        double[] own = new double[labels[0].length];
        Arrays.setAll(own, i -> 0.25 + 4 * random.nextDouble());
        return Arrays.stream(labels)
                .map(label -> IntStream.range(0, label.length)
                        .mapToDouble(i -> kind == 2 && label[i] > 0 ? 10 * own[i] : own[i])
                        .toArray())
                .toArray(double[][]::new);
    }

    /** A model of the world's queries, as far as promises go, and what training prints of a fit. */
    private record Trained(ItemTask task, List<QueryInstance> instances, Variant variant) {
        Result printed(List<double[]> scoresOfInstances) {
            int[] ends = new int[instances.size()];
            int end = 0;
            for (int k = 0; k < ends.length; k++) {
                end += instances.get(k).rows();
                ends[k] = end;
            }
            double[] u =
                    scoresOfInstances.stream().flatMapToDouble(Arrays::stream).toArray();
            Judgement judgement = new Judgement(List.of(new Candidate(variant, 1)));
            task.judge(instances, new Outputs(new double[][] {u}, ends, new int[] {1}), judgement);
            return judgement.result(0);
        }
    }

    private static List<Query> queries(World world) {
        List<Query> queries = new ArrayList<>();
        for (Kind kind : world.kinds) {
            for (int y = 0; y < kind.labels.length; y++) {
                Query query = Query.of("q" + queries.size(), kind.labels[y], new float[kind.items()][1])
                        .withWeight(kind.weight / kind.labels.length);
                queries.add(kind.itemWeights == null ? query : query.withItemWeights(kind.itemWeights[y]));
            }
        }
        return queries;
    }

    private static Trained trained(World world) {
        ItemTask task =
                ItemTask.of(world.measure).withSurrogates(world.surrogate).withView(world.view);
        QueryInstances instances = task.training(QuerySource.of("world", new Dataset(queries(world))));
        Variant variant = task.variants(instances, null).get(0);
        List<QueryInstance> all = new ArrayList<>();
        instances.visit(all::add);
        return new Trained(task.trained(variant, instances), all, variant);
    }

    private static void attack(World world, Tried tried, SplittableRandom random) {
        tried.worlds++;
        List<KindOfQuery> counting = world.kinds.stream()
                .map(kind -> new KindOfQuery(world, kind))
                .filter(kind -> kind.mass > 0)
                .toList();
        if (counting.isEmpty()) {
            return;
        }
        Trained trained = trained(world);
        ItemTask task = trained.task();
        LinearScorer any = LinearScorer.of(new float[1], new double[1], new double[][] {{1}});
        Guarantee guarantee = task.guarantee(RowScorer.of(any));
        Template template = new Template(world.surrogate, task.surrogate());
        double mass = counting.stream().mapToDouble(kind -> kind.mass).sum();
        boolean byLabel = world.kinds.stream().anyMatch(kind -> kind.itemWeights != null);
        if (byLabel) {
            assertThat(guarantee.calibration()).as(describe(world)).isNotEqualTo(Calibration.ALWAYS);
            tried.withheld++;
        }
        if (counting.stream().anyMatch(KindOfQuery::weightsFollowLabels)) {
            return;
        }
        for (KindOfQuery kind : counting) {
            if (guarantee.calibration() == Calibration.ALWAYS || byLabel) {
                tried.exactFits++;
                assertThat(kind.regret(worstOrder(kind.best, kind.mean)))
                        .as("a perfect fit of %s", describe(world))
                        .isLessThan(1e-9);
            }
        }
        boolean rankedTies = guarantee.notPromised().stream().noneMatch(sentence -> sentence.contains("equal scores"));
        assertThat(rankedTies).isEqualTo(!world.measure.text().contains("ties=corrected"));
        if (guarantee.bound() == null) {
            return;
        }
        tried.bounds++;
        for (int probe = 0; probe < 150; probe++) {
            tried.probes++;
            double target = 0;
            double surrogate = 0;
            double measured = 0;
            double risk = 0;
            Map<Kind, double[]> fit = new IdentityHashMap<>();
            int lead = random.nextInt(counting.size());
            for (int k = 0; k < counting.size(); k++) {
                KindOfQuery kind = counting.get(k);
                boolean spoilt = k == lead || random.nextBoolean();
                double[] utilities = spoilt ? kind.probe(random) : kind.mean;
                double[] scores = template.best(utilities);
                boolean ties = rankedTies && probe % 5 == 0;
                fit.put(kind.kind, scores);
                risk += kind.mass / mass * kind.risk(template, scores);
                measured += kind.mass / mass * kind.sign() * (kind.least + kind.regretOfTies(scores));
                target += kind.mass
                        / mass
                        * (ties ? kind.regretOfTies(scores) : kind.regret(worstOrder(utilities, kind.mean)));
                surrogate += kind.mass
                        / mass
                        * Math.max(0, kind.risk(template, scores) - kind.risk(template, template.best(kind.mean)));
            }
            if (probe < 2 && rankedTies) {
                Result printed = trained.printed(fits(world, fit));
                assertThat(printed.surrogateRisk())
                        .as(describe(world))
                        .isCloseTo(risk, within(1e-9 * Math.max(1, risk)));
                assertThat(printed.measure()).as(describe(world)).isCloseTo(measured, within(1e-9));
            }
            double allowed = guarantee.bound().at(surrogate);
            if (!(target <= allowed * (1 + 1e-6) + 1e-7)) {
                throw new AssertionError(target + " with a surrogate regret of " + surrogate + ", where "
                        + guarantee.bound() + " allows " + allowed + ": " + describe(world));
            }
            if (allowed > 1e-3) {
                tried.largest = Math.max(tried.largest, target / allowed);
            }
        }
    }

    /** The scores of each label's query; of kinds that do not count any. */
    private static List<double[]> fits(World world, Map<Kind, double[]> fit) {
        List<double[]> scores = new ArrayList<>();
        for (Kind kind : world.kinds) {
            for (int y = 0; y < kind.labels.length; y++) {
                scores.add(fit.getOrDefault(kind, new double[kind.items()]));
            }
        }
        return scores;
    }

    private static String describe(World world) {
        StringBuilder text = new StringBuilder(world.measure + " by " + world.surrogate.name());
        for (Kind kind : world.kinds) {
            text.append("; weight ").append(kind.weight).append(" ").append(Arrays.deepToString(kind.labels));
            text.append(" item weights ").append(Arrays.deepToString(kind.itemWeights));
        }
        return text.toString();
    }

    /** The items by falling numbers, where equal ones stand against what would be good. */
    private static Ranking worstOrder(double[] numbers, double[] good) {
        Integer[] order = IntStream.range(0, numbers.length).boxed().toArray(Integer[]::new);
        Arrays.sort(
                order,
                (i, j) -> Math.abs(numbers[i] - numbers[j]) > 1e-12
                        ? Double.compare(numbers[j], numbers[i])
                        : Double.compare(good[i], good[j]));
        return Ranking.ofItems(Arrays.stream(order).mapToInt(Integer::intValue).toArray());
    }

    /** A kind of query with what the measure makes of its labels; those that do not count are left out. */
    private static final class KindOfQuery {
        final Kind kind;
        final Measure measure;
        final List<Integer> counting = new ArrayList<>();
        final double[][] utilities;
        final double mass;
        final double[] mean;
        final double[] best;
        private final double least;

        KindOfQuery(World world, Kind kind) {
            this.kind = kind;
            this.measure = world.measure.measure();
            RankingTarget<double[]> target = RankingTargets.of(world.measure);
            utilities = new double[kind.labels.length][kind.items()];
            for (int y = 0; y < kind.labels.length; y++) {
                target.encodeInto(kind.labels[y], utilities[y]);
                if (!Double.isNaN(Textbook.value(kind.labels[y], kind.items(), world.measure))) {
                    counting.add(y);
                }
            }
            mass = kind.weight * counting.size() / kind.labels.length;
            mean = new double[kind.items()];
            best = new double[kind.items()];
            for (int i = 0; i < mean.length; i++) {
                double weight = 0;
                for (int y : counting) {
                    mean[i] += utilities[y][i] / counting.size();
                    best[i] += kind.itemWeight(y, i) * utilities[y][i];
                    weight += kind.itemWeight(y, i);
                }
                best[i] /= weight;
            }
            double[] smallest = {Double.POSITIVE_INFINITY};
            Ranking.forEach(kind.items(), ranking -> smallest[0] = Math.min(smallest[0], loss(ranking)));
            least = smallest[0];
        }

        /** What makes a loss of the measure, and a measure of the loss. */
        double sign() {
            return measure.spec().largerIsBetter() ? -1 : 1;
        }

        boolean weightsFollowLabels() {
            return IntStream.range(0, kind.items())
                    .anyMatch(i -> counting.stream()
                                    .mapToDouble(y -> kind.itemWeight(y, i))
                                    .distinct()
                                    .count()
                            > 1);
        }

        private double loss(Ranking ranking) {
            double sum = 0;
            for (int y : counting) {
                double[] label = kind.labels[y];
                double[] ranked = IntStream.range(0, label.length)
                        .mapToDouble(position -> label[ranking.itemAt(position)])
                        .toArray();
                sum += Textbook.value(ranked, ranked.length, measure.spec());
            }
            return sign() * sum / counting.size();
        }

        double regret(Ranking ranking) {
            return loss(ranking) - least;
        }

        /** As eval has it, with the ties that the scores have. */
        double regretOfTies(double[] scores) {
            double sum = 0;
            for (int y : counting) {
                sum += measure.evaluate(Judgements.of(kind.labels[y]).rankedBy(scores));
            }
            return sign() * sum / counting.size() - least;
        }

        double risk(Template template, double[] scores) {
            double sum = 0;
            for (int y : counting) {
                double[] weights = new double[scores.length];
                int label = y;
                Arrays.setAll(weights, i -> kind.itemWeight(label, i));
                sum += template.loss(utilities[y], scores, weights);
            }
            return sum / counting.size();
        }

        /** The expected utilities with one pair, or all pairs from the two ends, made equal; at times shaken. */
        double[] probe(SplittableRandom random) {
            double[] probed = mean.clone();
            int[] order = Ranking.byScores(mean).toItems();
            boolean all = random.nextBoolean();
            int first = random.nextInt(order.length);
            for (int pair = 0; pair < (all ? order.length / 2 : 1); pair++) {
                int i = all ? order[pair] : order[first];
                int j = all ? order[order.length - 1 - pair] : order[random.nextInt(order.length)];
                double together = (probed[i] + probed[j]) / 2;
                probed[i] = together;
                probed[j] = together;
            }
            if (random.nextInt(3) == 0) {
                double top = Arrays.stream(utilities)
                        .flatMapToDouble(Arrays::stream)
                        .max()
                        .orElse(1);
                double low = Arrays.stream(utilities)
                        .flatMapToDouble(Arrays::stream)
                        .min()
                        .orElse(0);
                for (int i = 0; i < probed.length; i++) {
                    probed[i] = Math.max(
                            Math.min(0, low), Math.min(top, probed[i] + 0.2 * top * (random.nextDouble() - 0.5)));
                }
            }
            return probed;
        }
    }

    /** A surrogate by the formulas of CUG13, Table 2, and DMJ10, equation 14; sums over pairs are divided by the number of items. */
    private static final class Template {
        private final String name;
        private final double eta;
        private final double shift;
        private final double parameter;

        /** @param text of the trained surrogate, which holds η */
        Template(SurrogateSpec spec, String text) {
            name = text.contains("cosh") ? "cosh" : spec.name();
            eta = number(text, "eta", 1);
            shift = number(text, "shift", 0);
            parameter = number(text, "t", number(text, "alpha", number(text, "nu", 0.5)));
        }

        private static double number(String text, String key, double otherwise) {
            Matcher found = Pattern.compile("[(,]" + key + "=([^,)]*)").matcher(text);
            return found.find() ? Double.parseDouble(found.group(1)) : otherwise;
        }

        /** The best scores for expected utilities, as far as they are finite. */
        double[] best(double[] mean) {
            return Arrays.stream(mean)
                    .map(plain -> {
                        double v = plain + shift;
                        return switch (name) {
                            case "squared", "pairwise-squared" -> plain;
                            case "linear-value" -> plain / (2 * parameter);
                            case "cosh" ->
                                Math.log(plain / parameter + Math.sqrt(1 + plain * plain / (parameter * parameter)));
                            case "logistic" -> Math.log(v / (eta - v));
                            case "exponential" -> Math.log(v / (eta - v)) / 2;
                            case "squared-hinge" -> parameter * v / eta;
                            case "smooth-hinge" -> smoothHinge(v);
                            case "pairwise-logistic" -> Math.log(v);
                            case "pairwise-exponential" -> Math.log(v) / 2;
                            default -> throw new IllegalArgumentException(name);
                        };
                    })
                    .map(score -> Math.max(-FAR, Math.min(FAR, score)))
                    .toArray();
        }

        /** By bisection on the slope, which rises. */
        private double smoothHinge(double v) {
            double low = 0;
            double high = 1;
            for (int k = 0; k < 60; k++) {
                double s = (low + high) / 2;
                double slope = (eta - v) * Math.min(1, s / parameter) - v * Math.min(1, (1 - s) / parameter);
                if (slope < 0) {
                    low = s;
                } else {
                    high = s;
                }
            }
            return (low + high) / 2;
        }

        private double hinge(double x) {
            return x <= 0 ? 0 : x <= parameter ? x * x / (2 * parameter) : x - parameter / 2;
        }

        double loss(double[] utilities, double[] scores, double[] weights) {
            int r = scores.length;
            double sum = 0;
            if (name.equals("pairwise-squared")) {
                double weight = Arrays.stream(weights).sum();
                double mean = IntStream.range(0, r)
                                .mapToDouble(i -> weights[i] * (utilities[i] - scores[i]))
                                .sum()
                        / weight;
                return IntStream.range(0, r)
                        .mapToDouble(i -> weights[i] * Math.pow(utilities[i] - scores[i] - mean, 2))
                        .sum();
            }
            for (int i = 0; i < r; i++) {
                double v = utilities[i] + shift;
                double s = scores[i];
                if (name.startsWith("pairwise")) {
                    for (int j = 0; j < i; j++) {
                        double w = utilities[j] + shift;
                        double d = s - scores[j];
                        sum += name.equals("pairwise-logistic")
                                ? v * Math.log1p(Math.exp(-d)) + w * Math.log1p(Math.exp(d))
                                : v * Math.exp(-d) + w * Math.exp(d);
                    }
                    continue;
                }
                sum += weights[i]
                        * switch (name) {
                            case "squared" -> (v - s) * (v - s);
                            case "linear-value" -> parameter * s * s - v * s;
                            case "cosh" -> parameter * (Math.cosh(s) - 1) - v * s;
                            case "logistic" -> v * Math.log1p(Math.exp(-s)) + (eta - v) * Math.log1p(Math.exp(s));
                            case "exponential" -> v * Math.exp(-s) + (eta - v) * Math.exp(s);
                            case "squared-hinge" ->
                                v * Math.pow(Math.max(0, parameter - s), 2) + (eta - v) * Math.pow(Math.max(0, s), 2);
                            case "smooth-hinge" -> v * hinge(1 - s) + (eta - v) * hinge(s);
                            default -> throw new IllegalArgumentException(name);
                        };
            }
            return name.startsWith("pairwise") ? sum / r : sum;
        }
    }
}
