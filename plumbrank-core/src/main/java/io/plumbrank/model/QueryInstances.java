package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.pairs.PairTargets;
import io.plumbrank.target.rankings.UtilityRange;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The queries of a file as instances; the first visit of all of them leaves behind what training must know of their labels. */
final class QueryInstances implements Instances<QueryInstance> {
    private final QuerySource source;
    private final Shape shape;
    private final int outputs;
    private final QueryFeatures view;
    private final Function<Query, double[]> encoder;
    private final @Nullable Function<Query, PairTargets> pairEncoder;
    private final int maxPairs;
    private @Nullable Seen seen;

    private QueryInstances(
            QuerySource source,
            Shape shape,
            int outputs,
            QueryFeatures view,
            Function<Query, double[]> encoder,
            @Nullable Function<Query, PairTargets> pairEncoder,
            int maxPairs) {
        this.source = source;
        this.shape = shape;
        this.outputs = outputs;
        this.view = view;
        this.encoder = encoder;
        this.pairEncoder = pairEncoder;
        this.maxPairs = maxPairs;
    }

    /** Rows of d targets each. */
    static QueryInstances ofRows(QuerySource source, int outputs, Function<Query, double[]> encoder) {
        return new QueryInstances(source, Shape.ROWS, outputs, QueryFeatures.PLAIN, encoder, null, Integer.MAX_VALUE);
    }

    /** Items with one target each. */
    static QueryInstances ofItems(QuerySource source, QueryFeatures view, Function<Query, double[]> encoder) {
        return new QueryInstances(source, Shape.ITEMS, 1, view, encoder, null, Integer.MAX_VALUE);
    }

    /** The same items with targets of pairs. */
    QueryInstances paired(Shape pairs, Function<Query, PairTargets> pairTargets, int most) {
        return new QueryInstances(source, pairs, 1, view, encoder, pairTargets, most);
    }

    QuerySource source() {
        return source;
    }

    QueryFeatures view() {
        return view;
    }

    Function<Query, double[]> encoder() {
        return encoder;
    }

    @Nullable
    Function<Query, PairTargets> pairEncoder() {
        return pairEncoder;
    }

    /** Whether a row with more features than in training is refused; a query's are passed over. */
    boolean isStrict() {
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
    public int maxPairs() {
        return maxPairs;
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
    public void visit(Consumer<? super QueryInstance> visitor) {
        Seen now = seen == null ? new Seen() : null;
        source.visit(query -> {
            QueryInstance instance = new QueryInstance(this, query);
            if (now != null) {
                now.add(query, instance.targets());
            }
            visitor.accept(instance);
        });
        seen = now == null ? seen : now;
    }

    /** What was seen of all labels; visits them where nobody has. */
    Seen seen() {
        if (seen == null) {
            visit(instance -> {});
        }
        Seen known = seen;
        if (known == null) {
            throw new IllegalStateException("a visit that left nothing behind");
        }
        return known;
    }

    /** What there is to know of the labels of all queries. */
    static final class Seen {
        private long queries;
        private long rows;
        private long negativeGrades;
        private int mostItems;
        private boolean twoGrades = true;
        private boolean itemWeights;
        private double leastItemWeight = 1;
        private UtilityRange range = UtilityRange.ZERO;

        private void add(Query query, double[] utilities) {
            queries++;
            rows += query.size();
            mostItems = Math.max(mostItems, query.size());
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

        LabelSummary summary() {
            return new LabelSummary(queries, mostItems, twoGrades, leastItemWeight);
        }

        long rows() {
            return rows;
        }

        /** How many items have one. */
        long negativeGrades() {
            return negativeGrades;
        }

        /** Of all that labels are encoded to. */
        UtilityRange range() {
            return range;
        }
    }
}
