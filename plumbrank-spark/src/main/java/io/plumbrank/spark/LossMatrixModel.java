package io.plumbrank.spark;

import io.plumbrank.data.Grouping;
import io.plumbrank.kind.classes.Classifier;
import io.plumbrank.model.Model;
import io.plumbrank.model.ModelFile;
import io.plumbrank.util.InputException;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.Params;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Predicts classes at the smallest expected loss. {@link #transform} adds the name of what is predicted. */
public final class LossMatrixModel extends FrameModel<LossMatrixModel> {
    private static final long serialVersionUID = 1;

    private final Param<String> predictionCol;

    LossMatrixModel(String uid, byte[] file, List<String> notes) {
        super(uid, "", file, notes);
        this.predictionCol = predictionCol(this);
    }

    /** The parameter of a stage that names the column, with its default. */
    static Param<String> predictionCol(Params stage) {
        Param<String> column = Texts.param(stage, "predictionCol", "column to add: the name of what is predicted");
        stage.setDefault(column, "prediction");
        return column;
    }

    LossMatrixModel(String uid, Model model, List<String> notes) {
        this(uid, ModelFile.toBytes(model), notes);
    }

    /**
     * From the bytes of a model file, wherever it was trained.
     *
     * @throws InputException if they are no model of classes
     */
    public static LossMatrixModel of(byte[] file) {
        return of(file, "model");
    }

    static LossMatrixModel of(byte[] file, String name) {
        requireKind(file, name, Classifier.class, "a model of classes");
        return new LossMatrixModel(Identifiable$.MODULE$.randomUID("lossMatrixModel"), file, List.of());
    }

    /** The column with predictions. */
    public Param<String> predictionCol() {
        return predictionCol;
    }

    @Override
    public StructType transformSchema(StructType schema) {
        return with(schema, getOrDefault(predictionCol), DataTypes.StringType);
    }

    @Override
    public Dataset<Row> transform(Dataset<?> data) {
        Dataset<Row> frame = data.toDF();
        StructType schema = transformSchema(frame.schema());
        FrameColumns columns = reading(frame.schema(), Grouping.ROW);
        byte[] file = toBytes();
        MapPartitionsFunction<Row, Row> predicting = rows -> predicted(rows, file, columns);
        return described(frame.mapPartitions(predicting, Encoders.row(schema)), schema);
    }

    private static Iterator<Row> predicted(Iterator<Row> rows, byte[] file, FrameColumns columns) {
        Classifier classifier = ModelFile.ofBytes(file, "model")
                .predictor()
                .as(Classifier.class)
                .orElseThrow();
        int inputs = classifier.model().orElseThrow().scorer().inputs();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return rows.hasNext();
            }

            @Override
            public Row next() {
                Row row = rows.next();
                float[] x = new float[inputs];
                columns.rows(row).below(inputs).query(inputs).featuresInto(0, x);
                Object[] values = new Object[row.size() + 1];
                for (int i = 0; i < row.size(); i++) {
                    values[i] = row.get(i);
                }
                values[row.size()] = classifier.predict(x);
                return RowFactory.create(values);
            }
        };
    }

    @Override
    public LossMatrixModel copy(ParamMap extra) {
        LossMatrixModel copied = new LossMatrixModel(uid(), toBytes(), notes());
        copyValues(copied, extra);
        copied.setParent(parent());
        return copied;
    }

    /** Reads what {@code save} wrote. */
    public static MLReader<LossMatrixModel> read() {
        return reader(LossMatrixModel.class, (uid, file) -> new LossMatrixModel(uid, file, List.of()));
    }

    /** Reads what {@code save} wrote. */
    public static LossMatrixModel load(String path) {
        return read().load(path);
    }
}
