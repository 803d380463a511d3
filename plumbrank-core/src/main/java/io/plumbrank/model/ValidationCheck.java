package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.measure.GradeException;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.Measure;
import io.plumbrank.util.InputException;
import java.util.List;

/**
 * Whether a measure can choose between models on validation data. Where it is undefined on every query, such as Kendall's τ on
 * equal labels or NDCG without a relevant item, all models are equal, and boosting would not know when to stop.
 */
final class ValidationCheck {
    private ValidationCheck() {}

    /**
     * Reads up to the first query that counts.
     *
     * @param file whether the data are for validation alone, and not the training data in folds
     * @throws InputException if there is none, though there are queries with a weight
     */
    static void require(Measure measure, QuerySource data, boolean file) {
        boolean[] seen = new boolean[2];
        StopReading.at(data, query -> {
            seen[0] |= query.weight() > 0;
            seen[1] |= counts(measure, data, query);
            return seen[1];
        });
        if (seen[0] && !seen[1]) {
            throw fault(measure, data, file ? "in it, or --folds of the training data" : "in it");
        }
    }

    /** The same for the queries of one fold, which stop trees on their own. */
    static void requireFold(Measure measure, QuerySource data, List<Query> queries) {
        boolean weighed = queries.stream().anyMatch(query -> query.weight() > 0);
        if (weighed && queries.stream().noneMatch(query -> counts(measure, data, query))) {
            throw fault(measure, data, "in every fold: fewer --folds, or a file for --valid");
        }
    }

    private static boolean counts(Measure measure, QuerySource data, Query query) {
        try {
            return query.weight() > 0 && !measure.isEmpty(JudgedList.ofRanking(Ranking.identity(query.size()), query));
        } catch (GradeException e) {
            throw QueryLabels.fault(data, query, e);
        }
    }

    private static InputException fault(Measure measure, QuerySource data, String where) {
        String name = measure.spec().typed();
        return new InputException(
                data.file().toString(),
                0,
                "no query to validate on: " + name + " is undefined on the labels of each",
                "queries whose labels " + name + " can tell apart " + where);
    }
}
