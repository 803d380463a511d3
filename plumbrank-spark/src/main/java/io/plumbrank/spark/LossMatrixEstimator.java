package io.plumbrank.spark;

import io.plumbrank.data.Grouping;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.kind.classes.ClassTask;
import io.plumbrank.surrogate.ClassSurrogate;
import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.ClassLabels;
import io.plumbrank.target.classes.ClassLosses;
import io.plumbrank.target.classes.Factorization;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.train.Training;
import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Trains a model that predicts classes at the smallest expected loss.
 *
 * <pre>{@code
 * LossMatrixModel model = new LossMatrixEstimator().setLossMatrix("costs.csv").fit(rows);
 * Dataset<Row> predicted = model.transform(rows);
 * }</pre>
 *
 * <p>The model is that of {@code plumbrank train --loss-matrix … --blocks 64} on one machine, to the last bit.
 */
public final class LossMatrixEstimator extends FrameEstimator<LossMatrixModel> {
    private static final long serialVersionUID = 1;

    private final Param<String> lossMatrix;
    private final Param<String> surrogate;
    private final Param<String> firstClass;
    private final Param<String> predictionCol;

    /** With a name of its own. */
    public LossMatrixEstimator() {
        this(Identifiable$.MODULE$.randomUID("lossMatrixEstimator"));
    }

    /** With a given name. */
    public LossMatrixEstimator(String uid) {
        super(uid, "");
        this.lossMatrix = Texts.param(
                this,
                "lossMatrix",
                "a CSV file that the driver can read, classes × predictions, or a text such as ordinal(n=5)");
        this.surrogate =
                Texts.checked(this, "surrogate", "what is minimised: squared, logistic or auto", ClassSurrogate::parse);
        this.firstClass = Texts.oneOf(
                this,
                "firstClass",
                "the number of the first class where the loss names none: 0, 1, or auto for what the labels say",
                List.of("auto", "0", "1"));
        this.predictionCol = LossMatrixModel.predictionCol(this);
        setDefault(surrogate, "squared");
        setDefault(firstClass, "auto");
    }

    /** The file, or the text of a closed form. */
    public Param<String> lossMatrix() {
        return lossMatrix;
    }

    /** What is minimised. */
    public Param<String> surrogate() {
        return surrogate;
    }

    /** The number of the first class where the loss names none. */
    public Param<String> firstClass() {
        return firstClass;
    }

    /** The column with predictions that the model adds. */
    public Param<String> predictionCol() {
        return predictionCol;
    }

    @Override
    Grouping grouping() {
        return Grouping.ROW;
    }

    @Override
    StructType predicted(StructType schema) {
        return FrameModel.with(schema, getOrDefault(predictionCol), DataTypes.StringType);
    }

    @Override
    Asked asked(Dataset<Row> train) {
        if (!isDefined(lossMatrix)) {
            throw new InputException("lossMatrix", 0, "none", "a CSV file of costs, or a text such as ordinal(n=5)");
        }
        String text = getOrDefault(lossMatrix);
        ClassLoss<?> loss = text.indexOf('(') >= 0
                ? counted(ClassLosses.parse(text), train)
                : MatrixLoss.of(Factorization.of(counted(LossMatrix.read(Path.of(text)), train)));
        return new Asked(new ClassTask<>(loss, ClassSurrogate.parse(getOrDefault(surrogate))), ClassLabels.of(loss));
    }

    private ClassLoss<?> counted(ClassLoss<?> loss, Dataset<Row> train) {
        String first = getOrDefault(firstClass);
        return first.equals("auto")
                ? ClassLabels.countedAsIn(loss, labels(train))
                : ClassLabels.isNumbered(loss) ? loss.countedFrom(Integer.parseInt(first)) : loss;
    }

    private LossMatrix counted(LossMatrix matrix, Dataset<Row> train) {
        String first = getOrDefault(firstClass);
        return first.equals("auto")
                ? ClassLabels.countedAsIn(matrix, labels(train))
                : ClassLabels.countedFrom(matrix, Integer.parseInt(first));
    }

    /** The labels that are numbers, each once, as data that tell whether classes are counted from 0 or from 1. */
    private QuerySource labels(Dataset<Row> train) {
        List<Query> labels = new ArrayList<>();
        for (Row row : train.select(FrameColumns.column(getOrDefault(labelCol())))
                .distinct()
                .collectAsList()) {
            Double number = row.isNullAt(0) ? null : number(FrameColumns.text(row.get(0)));
            if (number != null && Double.isFinite(number)) {
                labels.add(Query.of("", new double[] {number}, new float[1][0]));
            }
        }
        return QuerySource.of(getOrDefault(dataName()), new io.plumbrank.data.Dataset(labels));
    }

    private static @Nullable Double number(String text) {
        try {
            return Double.valueOf(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    @Override
    public LossMatrixModel fit(Dataset<?> data) {
        Training<?> training = train(data);
        LossMatrixModel model = new LossMatrixModel(uid(), training.model(), training.notes());
        copyValues(model, extractParamMap());
        model.setParent(this);
        return model;
    }

    @Override
    public LossMatrixEstimator copy(ParamMap extra) {
        return defaultCopy(extra);
    }

    /** The same with another loss: a CSV file, or a text such as {@code ordinal(n=5)}. */
    public LossMatrixEstimator setLossMatrix(String value) {
        set(lossMatrix, value);
        return this;
    }

    /** The same, minimising something else. */
    public LossMatrixEstimator setSurrogate(String value) {
        set(surrogate, value);
        return this;
    }

    /** The same with classes counted from 0 or 1 where the loss names none. */
    public LossMatrixEstimator setFirstClass(String value) {
        set(firstClass, value);
        return this;
    }

    /** The same with another column of classes. */
    public LossMatrixEstimator setLabelCol(String value) {
        set(labelCol(), value);
        return this;
    }

    /** The same with another column of features. */
    public LossMatrixEstimator setFeaturesCol(String value) {
        set(featuresCol(), value);
        return this;
    }

    /** The same with a column of weights. */
    public LossMatrixEstimator setWeightCol(String value) {
        set(weightCol(), value);
        return this;
    }

    /** The same fitting another function: linear, fourier, kernel, trees or forest. */
    public LossMatrixEstimator setModel(String value) {
        set(model(), value);
        return this;
    }

    /** The same with another number of blocks. */
    public LossMatrixEstimator setBlocks(int value) {
        set(blocks(), value);
        return this;
    }

    /** The same with other regularisations to choose from. */
    public LossMatrixEstimator setLambdas(double... values) {
        set(lambdas(), values);
        return this;
    }

    /** The same with a name for the training data. */
    public LossMatrixEstimator setDataName(String value) {
        set(dataName(), value);
        return this;
    }

    /** Reads what {@code save} wrote. */
    public static MLReader<LossMatrixEstimator> read() {
        return new DefaultParamsReader<>();
    }

    /** Reads what {@code save} wrote. */
    public static LossMatrixEstimator load(String path) {
        return read().load(path);
    }
}
