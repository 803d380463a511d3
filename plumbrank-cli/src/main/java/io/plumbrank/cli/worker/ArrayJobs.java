package io.plumbrank.cli.worker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.plumbrank.cli.worker.ArrayTables.Arrays;
import io.plumbrank.cli.worker.Frames.Message;
import io.plumbrank.data.Query;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.Ranker;
import io.plumbrank.model.RowPredictor;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.InOrder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Keeps tables and models for another process, and predicts its arrays. */
public final class ArrayJobs {
    private static final int MOST_MODELS = 64;
    /** Rows or queries that one thread predicts at a time. */
    private static final int PARTS = 256;

    private final Frames frames;
    private final Map<String, Predictor> models = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Predictor> eldest) {
            return size() > MOST_MODELS;
        }
    };

    public ArrayJobs(Frames frames) {
        this.frames = frames;
    }

    /** Keeps a table: blocks are its columns, two for texts (places, names), and last the features. */
    public void table(Message message) throws IOException {
        JsonNode fields = message.fields();
        int rows = fields.get("rows").asInt();
        List<String> names = new ArrayList<>();
        List<Object> columns = new ArrayList<>();
        int block = 0;
        for (JsonNode column : fields.get("columns")) {
            names.add(column.get("name").asText());
            if (column.get("kind").asText().equals("text")) {
                IntBuffer places = message.block(block++).asIntBuffer();
                List<String> words = Frames.texts(message.text(block++));
                columns.add(IntStream.range(0, rows)
                        .mapToObj(row -> words.get(places.get(row)))
                        .toArray(String[]::new));
            } else {
                double[] values = new double[rows];
                message.block(block++).asDoubleBuffer().get(values);
                columns.add(values);
            }
        }
        names.addAll(Frames.texts(fields.get("features")));
        List<FloatBuffer> parts = message.blocks().get(block).stream()
                .map(ByteBuffer::asFloatBuffer)
                .toList();
        ArrayTables.put(Path.of(fields.get("file").asText()), new Arrays(rows, names, columns, parts));
        frames.write(Frames.object());
    }

    public void drop(Message message) throws IOException {
        ArrayTables.drop(Path.of(message.fields().get("file").asText()));
        frames.write(Frames.object());
    }

    /** Keeps a model under a name. */
    public void load(Message message) throws IOException {
        Path file = Files.createTempFile("plumbrank-model", ".json");
        try {
            ByteBuffer content = message.block(0);
            byte[] bytes = new byte[content.remaining()];
            content.get(bytes);
            Files.write(file, bytes);
            models.put(message.fields().get("model").asText(), Predictor.read(file));
        } finally {
            Files.delete(file);
        }
        frames.write(Frames.object());
    }

    /** Predicts the rows of one block; an answer without blocks means that the model is to be sent. */
    public void predict(Message message) throws IOException {
        JsonNode fields = message.fields();
        Predictor model = models.get(fields.get("model").asText());
        ObjectNode answer = Frames.object();
        if (model == null) {
            frames.write(answer);
            return;
        }
        int width = fields.get("width").asInt();
        float[] x = floats(message.block(0));
        answer.put("kind", model.kind());
        frames.write(answer, Frames.bytes(values(model, fields.path("what").asText(), fields, x, width)));
    }

    private static double[] values(Predictor model, String what, JsonNode fields, float[] x, int width) {
        int rows = width == 0 ? 0 : x.length / width;
        IntFunction<float[]> row = at -> java.util.Arrays.copyOfRange(x, at * width, (at + 1) * width);
        Optional<Ranker> ranker = model.as(Ranker.class);
        if (ranker.isPresent()) {
            return scores(ranker.get(), fields, row);
        }
        RowPredictor predictor = model.as(RowPredictor.class).orElseThrow(() -> noNumbers(model));
        return joined(
                rows,
                what.equals("probabilities")
                        ? at -> predictor.probabilities(row.apply(at))
                        : at -> predictor.numbers(row.apply(at)).orElseThrow(() -> noNumbers(model)));
    }

    private static InputException noNumbers(Predictor model) {
        return new InputException("the model", 0, model.words(), "one whose predictions are numbers");
    }

    private static double[] scores(Ranker ranker, JsonNode fields, IntFunction<float[]> row) {
        List<String> queries = Frames.texts(fields.get("queries"));
        int[] ends = new int[queries.size()];
        for (int q = 0, end = 0; q < ends.length; q++) {
            end += fields.get("sizes").get(q).asInt();
            ends[q] = end;
        }
        return joined(ends.length, q -> {
            int from = q == 0 ? 0 : ends[q - 1];
            float[][] features = IntStream.range(from, ends[q]).mapToObj(row).toArray(float[][]::new);
            return ranker.scores(Query.of(queries.get(q), features));
        });
    }

    private static double[] joined(int count, IntFunction<double[]> part) {
        if (count <= PARTS) {
            return IntStream.range(0, count)
                    .mapToObj(part)
                    .flatMapToDouble(DoubleStream::of)
                    .toArray();
        }
        List<double[]> joined = new ArrayList<>();
        int threads = Runtime.getRuntime().availableProcessors();
        try (InOrder<double[]> workers = new InOrder<>(threads, "plumbrank-predict", joined::add)) {
            for (int from = 0; from < count; from += PARTS) {
                int first = from;
                workers.submit(() -> IntStream.range(first, Math.min(count, first + PARTS))
                        .mapToObj(part)
                        .flatMapToDouble(DoubleStream::of)
                        .toArray());
            }
            workers.finish();
        }
        return joined.stream().flatMapToDouble(DoubleStream::of).toArray();
    }

    private static float[] floats(ByteBuffer bytes) {
        FloatBuffer from = bytes.asFloatBuffer();
        float[] values = new float[from.remaining()];
        from.get(values);
        return values;
    }
}
