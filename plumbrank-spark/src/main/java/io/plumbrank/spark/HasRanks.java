package io.plumbrank.spark;

import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** What names the columns that a ranker adds. An estimator hands them on to its model. */
public interface HasRanks extends Params {
    /** The parameters. */
    RankParams ranks();

    /** The column with scores. */
    default Param<String> scoreCol() {
        return ranks().score();
    }

    /** The column with ranks. */
    default Param<String> rankCol() {
        return ranks().rank();
    }

    /** The column with gaps. */
    default Param<String> gapCol() {
        return ranks().gap();
    }

    /** A schema with these columns; not for users. */
    default StructType ranked(StructType schema, boolean byPairs) {
        StructType ranked = FrameModel.with(
                FrameModel.with(schema, getOrDefault(scoreCol()), DataTypes.DoubleType),
                getOrDefault(rankCol()),
                DataTypes.IntegerType);
        return byPairs ? FrameModel.with(ranked, getOrDefault(gapCol()), DataTypes.DoubleType) : ranked;
    }
}
