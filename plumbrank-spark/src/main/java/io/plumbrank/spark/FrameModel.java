package io.plumbrank.spark;

import io.plumbrank.data.Absent;
import io.plumbrank.data.Grouping;
import io.plumbrank.model.ModelFile;
import io.plumbrank.model.Predictor;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.util.DefaultParamsReader$;
import org.apache.spark.ml.util.DefaultParamsWriter$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/**
 * A model of Plumbrank as a stage of Spark: the bytes of its file, which all commands of Plumbrank read, and the columns that it
 * takes.
 *
 * @param <M> the type itself
 */
public abstract class FrameModel<M extends FrameModel<M>> extends Model<M> implements HasColumns, MLWritable {
    private static final long serialVersionUID = 1;

    /** The name of the model file in the directory that {@code save} writes. */
    public static final String FILE = "model.json";

    private final String uid;
    private final ColumnParams columns;
    private final byte[] file;
    private final ArrayList<String> notes;

    FrameModel(String uid, String query, byte[] file, List<String> notes) {
        this.uid = uid;
        this.columns = ColumnParams.of(this, query);
        this.file = file;
        this.notes = new ArrayList<>(notes);
    }

    @Override
    public String uid() {
        return uid;
    }

    @Override
    public ColumnParams columns() {
        return columns;
    }

    /** The bytes of the model file. */
    public byte[] toBytes() {
        return file.clone();
    }

    /** The model. */
    public io.plumbrank.model.Model trained() {
        return ModelFile.ofBytes(file, uid);
    }

    /** What a feature is that a row of text does not name: as in training. */
    final Absent absentFeatures() {
        return trained().provenance().features().absent();
    }

    /** What a user should know of the training, whole sentences. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    /** Writes the model file, for {@code plumbrank} and for servers. */
    public void writeFile(java.nio.file.Path to) {
        ModelFile.write(trained(), to);
    }

    /** @throws InputException if a model file is of another kind */
    static void requireKind(byte[] file, String name, Class<? extends Predictor> kind, String wanted) {
        Predictor predictor = ModelFile.ofBytes(file, name).predictor();
        if (!kind.isInstance(predictor)) {
            throw new InputException(name, 0, predictor.words(), wanted);
        }
    }

    /** What is read of rows to predict for: no labels and no weights. */
    final FrameColumns reading(StructType schema, Grouping grouping) {
        Map<FrameColumns.Role, String> names = new EnumMap<>(columnNames());
        names.keySet()
                .removeAll(List.of(FrameColumns.Role.LABEL, FrameColumns.Role.WEIGHT, FrameColumns.Role.ITEM_WEIGHT));
        if (grouping == Grouping.ROW) {
            names.keySet().removeAll(List.of(FrameColumns.Role.QUERY, FrameColumns.Role.ITEM));
        }
        List<String> known = trained().provenance().featureNames();
        List<String> given = FrameColumns.featureNames(schema, getOrDefault(featuresCol()));
        if (!known.isEmpty() && !given.isEmpty() && !known.equals(given)) {
            throw new InputException(
                    getOrDefault(featuresCol()),
                    0,
                    "features " + String.join(", ", given),
                    "those of the training, in their order: " + String.join(", ", known));
        }
        return FrameColumns.of(schema, "data", grouping, names, getOrDefault(absent()), null);
    }

    /** A schema with one more column, which must not be there yet. */
    static StructType with(StructType schema, String column, DataType type) {
        if (List.of(schema.fieldNames()).contains(column)) {
            throw new InputException(
                    "data",
                    0,
                    "a column " + column + " already",
                    "none of this name: drop or rename it, or name the output otherwise");
        }
        return schema.add(column, type);
    }

    /** What an encoder made of a schema, with what the schema says of its columns, which encoders forget. */
    static Dataset<Row> described(Dataset<Row> made, StructType schema) {
        return made.select(Arrays.stream(schema.fields())
                .map(field -> FrameColumns.column(field.name()).as(field.name(), field.metadata()))
                .toArray(Column[]::new));
    }

    @Override
    public MLWriter write() {
        return new Writer(this);
    }

    private static final class Writer extends MLWriter {
        private final FrameModel<?> model;

        Writer(FrameModel<?> model) {
            this.model = model;
        }

        @Override
        public void saveImpl(String path) {
            DefaultParamsWriter$.MODULE$.saveMetadata(model, path, sparkSession());
            try (OutputStream out = files(path, sparkSession()).create(new Path(path, FILE), true)) {
                out.write(model.toBytes());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static FileSystem files(String path, SparkSession session) throws IOException {
        return new Path(path).getFileSystem(session.sparkContext().hadoopConfiguration());
    }

    /** Makes a model of a name and the bytes of its file. */
    @FunctionalInterface
    interface Maker<M> {
        M of(String uid, byte[] file);
    }

    static <M extends FrameModel<M>> MLReader<M> reader(Class<M> type, Maker<M> maker) {
        return new MLReader<>() {
            @Override
            public M load(String path) {
                DefaultParamsReader$ params = DefaultParamsReader$.MODULE$;
                org.apache.spark.ml.util.DefaultParamsReader.Metadata metadata =
                        params.loadMetadata(path, sparkSession(), type.getName());
                try (InputStream in = files(path, sparkSession()).open(new Path(path, FILE))) {
                    byte[] file = in.readAllBytes();
                    ModelFile.ofBytes(file, new Path(path, FILE).toString());
                    M model = maker.of(metadata.uid(), file);
                    metadata.getAndSetParams(model, metadata.getAndSetParams$default$2());
                    return model;
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
    }
}
