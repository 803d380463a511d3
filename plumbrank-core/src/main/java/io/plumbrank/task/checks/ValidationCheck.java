package io.plumbrank.task.checks;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.Measure;
import io.plumbrank.measure.settings.GradeException;
import io.plumbrank.util.InputException;

/**
 * Whether a measure can choose between models on validation data. Where it is undefined on every query, such as Kendall's τ on
 * equal labels or NDCG without a relevant item, all models are equal, and boosting would not know when to stop.
 */
public final class ValidationCheck {
    private ValidationCheck() {}

    /**
     * Reads up to the first query that counts.
     *
     * @param file whether the data are for validation alone, and not the training data in folds
     * @throws InputException if there is none, though there are queries with a weight
     */
    public static void require(Measure measure, QuerySource data, boolean file) {
        boolean[] seen = new boolean[2];
        data.visitUntil(query -> {
            seen[0] |= query.weight() > 0;
            seen[1] |= counts(measure, data, query);
            return seen[1];
        });
        if (seen[0] && !seen[1]) {
            throw fault(measure, data, file ? "in it, or folds of the training data" : "in it");
        }
    }

    /** Whether it has a weight, and the measure is defined on its labels. */
    public static boolean counts(Measure measure, QuerySource data, Query query) {
        try {
            return query.weight() > 0 && !measure.isEmpty(JudgedList.ofRanking(Ranking.identity(query.size()), query));
        } catch (GradeException e) {
            throw fault(data, query, e);
        }
    }

    /** Whether the measure's mean leaves the query out. */
    public static boolean leavesOut(Measure measure, QuerySource data, Query query) {
        try {
            return measure.spec().skipsEmpty()
                    && measure.isEmpty(JudgedList.ofRanking(Ranking.identity(query.size()), query));
        } catch (GradeException e) {
            throw fault(data, query, e);
        }
    }

    /** The fault of a query with a grade that the measure cannot take. */
    public static InputException fault(QuerySource data, Query query, GradeException e) {
        return new InputException(
                data.file().toString(),
                query.firstLine(),
                "query " + InputException.quote(query.id()) + ", where " + e.getMessage(),
                "grades that the measure can take",
                e);
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
