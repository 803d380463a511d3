package io.plumbrank.spark;

import java.io.Serializable;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;

/** The parameters of {@link HasRanks}; Spark finds them by the methods there. */
public record RankParams(Param<String> score, Param<String> rank, Param<String> gap) implements Serializable {
    private static final long serialVersionUID = 1;

    /** Of a stage, with defaults: score, rank and gap. */
    static RankParams of(Params stage) {
        RankParams params = new RankParams(
                Texts.param(stage, "scoreCol", "column to add: the score of an item"),
                Texts.param(stage, "rankCol", "column to add: the rank of an item in its query, 1 for the best"),
                Texts.param(stage, "gapCol", "column to add, with pairs: how far from the best ranking it may be"));
        stage.setDefault(params.score, "score");
        stage.setDefault(params.rank, "rank");
        stage.setDefault(params.gap, "gap");
        return params;
    }
}
