package io.plumbrank.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plumbrank.Plumbrank;
import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.Labels;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.Reading;
import io.plumbrank.kind.classes.ClassTask;
import io.plumbrank.kind.pairs.PairTask;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Model;
import io.plumbrank.model.ModelFile;
import io.plumbrank.surrogate.ClassSurrogate;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.train.Trainer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A server in a test, with models that were trained on generated data, and a client. */
final class Served implements AutoCloseable {
    static final ObjectMapper JSON = new ObjectMapper();

    /** Those of {@link #classes}. */
    static final double[][] COSTS = {{0, 1, 3}, {5, 0, 1}, {50, 10, 0}};

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    final ModelServer server;
    final ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();

    Served(List<ModelSource> models, ServerSettings settings) {
        this.server = ModelServer.start(models, null, settings, log::add);
    }

    /** An answer. */
    record Answer(int status, String text, HttpResponse<String> response) {
        JsonNode json() throws IOException {
            return JSON.readTree(text);
        }

        String code() throws IOException {
            return json().at("/error/code").asText();
        }
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server.url() + path));
    }

    static Answer send(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> response = CLIENT.send(request, BodyHandlers.ofString());
        return new Answer(response.statusCode(), response.body(), response);
    }

    Answer get(String path) throws IOException, InterruptedException {
        return send(request(path).build());
    }

    Answer post(String path, String body) throws IOException, InterruptedException {
        return send(request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build());
    }

    String logged() {
        return String.join("\n", log);
    }

    @Override
    public void close() {
        server.close();
    }

    /** Queries of five items of three features, of which the first and the product of the others decide the grade. */
    static List<Query> queries(long seed, int count) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Query> queries = new ArrayList<>();
        for (int q = 0; q < count; q++) {
            float[][] features = new float[5][3];
            double[] grades = new double[5];
            for (int i = 0; i < 5; i++) {
                for (int j = 0; j < 3; j++) {
                    features[i][j] = (float) (random.nextDouble() * 2 - 1);
                }
                double worth = features[i][0] + 2 * features[i][1] * features[i][2];
                grades[i] = worth > 0.8 ? 2 : worth > 0 ? 1 : 0;
            }
            queries.add(Query.of("q" + q, grades, features));
        }
        return queries;
    }

    static Path ranker(Path file, long seed) {
        return write(
                file,
                Plumbrank.forMeasure("ndcg")
                        .withLearner(FeatureLearner.linear())
                        .withSettings(Settings.defaults().withFolds(2))
                        .train(QuerySource.of(queries(seed, 40)))
                        .model());
    }

    /** Exact decoding for up to an hour. */
    static Path pairs(Path file) {
        return write(
                file,
                Trainer.of(PairTask.of(MeasureSpec.parse("map")).withDecoder("exact", Duration.ofHours(1)))
                        .withLearner(FeatureLearner.linear())
                        .withSettings(Settings.defaults().withFolds(2))
                        .train(QuerySource.of(queries(3, 40)))
                        .model());
    }

    static Path classes(Path file) throws IOException {
        return classes(file, ClassSurrogate.SQUARED);
    }

    static Path classes(Path file, ClassSurrogate surrogate) throws IOException {
        SplittableRandom random = new SplittableRandom(5);
        Path data = file.resolveSibling("classes.csv");
        StringBuilder text = new StringBuilder("label,fever,cough\n");
        for (int i = 0; i < 60; i++) {
            int label = i % 3;
            text.append(label)
                    .append(',')
                    .append(label + random.nextDouble())
                    .append(',')
                    .append(random.nextDouble())
                    .append('\n');
        }
        Files.writeString(data, text);
        return write(
                file,
                Trainer.of(new ClassTask<>(MatrixLoss.of(LossMatrix.of(COSTS)), List.of(surrogate)))
                        .withLearner(FeatureLearner.linear())
                        .withSettings(Settings.defaults().withFolds(2))
                        .train(Reading.rows(Labels.numbers()).open(data, CsvColumns.defaults(), ReadOptions.defaults()))
                        .model());
    }

    private static Path write(Path file, Model model) {
        ModelFile.write(model, file);
        return file;
    }

    /** A request of so many items of three features. */
    static String items(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return "{\"matrix\":["
                + IntStream.range(0, count)
                        .mapToObj(i -> "[" + random.nextDouble(-1, 1) + "," + random.nextDouble(-1, 1) + ","
                                + random.nextDouble(-1, 1) + "]")
                        .collect(Collectors.joining(","))
                + "]}";
    }
}
