package io.plumbrank.spark;

import io.plumbrank.data.Grouping;
import io.plumbrank.data.Labels;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.learners.ForestLearner;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.task.Task;
import io.plumbrank.train.Trainer;
import io.plumbrank.train.Training;
import io.plumbrank.util.InputException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.DoubleArrayParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.StringArrayParam;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.Function1;

/**
 * What both estimators share: learners and their settings, and training on the rows of a DataFrame.
 *
 * @param <M> what fitting gives
 */
public abstract class FrameEstimator<M extends Model<M>> extends Estimator<M>
        implements HasColumns, DefaultParamsWritable {
    private static final long serialVersionUID = 1;
    private static final int FEATURES = 500;
    private static final int BLOCKS = 64;

    private final String uid;
    private final ColumnParams columns;
    private final Param<String> learner;
    private final IntParam fourierFeatures;
    private final DoubleParam bandwidth;
    private final StringArrayParam treeParams;
    private final DoubleArrayParam lambdas;
    private final IntParam folds;
    private final IntParam blocks;
    private final LongParam seed;
    private final Param<String> validationIndicatorCol;
    private final Param<String> dataName;

    FrameEstimator(String uid, String query) {
        this.uid = uid;
        this.columns = ColumnParams.of(this, query);
        this.learner = Texts.oneOf(
                this,
                "model",
                "what is fitted: linear, fourier, kernel, trees (boosted) or forest",
                List.of("linear", "fourier", "kernel", "trees", "forest"));
        this.fourierFeatures = Texts.whole(this, "features", "how many features fourier and kernel have", 1);
        this.bandwidth = new DoubleParam(
                this,
                "bandwidth",
                "of fourier and kernel, in units of the median distance",
                (Function1<Object, Object> & Serializable) value -> {
                    if (!((double) value > 0 && (double) value < Double.POSITIVE_INFINITY)) {
                        throw new IllegalArgumentException("bandwidth must be positive and finite, got " + value);
                    }
                    return true;
                });
        this.treeParams =
                new StringArrayParam(this, "treeParams", "parameters of trees by XGBoost's names, such as max_depth=4");
        this.lambdas = new DoubleArrayParam(
                this, "lambdas", "regularisations to choose from; none for a grid that suits the task");
        this.folds = Texts.whole(this, "folds", "how many folds choose where no validationIndicatorCol is given", 2);
        this.blocks = Texts.whole(
                this,
                "blocks",
                "in how many blocks rows are kept by a hash of their query; as a seed does, it decides bits: the same"
                        + " number on one machine gives the same model",
                1);
        this.seed = new LongParam(this, "seed", "of all that is random");
        this.validationIndicatorCol = Texts.param(
                this,
                "validationIndicatorCol",
                "column that is true for rows to choose by and not to fit; empty for folds");
        this.dataName = Texts.param(this, "dataName", "what stands for the training file in the model and in messages");
        setDefault(learner, "linear");
        setDefault(fourierFeatures, FEATURES);
        setDefault(bandwidth, 1.0);
        setDefault(treeParams, new String[0]);
        setDefault(lambdas, new double[0]);
        setDefault(folds, 5);
        setDefault(blocks, BLOCKS);
        setDefault(seed, 1L);
        setDefault(validationIndicatorCol, "");
        setDefault(dataName, "data");
    }

    @Override
    public String uid() {
        return uid;
    }

    @Override
    public ColumnParams columns() {
        return columns;
    }

    /** What is fitted: linear, fourier, kernel, trees or forest. */
    public Param<String> model() {
        return learner;
    }

    /** How many features fourier and kernel have. */
    public IntParam features() {
        return fourierFeatures;
    }

    /** Of fourier and kernel, in units of the median distance. */
    public DoubleParam bandwidth() {
        return bandwidth;
    }

    /** Parameters of trees, name=value. */
    public StringArrayParam treeParams() {
        return treeParams;
    }

    /** Regularisations to choose from. */
    public DoubleArrayParam lambdas() {
        return lambdas;
    }

    /** How many folds choose. */
    public IntParam folds() {
        return folds;
    }

    /** In how many blocks rows are kept. */
    public IntParam blocks() {
        return blocks;
    }

    /** Of all that is random. */
    public LongParam seed() {
        return seed;
    }

    /** The column that is true for rows to choose by. */
    public Param<String> validationIndicatorCol() {
        return validationIndicatorCol;
    }

    /** What stands for the training file. */
    public Param<String> dataName() {
        return dataName;
    }

    /**
     * What is to be predicted.
     *
     * @param classes that labels name; null where labels are numbers
     */
    record Asked(Task<?> task, @Nullable Labels classes) {}

    /** What is to be predicted, by the training data. */
    abstract Asked asked(Dataset<Row> train);

    /** Whether an instance is a query or a row. */
    abstract Grouping grouping();

    /** A schema with the columns that the model adds. */
    abstract StructType predicted(StructType schema);

    /** Trains. Notes on the way are in {@link Training#notes}. */
    final Training<?> train(Dataset<?> data) {
        Dataset<Row> frame = data.toDF();
        requireColumns(frame.schema());
        String indicator = getOrDefault(validationIndicatorCol);
        // what is not said to be for the choice is for the fit
        Column forChoice = indicator.isEmpty()
                ? functions.lit(false)
                : functions.coalesce(FrameColumns.column(indicator), functions.lit(false));
        Dataset<Row> train = indicator.isEmpty() ? frame : frame.where(functions.not(forChoice));
        Asked asked = asked(train);
        Trainer<?> trainer = Trainer.of(asked.task).withSettings(settings()).withLearners(learners());
        try (FrameSource rows = source(train, asked, "");
                FrameSource held =
                        indicator.isEmpty() ? null : source(frame.where(forChoice), asked, " (validation)")) {
            Training<?> training = held == null ? trainer.train(rows) : trainer.train(rows, held);
            return training.withNotes(rows.notes());
        } catch (Exception e) {
            throw Faults.ofUser(e);
        }
    }

    private FrameSource source(Dataset<Row> rows, Asked asked, String part) {
        FrameColumns read = FrameColumns.of(
                rows.schema(),
                getOrDefault(dataName) + part,
                grouping(),
                columnNames(),
                getOrDefault(absent()),
                asked.classes);
        return FrameSource.of(
                rows, read, FrameColumns.featureNames(rows.schema(), getOrDefault(featuresCol())), (Integer)
                        getOrDefault(blocks));
    }

    private Settings settings() {
        return Settings.defaults()
                .withSeed((Long) getOrDefault(seed))
                .withFolds((Integer) getOrDefault(folds))
                .withLambdas(Arrays.stream(getOrDefault(lambdas)).boxed().toList());
    }

    private List<Learner> learners() {
        int count = (Integer) getOrDefault(fourierFeatures);
        double factor = (Double) getOrDefault(bandwidth);
        return switch (getOrDefault(learner)) {
            case "fourier" -> List.of(scaled(FeatureLearner.fourier(count, factor)));
            case "kernel" -> List.of(scaled(FeatureLearner.kernel(count, factor)));
            case "trees" -> List.of(new TreeLearner(treeParameters(), null));
            case "forest" -> List.copyOf(ForestLearner.toChooseFrom(treeParameters(), grouping() == Grouping.ROW));
            default -> List.of(scaled(FeatureLearner.linear()));
        };
    }

    /** The learner, with features penalised as {@code normalize} says. */
    FeatureLearner scaled(FeatureLearner features) {
        return features;
    }

    /** Trees are our own unless told otherwise: XGBoost has none on executors. */
    private Map<String, String> treeParameters() {
        Map<String, String> given = new LinkedHashMap<>(Map.of(TreeLearner.ENGINE, "own"));
        for (String parameter : getOrDefault(treeParams)) {
            int equals = parameter.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(
                        "treeParams are NAME=VALUE, such as max_depth=4, not '" + parameter + "'");
            }
            given.put(parameter.substring(0, equals).strip(), parameter.substring(equals + 1));
        }
        if (getOrDefault(learner).equals("forest")) {
            given.remove(TreeLearner.ENGINE);
        }
        return given;
    }

    @Override
    public abstract M fit(Dataset<?> data);

    private void requireColumns(StructType schema) {
        String name = getOrDefault(dataName);
        FrameColumns.of(schema, name, grouping(), columnNames(), getOrDefault(absent()), null);
        String indicator = getOrDefault(validationIndicatorCol);
        List<String> columns = Arrays.asList(schema.fieldNames());
        if (!indicator.isEmpty() && !columns.contains(indicator)) {
            throw new InputException(name, 0, "no column " + indicator, "one of " + String.join(", ", columns));
        }
        if (!indicator.isEmpty() && !(schema.apply(indicator).dataType() instanceof BooleanType)) {
            throw new InputException(
                    name,
                    0,
                    "column " + indicator + " of type "
                            + schema.apply(indicator).dataType().catalogString(),
                    "true for rows to choose by, else false");
        }
    }

    /** What the model makes of the schema, as later stages of a pipeline want to know. */
    @Override
    public StructType transformSchema(StructType schema) {
        requireColumns(schema);
        return predicted(schema);
    }

    @Override
    public abstract FrameEstimator<M> copy(ParamMap extra);
}
