package io.plumbrank.learn.trees;

import io.plumbrank.data.PairIndex;
import io.plumbrank.learn.Outputs;
import io.plumbrank.learn.instances.HeldOut;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Instance.PairTargets;
import io.plumbrank.learn.instances.InstanceLoss;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Instances.Shape;
import io.plumbrank.learn.instances.Plan;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.learn.pairs.PairSample;
import io.plumbrank.learn.pairs.PairScores;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.RunningSums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Instances, and how trees see them: row by row, or as pairs of rows. They are in memory, with all of their features as long as
 * these take a small part of it; else features go by again each time that somebody looks at them.
 *
 * @param source where they come from
 * @param instances all of them
 * @param width as many features as rows have in training
 * @param streamed whether the instances have no features
 */
public record TreeData<I extends Instance>(Instances<I> source, List<I> instances, int width, boolean streamed) {
    /** The part of the memory that features of training rows may take. */
    private static final int PART = 6;

    /** Rows that are made at a time, or somewhat more. */
    private static final int BLOCK = 1024;

    /** The longest array that every JVM can make. */
    private static final long LONGEST = Integer.MAX_VALUE - 8;

    public static <I extends Instance> TreeData<I> load(Instances<I> source, Plan<I> plan) {
        return load(source, plan, Runtime.getRuntime().maxMemory() / PART);
    }

    /** @param most bytes that features may take in memory */
    static <I extends Instance> TreeData<I> load(Instances<I> source, Plan<I> plan, long most) {
        boolean mayStream = plan.holdout().hasFile() && !source.shape().isPaired();
        List<I> all = new ArrayList<>();
        long[] bytes = {0};
        int[] width = {0};
        boolean[] streams = {false};
        source.visit(instance -> {
            width[0] = Math.max(width[0], instance.width());
            bytes[0] += (long) instance.rows() * instance.width() * Float.BYTES;
            if (mayStream && !streams[0] && bytes[0] > most) {
                streams[0] = true;
                all.replaceAll(source::withoutFeatures);
            }
            all.add(streams[0] ? source.withoutFeatures(instance) : instance);
        });
        if (all.size() < plan.holdout().parts()) {
            throw plan.tooFew(source, all.size() + " " + source.nouns());
        }
        TreeData<I> data = new TreeData<>(source, all, width[0], streams[0]);
        data.requireRoom(true);
        if (!plan.holdout().hasFile()) {
            data.requireRoom(false);
        }
        for (Variant variant : plan.variants()) {
            data.requireRowWeights(variant.loss());
        }
        return data;
    }

    /** The validation data, as wide as these. */
    public TreeData<I> held(Instances<I> from) {
        List<I> all = from.load();
        if (all.isEmpty()) {
            throw from.fault("no " + from.nouns(), "at least one");
        }
        TreeData<I> data = new TreeData<>(from, all, width, false);
        data.requireRoom(false);
        return data;
    }

    public Shape shape() {
        return source.shape();
    }

    public int maxPairs() {
        return source.maxPairs();
    }

    public int[] all() {
        return IntStream.range(0, instances.size()).toArray();
    }

    /** How many instances have more pairs than are taken. */
    public int sampled() {
        return (int) IntStream.range(0, instances.size())
                .mapToObj(number -> sample(number, 0))
                .filter(sample -> sample.taken() < sample.all())
                .count();
    }

    private PairSample sample(int number, long seed) {
        return new PairSample(instances.get(number).rows(), maxPairs(), seed, number);
    }

    private List<I> pick(int[] numbers) {
        return IntStream.of(numbers).mapToObj(instances::get).toList();
    }

    /** Makes sure that there are values, and that all go into one array. */
    private void requireRoom(boolean toFit) {
        if (width < 1) {
            throw source.fault("no features", "at least one, for trees to split on");
        }
        long rows = 0;
        for (int number = 0; number < instances.size(); number++) {
            PairSample sample = sample(number, 0);
            rows += shape().isPaired()
                    ? 2 * (toFit ? sample.taken() : sample.all())
                    : instances.get(number).rows();
        }
        long values = Math.max(shape().isPaired() ? TreePairs.width(width) : width, source.outputs());
        if (rows > LONGEST / values) {
            throw source.fault(
                    rows + " rows of " + values + " values",
                    "at most " + LONGEST + " in all for trees, which are fitted in memory; a linear model streams");
        }
    }

    /** A gradient is multiplied by the weight of its row, which is right for sums over rows alone. */
    private void requireRowWeights(InstanceLoss loss) {
        if (!loss.separable()) {
            for (I instance : instances) {
                if (instance.hasRowWeights()) {
                    throw source.fault(
                            instance,
                            "weights of items",
                            "none with trees and " + loss.text()
                                    + ": surrogates of single items, such as squared, take them");
                }
            }
        }
    }

