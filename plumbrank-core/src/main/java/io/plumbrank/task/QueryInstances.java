package io.plumbrank.task;

import io.plumbrank.data.Absent;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.blocks.QueryBlocks;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.instances.Instance.PairTargets;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Instances.InstanceBlocks;
import io.plumbrank.learn.instances.Padding;
import io.plumbrank.learn.instances.Summable;
import io.plumbrank.learn.sums.BlockSums;
import io.plumbrank.measure.Measure;
import io.plumbrank.measure.settings.GradeException;
import io.plumbrank.target.UtilityRange;
import io.plumbrank.target.rankings.RankingTarget;
import io.plumbrank.task.checks.ValidationCheck;
import io.plumbrank.util.InputException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The queries of a file as instances; the first visit of all of them leaves behind what training must know of their labels. */
public final class QueryInstances implements Instances<QueryInstance> {
    private static final double LARGEST_UTILITY = 1e100;

    private final QuerySource source;
    private final Shape shape;
    private final int outputs;
    private final QueryFeatures view;
    private final Labels labels;
    private final int maxPairs;
    private final Maker maker;
    private @Nullable Seen seen;

    private QueryInstances(
            QuerySource source,
            Shape shape,
            int outputs,
            QueryFeatures view,
            Labels labels,
            int maxPairs,
            Maker maker) {
        this.maker = maker;
        this.source = source;
        this.shape = shape;
        this.outputs = outputs;
        this.view = view;
        this.labels = labels;
        this.maxPairs = maxPairs;
    }

    /** Makes the same of other queries; {@link Task#training} of the task, which may be sent to other machines. */
    @FunctionalInterface
    public interface Maker extends Serializable {
        QueryInstances of(QuerySource source);
    }

    /**
     * What becomes of a query's label.
     *
     * @param encoder gives the targets of rows
     * @param pairEncoder gives those of pairs; null without pairs
     * @param leftOut whether the measure's mean leaves the query out. The surrogate's must leave out the same: the regret of
     *     a mean over some queries is not bounded by that of a mean over more.
     */
    public record Labels(
            Function<Query, double[]> encoder,
            @Nullable Function<Query, PairTargets> pairEncoder,
            Predicate<Query> leftOut) {}

    /** Rows of d targets each. */
    public static QueryInstances ofRows(
            QuerySource source, int outputs, Function<Query, double[]> encoder, Maker maker) {
        Labels labels = new Labels(encoder, null, query -> false);
        return new QueryInstances(source, Shape.ROWS, outputs, QueryFeatures.PLAIN, labels, Integer.MAX_VALUE, maker);
    }

    /** Items with one target each, in the queries that count for the measure. */
    public static QueryInstances ofItems(
            QuerySource source, QueryFeatures view, Measure measure, Function<Query, double[]> encoder, Maker maker) {
        Labels labels = new Labels(encoder, null, query -> ValidationCheck.leavesOut(measure, source, query));
        return new QueryInstances(source, Shape.ITEMS, 1, view, labels, Integer.MAX_VALUE, maker);
    }

    /** The same items with targets of pairs. */
    public QueryInstances paired(Shape pairs, Function<Query, PairTargets> pairTargets, int most) {
        return new QueryInstances(
                source, pairs, 1, view, new Labels(labels.encoder(), pairTargets, labels.leftOut()), most, maker);
    }

    /** α of a query's items, a fresh array. */
    public static double[] encoded(RankingTarget<Query> target, QuerySource source, Query query) {
        double[] utilities = new double[query.size()];
        try {
            target.encodeInto(query, utilities);
        } catch (GradeException e) {
            throw ValidationCheck.fault(source, query, e);
        }
        for (double utility : utilities) {
            if (!(Math.abs(utility) <= LARGEST_UTILITY)) {
                throw new InputException(
                        source.file().toString(),
                        query.firstLine(),
                        "grades of query " + InputException.quote(query.id()) + " with a gain of " + utility,
                        "gains of at most " + LARGEST_UTILITY + ", so that their squares are numbers; (gain=linear)"
                                + " takes grades as they are");
            }
        }
        return utilities;
    }

    public QuerySource source() {
        return source;
    }

    public QueryFeatures view() {
        return view;
    }

    public Labels labels() {
        return labels;
    }

