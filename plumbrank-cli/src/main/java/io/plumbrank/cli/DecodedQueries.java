package io.plumbrank.cli;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.model.PairRankerModel;
import io.plumbrank.model.RankerPredictions;
import io.plumbrank.theory.DecodingDiagnosis;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** All queries of a file as a ranker by pairs decodes them: each once, so that the gaps reported are those of the rankings. */
final class DecodedQueries implements Function<Query, double[]> {
    private final String run;
    private final PairRankerModel model;
    private final Map<String, double[]> scores = new HashMap<>();
    private double gap;
    private int proven;
    private int conditionHolds;

    private record Line(String query, DecodeResult decoded, boolean holds) {}

    /** @param run what the evaluation calls the model */
    DecodedQueries(String run, PairRankerModel model, QuerySource source, int threads) {
        this.run = run;
        this.model = model;
        RankerPredictions.forEach(
                model,
                source,
                threads,
                model.limits(),
                (query, decoded) -> new Line(
                        query.id(), decoded, DecodingDiagnosis.conditionHolds(model.target(), model.predict(query))),
                this::add);
    }

    private void add(Line line) {
        scores.put(line.query, PairRankerModel.scoresOf(line.decoded.ranking()));
        gap += line.decoded.gap();
        proven += line.decoded.isOptimal() ? 1 : 0;
        conditionHolds += line.holds ? 1 : 0;
    }

    @Override
    public double[] apply(Query query) {
        double[] known = scores.get(query.id());
        return known == null ? PairRankerModel.scoresOf(model.rank(query)) : known;
    }

    /** How decoding went, in words. */
    String sentence() {
        int queries = scores.size();
        return run + ": decoder " + model.decoder() + " proved its ranking the best for the predicted pairs in "
                + proven
                + " of " + queries + " queries, mean gap " + Texts.fixed(meanGap()) + "; "
                + DecodingDiagnosis.conditionText(model.target()) + " in " + conditionHolds + " of " + queries;
    }

    /** How decoding went, by the names that {@code diagnose} has. */
    void write(Json json) throws IOException {
        json.object(fields -> fields.field("run", run)
                .field("decoder", model.decoder())
                .field("queries", scores.size())
                .field("meanGap", meanGap())
                .field("proven", proven)
                .field("condition", DecodingDiagnosis.condition(model.target()).text())
                .field("conditionHolds", conditionHolds));
    }

    private double meanGap() {
        return gap / scores.size();
    }
}