    /** All rows, which are read anew each time. */
    private TreeRows stream() {
        int rows = instances.stream().mapToInt(Instance::rows).sum();
        return TreeRows.ofStream(width, rows, stream -> {
            List<I> block = new ArrayList<>();
            int[] rowsOfBlock = {0};
            int[] left = {rows};
            Runnable next = () -> {
                List<I> own = List.copyOf(block);
                stream.next(rowsOfBlock[0], () -> HeldOut.rowsOf(own, width));
                block.clear();
                rowsOfBlock[0] = 0;
            };
            source.visit(instance -> {
                block.add(instance);
                rowsOfBlock[0] += instance.rows();
                left[0] -= instance.rows();
                if (left[0] < 0) {
                    throw changed("more than " + rows);
                }
                if (rowsOfBlock[0] >= BLOCK) {
                    next.run();
                }
            });
            if (left[0] > 0) {
                throw changed((rows - left[0]) + " in place of " + rows);
            }
            next.run();
        });
    }

    private InputException changed(String rows) {
        return source.fault(
                rows + " rows when it was read again", "data that nobody changes while they are read: train again");
    }

    /** Blocks of instances, whose rows are made when they are asked for. */
    private TreeRows matrix(int[] numbers) {
        if (streamed) {
            return stream();
        }
        List<Integer> firsts = new ArrayList<>();
        List<Integer> starts = new ArrayList<>(List.of(0));
        int rows = 0;
        for (int i = 0; i < numbers.length; i++) {
            if (firsts.isEmpty() || rows - starts.get(firsts.size() - 1) >= BLOCK) {
                firsts.add(i);
                starts.add(rows);
            }
            rows += instances.get(numbers[i]).rows();
            starts.set(firsts.size(), rows);
        }
        firsts.add(numbers.length);
        return TreeRows.ofBlocks(
                width,
                starts.stream().mapToInt(start -> start).toArray(),
                block -> HeldOut.rowsOf(
                        pick(Arrays.copyOfRange(numbers, firsts.get(block), firsts.get(block + 1))), width));
    }

    /** Row by row, by a variant's loss. */
    public Boosting.View items(Variant chosen, Plan<I> plan) {
        return new RowView(chosen, plan) {
            @Override
            double[] targets(I instance) {
                boolean[] known = instance.known();
                double[] all = known == null ? instance.targets() : gapped(instance.targets(), known);
                int outputs = source.outputs();
                if (chosen.size() == outputs) {
                    return all;
                }
                double[] own = new double[instance.rows() * chosen.size()];
                for (int row = 0; row < instance.rows(); row++) {
                    System.arraycopy(all, row * outputs + chosen.from(), own, row * chosen.size(), chosen.size());
                }
                return own;
            }

            @Override
            double rowWeight(I instance, int row) {
                return instance.weight() * instance.rowWeight(row);
            }
        };
    }

    /** NaN for what is not known. */
    private static double[] gapped(double[] targets, boolean[] known) {
        double[] gapped = targets.clone();
        for (int o = 0; o < gapped.length; o++) {
            gapped[o] = known[o] ? gapped[o] : Double.NaN;
        }
        return gapped;
    }

    /** The items of pairs on their own, by least squares. */
    public Boosting.View ownItems(Plan<I> plan) {
        return new RowView(Variant.SORTED, plan) {
            @Override
            double[] targets(I instance) {
                return Objects.requireNonNull(PairTargets.of(instance).single());
            }

            @Override
            double rowWeight(I instance, int row) {
                return instance.weight() / instance.rows();
            }
        };
    }

    private abstract class RowView implements Boosting.View {
        private final Variant variant;
        private final Plan<I> plan;

        RowView(Variant variant, Plan<I> plan) {
            this.variant = variant;
            this.plan = plan;
        }

        abstract double[] targets(I instance);

        abstract double rowWeight(I instance, int row);

        @Override
        public Instances<?> source() {
            return source;
        }

        private double[] weights(int[] numbers) {
            return IntStream.of(numbers)
                    .mapToObj(instances::get)
                    .flatMapToDouble(instance ->
                            IntStream.range(0, instance.rows()).mapToDouble(row -> rowWeight(instance, row)))
                    .toArray();
        }

        @Override
        public double weight(int[] numbers) {
            return Arrays.stream(weights(numbers)).sum();
        }

        @Override
        public TreeProblem problem(int[] numbers) {
            double[] targets = IntStream.of(numbers)
                    .mapToObj(instances::get)
                    .flatMapToDouble(instance -> Arrays.stream(targets(instance)))
                    .toArray();
            int[] groups = pick(numbers).stream().mapToInt(Instance::rows).toArray();
            TreeProblem problem = TreeProblem.of(
                            matrix(numbers).withLevels(source.featureNames()), targets, variant.size())
                    .withWeights(weights(numbers))
                    .withGroups(groups);
            InstanceLoss loss = variant.loss();
            InstanceLoss.Squares squares = loss.squares();
            return squares != null && squares.isPlain() ? problem : problem.withSurrogate(groups, loss.derivatives());
        }