    /** Whether a row from an array with more features than in training is refused; a query's are passed over. */
    public boolean isStrict() {
        return shape == Shape.ROWS;
    }

    @Override
    public Shape shape() {
        return shape;
    }

    @Override
    public int outputs() {
        return outputs;
    }

    @Override
    public Padding padding() {
        return source.absent() == Absent.MISSING ? Padding.MISSING : view::absentFeature;
    }

    @Override
    public int maxPairs() {
        return maxPairs;
    }

    @Override
    public long knownRows() {
        return source.knownRows();
    }

    @Override
    public String name() {
        return source.file().toString();
    }

    @Override
    public List<String> featureNames() {
        return source.featureNames();
    }

    @Override
    public Optional<InstanceBlocks<QueryInstance>> blocks() {
        return QueryBlocks.of(source).map(blocks -> new Blocks(blocks, maker));
    }

    private record Blocks(QueryBlocks blocks, Maker maker) implements InstanceBlocks<QueryInstance> {
        @Override
        public <S extends Summable<S>> Optional<S> sum(Work<QueryInstance, S> work) {
            Maker instances = maker;
            return blocks.<BlockSums<S>>reduce(
                            block -> {
                                S sum = work.of(of(block, instances));
                                return sum == null
                                        ? BlockSums.ofEmpty(block.number())
                                        : BlockSums.of(block.number(), sum);
                            },
                            BlockSums::plus)
                    .total();
        }

        @Override
        public <S extends Summable<S>> Optional<S> sumExactly(Work<QueryInstance, S> work) {
            Maker instances = maker;
            return Optional.ofNullable(blocks.<Exact<S>>reduce(
                            block -> new Exact<>(work.of(of(block, instances))), Exact::plus)
                    .sum);
        }

        private static Block<QueryInstance> of(QueryBlocks.Block block, Maker instances) {
            return new Block<>(block.number(), block.first(), instances.of(block.queries()), block.memory());
        }

        /** A sum that any order gives; null over nothing. */
        private record Exact<S extends Summable<S>>(
                @Nullable S sum) implements Serializable {
            Exact<S> plus(Exact<S> other) {
                S own = sum;
                return own == null ? other : new Exact<>(other.sum == null ? own : own.plus(other.sum));
            }
        }
    }

    @Override
    public QueryInstance withoutFeatures(QueryInstance instance) {
        return instance.withoutFeatures();
    }

    @Override
    public void visit(Consumer<? super QueryInstance> visitor) {
        Seen now = seen == null ? new Seen() : null;
        source.visit(query -> {
            QueryInstance instance = new QueryInstance(this, query);
            if (now != null) {
                now.add(query, instance.targets(), instance.weight() > 0);
            }
            visitor.accept(instance);
        });
        seen = now == null ? seen : now;
    }

    /** What was seen of all labels; visits them where nobody has. */
    public Seen seen() {
        if (seen == null) {
            blocks().ifPresentOrElse(
                            blocks -> seen = blocks.sum(block -> ((QueryInstances) block.instances()).seen())
                                    .orElseGet(Seen::new),
                            () -> visit(instance -> {}));
        }
        Seen known = seen;
        if (known == null) {
            throw new IllegalStateException("a visit that left nothing behind");
        }
        return known;
    }

    /** What there is to know of the labels of all queries. */
    public static final class Seen implements Summable<Seen> {
        private static final long serialVersionUID = 1;
        private static final double FAR_ABOVE = 10;
        private static final double RARELY = 0.001;
        private static final int MOST_CLASSES = 1 << 20;

        private long queries;
        private long rows;
        private long negativeGrades;
        private double largestGrade = Double.NEGATIVE_INFINITY;
        private double secondGrade = Double.NEGATIVE_INFINITY;
        private long largestCount;
        private long largestLine;
        private int mostItems;
        private final Set<Integer> sizes = new TreeSet<>();
        private final BitSet classes = new BitSet();
        private boolean twoGrades = true;
        private boolean itemWeights;
        private boolean queryWeights;
        private double leastItemWeight = 1;
        private UtilityRange range = UtilityRange.ZERO;

        private Seen() {}

