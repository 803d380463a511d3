package io.plumbrank.spark;

import io.plumbrank.data.Grouping;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.kind.pairs.PairTask;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.surrogate.SurrogateSpec;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.task.LabelSummary;
import io.plumbrank.train.Training;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.StringArrayParam;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * Trains a ranker for a measure on the rows of a DataFrame, one per item.
 *
 * <pre>{@code
 * RankingEstimator estimator = new RankingEstimator().setMeasure("ndcg@10").setQueryCol("query");
 * RankingModel model = estimator.fit(rows);
 * Dataset<Row> ranked = model.transform(rows);
 * }</pre>
 *
 * <p>The model is that of {@code plumbrank train --blocks 64} with the same options on one machine, to the last bit.
 */
public final class RankingEstimator extends FrameEstimator<RankingModel> implements HasRanks {
    private static final long serialVersionUID = 1;

    private final RankParams ranks;
    private final Param<String> measure;
    private final Param<String> surrogate;
    private final Param<String> normalize;
    private final StringArrayParam context;
    private final Param<String> decoder;

    /** With a name of its own. */
    public RankingEstimator() {
        this(Identifiable$.MODULE$.randomUID("rankingEstimator"));
    }

    /** With a given name. */
    public RankingEstimator(String uid) {
        super(uid, "query");
        this.ranks = RankParams.of(this);
        this.measure = Texts.checked(this, "measure", "what to rank for, such as ndcg@10", MeasureSpec::parse);
        this.surrogate = Texts.checked(
                this, "surrogate", "what is minimised: auto, pairs, or one that plumbrank train knows", text -> {
                    if (!List.of("auto", "pairs").contains(text)) {
                        Surrogates.parse(text);
                    }
                });
        this.normalize = Texts.oneOf(
                this,
                "normalize",
                "features standardised over all rows (global), within each query first (query), or not at all (none)",
                List.of("global", "query", "none"));
        this.context = new StringArrayParam(
                this, "context", "what a query's items make of each feature: some of mean, max, min, sd, z, rank");
        this.decoder = Texts.param(this, "decoder", "of pairs");
        setDefault(measure, "ndcg@10");
        setDefault(surrogate, "auto");
        setDefault(normalize, "global");
        setDefault(context, new String[0]);
        setDefault(decoder, "auto");
    }

    /** What to rank for. */
    public Param<String> measure() {
        return measure;
    }

    /** What is minimised. */
    public Param<String> surrogate() {
        return surrogate;
    }

    /** How features are standardised. */
    public Param<String> normalize() {
        return normalize;
    }

    /** What a query's items make of each feature. */
    public StringArrayParam context() {
        return context;
    }

    /** Of pairs. */
    public Param<String> decoder() {
        return decoder;
    }

    @Override
    Grouping grouping() {
        return Grouping.QUERY;
    }

    @Override
    public RankParams ranks() {
        return ranks;
    }

    @Override
    StructType predicted(StructType schema) {
        return ranked(schema, getOrDefault(surrogate).equals("pairs"));
    }

    @Override
    FeatureLearner scaled(FeatureLearner features) {
        return getOrDefault(normalize).equals("none") ? features.unscaled() : features;
    }

    @Override
    Asked asked(Dataset<Row> train) {
        MeasureSpec spec = MeasureSpec.parse(getOrDefault(measure));
        QueryFeatures view = new QueryFeatures(
                getOrDefault(normalize).equals("query"),
                QueryFeatures.parseContexts(Arrays.asList(getOrDefault(context))));
        if (getOrDefault(surrogate).equals("pairs")) {
            PairTask plain = PairTask.of(spec);
            return new Asked(
                    new PairTask(
                            spec, getOrDefault(decoder), plain.limits(), plain.maxPairs(), view, LabelSummary.NONE),
                    null);
        }
        return new Asked(new ItemTask(spec, surrogates(), view, LabelSummary.NONE), null);
    }

    private List<SurrogateSpec> surrogates() {
        String text = getOrDefault(surrogate);
        boolean trees = List.of("trees", "forest").contains(getOrDefault(model()));
        if (!text.equals("auto")) {
            return List.of(Surrogates.parse(text));
        }
        return trees ? List.of(Surrogates.parse("squared")) : ItemTask.automatic();
    }

    @Override
    public RankingModel fit(Dataset<?> data) {
        Training<?> training = train(data);
        RankingModel model = new RankingModel(uid(), training.model(), training.notes());
        copyValues(model, extractParamMap());
        model.setParent(this);
        return model;
    }

    @Override
    public RankingEstimator copy(ParamMap extra) {
        return defaultCopy(extra);
    }

    /** The same, for another measure. */
    public RankingEstimator setMeasure(String value) {
        set(measure, value);
        return this;
    }

    /** The same, minimising something else. */
    public RankingEstimator setSurrogate(String value) {
        set(surrogate, value);
        return this;
    }

    /** The same with another column of labels. */
    public RankingEstimator setLabelCol(String value) {
        set(labelCol(), value);
        return this;
    }

    /** The same with another column of queries. */
    public RankingEstimator setQueryCol(String value) {
        set(queryCol(), value);
        return this;
    }

    /** The same with a column of items' names. */
    public RankingEstimator setItemCol(String value) {
        set(itemCol(), value);
        return this;
    }

    /** The same with another column of features. */
    public RankingEstimator setFeaturesCol(String value) {
        set(featuresCol(), value);
        return this;
    }

    /** The same with a column of queries' weights. */
    public RankingEstimator setWeightCol(String value) {
        set(weightCol(), value);
        return this;
    }

    /** The same fitting another function: linear, fourier, kernel, trees or forest. */
    public RankingEstimator setModel(String value) {
        set(model(), value);
        return this;
    }

    /** The same with another number of blocks. */
    public RankingEstimator setBlocks(int value) {
        set(blocks(), value);
        return this;
    }

    /** The same with other regularisations to choose from. */
    public RankingEstimator setLambdas(double... values) {
        set(lambdas(), values);
        return this;
    }

    /** The same, whose model adds scores under another name. */
    public RankingEstimator setScoreCol(String value) {
        set(scoreCol(), value);
        return this;
    }

    /** The same, whose model adds ranks under another name. */
    public RankingEstimator setRankCol(String value) {
        set(rankCol(), value);
        return this;
    }

    /** The same with a column that is true for rows to choose by. */
    public RankingEstimator setValidationIndicatorCol(String value) {
        set(validationIndicatorCol(), value);
        return this;
    }

    /** The same with a name for the training data. */
    public RankingEstimator setDataName(String value) {
        set(dataName(), value);
        return this;
    }

    /** Reads what {@code save} wrote. */
    public static MLReader<RankingEstimator> read() {
        return new DefaultParamsReader<>();
    }

    /** Reads what {@code save} wrote. */
    public static RankingEstimator load(String path) {
        return read().load(path);
    }
}