        @Override
        public TreeProblem.Validation validation(int[] numbers) {
            List<I> held = pick(numbers);
            int[] ends =
                    RunningSums.inPlace(held.stream().mapToInt(Instance::rows).toArray());
            return new TreeProblem.Validation(
                    matrix(numbers),
                    scores -> plan.criterion()
                            .of(variant, held, new Outputs(new double[][] {scores}, ends, new int[] {variant.size()})));
        }
    }

    /** Pairs, two rows each, (i, j) and (j, i): those of a {@link PairSample} to fit, and all to stop. */
    public Boosting.View pairs(Boosting.@Nullable Result items, Plan<I> plan) {
        return new PairView(items, plan);
    }

    private final class PairView implements Boosting.View {
        private final Boosting.@Nullable Result items;
        private final Plan<I> plan;
        private final boolean antisymmetric = shape() == Shape.PREFERENCES;
        private final int rowWidth = TreePairs.width(width);

        PairView(Boosting.@Nullable Result items, Plan<I> plan) {
            this.items = items;
            this.plan = plan;
        }

        @Override
        public Instances<?> source() {
            return source;
        }

        @Override
        public double weight(int[] numbers) {
            return pick(numbers).stream()
                    .filter(instance -> instance.rows() > 1)
                    .mapToDouble(Instance::weight)
                    .sum();
        }

        @Override
        public TreeProblem problem(int[] numbers) {
            long seed = plan.settings().seed();
            int rows = 2
                    * IntStream.of(numbers)
                            .map(number -> sample(number, seed).taken())
                            .sum();
            double[] targets = new double[rows];
            double[] weights = new double[rows];
            float[] x = new float[rows * rowWidth];
            int[] next = {0};
            int[] groups = new int[numbers.length];
            for (int at = 0; at < numbers.length; at++) {
                int number = numbers[at];
                I instance = instances.get(number);
                PairSample sample = sample(number, seed);
                groups[at] = 2 * sample.taken();
                float[] own = instance.x(width);
                PairTargets aims = PairTargets.of(instance);
                double weight = instance.weight() / instance.rows() * sample.weight();
                sample.forEach((i, j) -> {
                    int row = next[0];
                    TreePairs.rowsInto(own, width, i, j, x, row * rowWidth);
                    targets[row] = aims.of(i, j);
                    targets[row + 1] = antisymmetric ? -targets[row] : targets[row];
                    weights[row] = weight;
                    weights[row + 1] = weight;
                    next[0] += 2;
                });
            }
            return TreeProblem.of(TreeRows.of(x, rowWidth), targets, 1)
                    .withWeights(weights)
                    .withGroups(groups);
        }

        @Override
        public TreeProblem.Validation validation(int[] numbers) {
            List<I> held = pick(numbers);
            int pairs = Math.toIntExact(IntStream.of(numbers)
                    .mapToLong(number -> sample(number, 0).all())
                    .sum());
            float[] x = new float[2 * pairs * rowWidth];
            List<double[]> own = new ArrayList<>();
            int row = 0;
            for (int number : numbers) {
                I instance = instances.get(number);
                float[] rows = instance.x(width);
                for (int i = 0; i < instance.rows(); i++) {
                    for (int j = i + 1; j < instance.rows(); j++, row += 2) {
                        TreePairs.rowsInto(rows, width, i, j, x, row * rowWidth);
                    }
                }
                own.add(own(number, rows));
            }
            return new TreeProblem.Validation(
                    TreeRows.of(x, rowWidth),
                    scores -> plan.criterion().of(plan.variants().get(0), held, outputs(held, own, scores)));
        }

        /** What trees that were not fitted to an instance say of its items; nothing for preferences. */
        private double[] own(int number, float[] rows) {
            if (items == null) {
                return new double[0];
            }
            double[] u = new double[instances.get(number).rows()];
            items.without(plan.holdout().part(number)).scoreInto(rows, u.length, u);
            return u;
        }

        private Outputs outputs(List<I> held, List<double[]> own, double[] scores) {
            List<double[]> each = new ArrayList<>();
            int row = 0;
            for (int k = 0; k < held.size(); k++) {
                int items = held.get(k).rows();
                double[] between = new double[PairIndex.STRICT.size(items)];
                for (int pair = 0; pair < between.length; pair++, row += 2) {
                    between[pair] = TreePairs.combine(scores[row], scores[row + 1], antisymmetric);
                }
                each.add(antisymmetric ? between : PairScores.joined(own.get(k), between));
            }
            double[] u = each.stream().flatMapToDouble(Arrays::stream).toArray();
            return new Outputs(
                    new double[][] {u},
                    RunningSums.inPlace(each.stream().mapToInt(e -> e.length).toArray()),
                    new int[] {1});
        }
    }
}
