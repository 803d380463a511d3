package io.plumbrank.cli.models;

import io.plumbrank.cli.output.Json;
import io.plumbrank.cli.output.Texts;
import io.plumbrank.kind.pairs.evaluation.DecodedScores;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Ranker;
import io.plumbrank.theory.conditions.DecodingDiagnosis;
import java.io.IOException;
import java.util.List;

/**
 * Says how a ranker that scores pairs was decoded in an evaluation.
 *
 * @param run what the evaluation calls it
 * @param measures whose spread over ties is told
 */
record DecodingReport(String run, Ranker.Pairs pairs, List<MeasureSpec> measures, DecodedScores decoded) {
    DecodingReport(String run, Ranker ranker, Ranker.Pairs pairs, List<MeasureSpec> measures) {
        this(
                run,
                pairs,
                measures,
                new DecodedScores(ranker, u -> DecodingDiagnosis.conditionHolds(pairs.target(), u), measures));
    }

    /** In words. */
    String sentence() {
        int queries = decoded.queries();
        return run + ": decoder " + pairs.decoder()
                + " proved its ranking the best for the predicted pairs in " + decoded.proven() + " of " + queries
                + " queries, mean gap " + Texts.fixed(decoded.meanGap()) + "; "
                + DecodingDiagnosis.conditionText(pairs.target()) + " in " + decoded.conditionHolds() + " of "
                + queries + ties();
    }

    private String ties() {
        String averaged = decoded.averaged() == 0
                ? ""
                : "; items that nothing tells apart are averaged over their orders in " + decoded.averaged() + " of "
                        + decoded.queries();
        return decoded.decided() == 0
                ? averaged
                : averaged + "; a hash of query and item decides between equally good rankings in " + decoded.decided()
                        + " of " + decoded.queries()
                        + (measures.isEmpty()
                                ? ""
                                : ", deciding the other way round moves "
                                        + measures.get(0).typed() + " by " + Texts.fixed(decoded.spread(0))
                                        + " at most");
    }

    /** By the names that {@code diagnose} has. */
    void write(Json json) throws IOException {
        json.object(fields -> fields.field("run", run)
                .field("decoder", pairs.decoder())
                .field("queries", decoded.queries())
                .field("meanGap", decoded.meanGap())
                .field("proven", decoded.proven())
                .field("condition", DecodingDiagnosis.condition(pairs.target()).text())
                .field("conditionHolds", decoded.conditionHolds())
                .field("tiesAveraged", decoded.averaged())
                .field("tiesDecided", decoded.decided())
                .object("tieSpread", spread -> {
                    for (int m = 0; m < measures.size(); m++) {
                        spread.field(measures.get(m).typed(), decoded.spread(m));
                    }
                }));
    }
}