        private void add(Query query, double[] utilities, boolean counts) {
            queries++;
            rows += query.size();
            mostItems = Math.max(mostItems, query.size());
            if (counts) {
                sizes.add(query.size());
            }
            queryWeights |= query.weight() != 1;
            twoGrades &= !query.hasPreferences() && hasTwoGrades(query);
            negativeGrades +=
                    Arrays.stream(query.labels()).filter(grade -> grade < 0).count();
            if (query.hasItemWeights()) {
                for (int item = 0; item < query.size(); item++) {
                    double weight = query.itemWeight(item);
                    leastItemWeight = itemWeights || item > 0 ? Math.min(leastItemWeight, weight) : weight;
                }
                itemWeights = true;
            }
            range = range.including(utilities, utilities.length);
            if (query.size() == 1 && query.label(0) >= 0 && query.label(0) < MOST_CLASSES) {
                classes.set((int) query.label(0));
            }
            for (int item = 0; item < query.size(); item++) {
                addGrade(query.label(item), query.firstLine());
            }
        }

        /** Exact, but for the line of the largest grade, which is that of one of them. */
        @Override
        public Seen plus(Seen other) {
            Seen both = new Seen();
            both.queries = queries + other.queries;
            both.rows = rows + other.rows;
            both.negativeGrades = negativeGrades + other.negativeGrades;
            Seen larger = largestGrade >= other.largestGrade ? this : other;
            Seen smaller = larger == this ? other : this;
            both.largestGrade = larger.largestGrade;
            both.largestLine = larger.largestLine;
            boolean same = larger.largestGrade == smaller.largestGrade;
            both.largestCount = larger.largestCount + (same ? smaller.largestCount : 0);
            both.secondGrade = Math.max(larger.secondGrade, same ? smaller.secondGrade : smaller.largestGrade);
            both.mostItems = Math.max(mostItems, other.mostItems);
            both.sizes.addAll(sizes);
            both.sizes.addAll(other.sizes);
            both.classes.or(classes);
            both.classes.or(other.classes);
            both.twoGrades = twoGrades && other.twoGrades;
            both.itemWeights = itemWeights || other.itemWeights;
            both.queryWeights = queryWeights || other.queryWeights;
            both.leastItemWeight = !itemWeights
                    ? other.leastItemWeight
                    : other.itemWeights ? Math.min(leastItemWeight, other.leastItemWeight) : leastItemWeight;
            both.range = range.including(other.range);
            return both;
        }

        private void addGrade(double grade, long line) {
            if (grade > largestGrade) {
                secondGrade = largestGrade;
                largestGrade = grade;
                largestCount = 0;
                largestLine = line;
            } else if (grade < largestGrade && grade > secondGrade) {
                secondGrade = grade;
            }
            largestCount += grade == largestGrade ? 1 : 0;
        }

        /** A grade that few items have and that is far above all others is more likely a slip than a grade. */
        public Optional<String> oddGrade() {
            boolean odd = secondGrade > 0
                    && largestGrade > FAR_ABOVE * secondGrade
                    && largestCount <= Math.max(1, rows * RARELY);
            return odd
                    ? Optional.of("Grade " + largestGrade
                            + (largestCount == 1 ? ", of one item" : ", of " + largestCount + " items")
                            + (largestLine > 0 ? " in the query at line " + largestLine : "")
                            + ", is far above the next largest, " + secondGrade
                            + "; a measure by gains sees little else. Is it a"
                            + " slip?")
                    : Optional.empty();
        }

        private static boolean hasTwoGrades(Query query) {
            double other = Double.NaN;
            for (int item = 1; item < query.size(); item++) {
                double label = query.label(item);
                if (label != query.label(0)) {
                    if (!Double.isNaN(other) && label != other) {
                        return false;
                    }
                    other = label;
                }
            }
            return true;
        }

        public LabelSummary summary() {
            return new LabelSummary(
                    queries,
                    List.copyOf(sizes),
                    twoGrades,
                    leastItemWeight,
                    new LabelSummary.Weighted(itemWeights, queryWeights));
        }

        public long rows() {
            return rows;
        }

        /** Whether the label of some row is this class. */
        public boolean hasClass(int number) {
            return classes.get(number);
        }

        /** Of any query, whether it counts or not: all are encoded. */
        public int mostItems() {
            return mostItems;
        }

        /** How many items have one. */
        public long negativeGrades() {
            return negativeGrades;
        }

        /** Of all that labels are encoded to. */
        public UtilityRange range() {
            return range;
        }
    }
}
