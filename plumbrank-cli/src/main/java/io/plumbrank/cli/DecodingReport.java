package io.plumbrank.cli;

import io.plumbrank.model.DecodedScores;
import io.plumbrank.model.PairRanker;
import io.plumbrank.theory.DecodingDiagnosis;
import java.io.IOException;

/**
 * Says how a ranker by pairs was decoded in an evaluation.
 *
 * @param run what the evaluation calls it
 */
record DecodingReport(String run, PairRanker ranker, DecodedScores decoded) {
    DecodingReport(String run, PairRanker ranker) {
        this(
                run,
                ranker,
                new DecodedScores(
                        ranker,
                        u -> DecodingDiagnosis.conditionHolds(ranker.task().target(), u)));
    }

    /** In words. */
    String sentence() {
        int queries = decoded.queries();
        return run + ": decoder " + ranker.task().decoder()
                + " proved its ranking the best for the predicted pairs in " + decoded.proven() + " of " + queries
                + " queries, mean gap " + Texts.fixed(decoded.meanGap()) + "; "
                + DecodingDiagnosis.conditionText(ranker.task().target()) + " in " + decoded.conditionHolds() + " of "
                + queries;
    }

    /** By the names that {@code diagnose} has. */
    void write(Json json) throws IOException {
        json.object(fields -> fields.field("run", run)
                .field("decoder", ranker.task().decoder())
                .field("queries", decoded.queries())
                .field("meanGap", decoded.meanGap())
                .field("proven", decoded.proven())
                .field(
                        "condition",
                        DecodingDiagnosis.condition(ranker.task().target()).text())
                .field("conditionHolds", decoded.conditionHolds()));
    }
}
