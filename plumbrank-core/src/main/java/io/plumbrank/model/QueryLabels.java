package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.measure.GradeException;
import io.plumbrank.model.RankerModel.LabelSummary;
import io.plumbrank.target.RankingTarget;
import io.plumbrank.target.UtilityRange;
import io.plumbrank.util.InputException;
import java.util.Arrays;

/** Encodes the labels of queries, and keeps what training must know of them all. */
final class QueryLabels {
    private static final double LARGEST_UTILITY = 1e100;

    private final RankingTarget<Query> target;
    private final QuerySource data;
    private long queries;
    private long rows;
    private long negativeGrades;
    private int mostItems;
    private boolean twoGrades = true;
    private boolean itemWeights;
    private double leastItemWeight = 1;
    private UtilityRange range = UtilityRange.ZERO;

    QueryLabels(RankingTarget<Query> target, QuerySource data) {
        this.target = target;
        this.data = data;
    }

    /** The utilities of a query's items, a fresh array. */
    double[] encode(Query query) {
        double[] utilities = new double[query.size()];
        encodeInto(target, data, query, utilities);
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
        return utilities;
    }

    static void encodeInto(RankingTarget<Query> target, QuerySource data, Query query, double[] utilities) {
        try {
            target.encodeInto(query, utilities);
            for (double utility : utilities) {
                if (!(Math.abs(utility) <= LARGEST_UTILITY)) {
                    throw new InputException(
                            data.file().toString(),
                            query.firstLine(),
                            "grades of query " + InputException.quote(query.id()) + " with a gain of " + utility,
                            "gains of at most " + LARGEST_UTILITY + ", so that their squares are numbers; (gain=linear)"
                                    + " takes grades as they are");
                }
            }
        } catch (GradeException e) {
            throw fault(data, query, e);
        }
    }

    /** The fault of a query with a grade that the measure cannot take. */
    static InputException fault(QuerySource data, Query query, GradeException e) {
        return new InputException(
                data.file().toString(),
                query.firstLine(),
                "query " + InputException.quote(query.id()) + ", where " + e.getMessage(),
                "grades that the measure can take",
                e);
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

    /** Where they come from. */
    QuerySource data() {
        return data;
    }

    long queries() {
        return queries;
    }

    long rows() {
        return rows;
    }

    /** How many items have one. */
    long negativeGrades() {
        return negativeGrades;
    }

    /** Whether any query came with weights of its items. */
    boolean hasItemWeights() {
        return itemWeights;
    }

    /** Of all utilities. */
    UtilityRange range() {
        return range;
    }
}
