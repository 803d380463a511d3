package io.plumbrank.server;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.data.Query;
import io.plumbrank.data.Ranking;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.explain.ScoreDifference;
import io.plumbrank.json.JsonArrays;
import io.plumbrank.learn.ExplainedScorer;
import io.plumbrank.learn.ExplainedScorer.Differences;
import io.plumbrank.model.Ranker;
import io.plumbrank.model.Ranker.Ranked;
import io.plumbrank.model.RowPredictor;
import io.plumbrank.server.RankRequest.Asked;
import io.plumbrank.server.ServiceException.Code;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Answers requests by models. Scores are those of {@code plumbrank predict}, bit for bit. Thread-safe. */
final class Answers {
    /** The part of the time that scoring and decoding of pairs may take; the rest is for reading and writing. */
    private static final double DECODING = 0.8;

    private final ModelStore models;
    private final Limits limits;

    Answers(ModelStore models, Limits limits) {
        this.models = models;
        this.limits = limits;
    }

    /** An answer, and the model that gave it. */
    record Answer(String model, byte[] body) {}

    /** @param end when the request must be answered, by {@link System#nanoTime} */
    Answer rank(byte[] body, int length, long end) {
        RankRequest request = RankRequest.read(body, length, limits.items());
        ServedModel model = models.get(request.model());
        Ranker ranker = ranker(model, "/v1/predict takes its rows");
        List<Asked> all = request.queries();
        return new Answer(model.name(), JsonAnswer.of(json -> {
            begin(model, json);
            Set<Integer> sizes = new TreeSet<>();
            Set<String> notes = new LinkedHashSet<>();
            Categories categories = new Categories(model.layout());
            if (request.batch()) {
                json.writeArrayFieldStart("results");
            }
            for (int i = 0; i < all.size(); i++) {
                requireTime(end);
                Asked asked = all.get(i);
                PlacedRows placed = model.layout().place(asked.rows(), categories);
                notes.addAll(placed.notes());
                Query query = placed.query(asked.id());
                sizes.add(query.size());
                Ranked ranked = decode(ranker, query, end, all.size() - i);
                if (request.batch()) {
                    json.writeStartObject();
                }
                write(request, ranker, query, ranked, end, json);
                if (request.batch()) {
                    json.writeEndObject();
                }
            }
            if (request.batch()) {
                json.writeEndArray();
            }
            notes.addAll(categories.notes());
            notes(notes, json);
            JsonAnswer.guarantee(json, model.guarantee(sizes));
        }));
    }

    private static void notes(Collection<String> notes, JsonGenerator json) throws IOException {
        if (!notes.isEmpty()) {
            JsonArrays.texts("notes", notes, json);
        }
    }

    /** Values of features that are so large that no finite number comes of them are the request's fault. */
    private static <T> T finite(Supplier<T> work) {
        try {
            return work.get();
        } catch (IllegalArgumentException e) {
            throw new ServiceException(Code.BAD_NUMBER, "" + e.getMessage());
        }
    }

    private static void answer(RowPredictor predictor, float[] row, JsonGenerator json) throws IOException {
        try {
            predictor.answer(row, json);
        } catch (IllegalArgumentException e) {
            throw new ServiceException(Code.BAD_NUMBER, "" + e.getMessage());
        }
    }

    /** Nobody waits for an answer that comes later. */
    private static void requireTime(long end) {
        if (System.nanoTime() - end > 0) {
            throw new ServiceException(Code.TIME_LIMIT, "the time limit was reached");
        }
    }

    private static void begin(ServedModel model, JsonGenerator json) throws IOException {
        json.writeStringField("model", model.name());
        json.writeStringField("version", model.version());
    }

    private static Ranker ranker(ServedModel model, String other) {
        return model.predictor()
                .as(Ranker.class)
                .orElseThrow(() -> new ServiceException(
                        Code.WRONG_KIND,
                        "the model '" + model.name() + "' is "
                                + model.predictor().words() + ", no ranker; " + other));
    }

    /** @param left how many queries the rest of the time is for */
    private static Ranked decode(Ranker ranker, Query query, long end, int left) {
        if (ranker.searches() && query.size() > Limits.ITEMS_OF_PAIRS) {
            throw new ServiceException(
                    Code.TOO_MANY_ITEMS,
                    "the model scores pairs of items, and takes at most " + Limits.ITEMS_OF_PAIRS
                            + " items per query, not " + query.size());
        }
        long start = System.nanoTime();
        return finite(() -> {
            double[] outputs = ranker.outputs(query);
            Duration time = decoding(start, System.nanoTime(), end, left);
            DecodeLimits own = ranker.limits();
            return ranker.decode(query, outputs, time.compareTo(own.timeLimit()) < 0 ? own.withTimeLimit(time) : own);
        });
    }

    /**
     * What a query's share of the time leaves to the decoder.
     *
     * @param start when the query's turn came
     * @param scored when its pairs had been scored
     * @param end when all must be done
     * @param left how many queries there are, this one included
     */
    static Duration decoding(long start, long scored, long end, int left) {
        long share = (long) ((end - start) * DECODING / left);
        return Duration.ofNanos(Math.max(0, share - (scored - start)));
    }

    private static void write(
            RankRequest request, Ranker ranker, Query query, Ranked ranked, long end, JsonGenerator json)
            throws IOException {
        json.writeStringField("query", query.id());
        Ranking ranking = ranked.ranking();
        Contributions contributions = request.explain() ? Contributions.of(ranker, query) : null;
        json.writeArrayFieldStart("ranking");
        for (int position = 0; position < ranking.size(); position++) {
            requireTime(end);
            int item = ranking.itemAt(position);
            json.writeStartObject();
            writeItem(query, ranked, item, json);
            if (contributions != null) {
                contributions.write(item, json);
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        if (contributions != null) {
            JsonArrays.number("base", contributions.base(), json);
        }
        JsonArrays.number("gap", ranked.gap(), json);
        json.writeBooleanField("proven", ranked.proven());
        if (request.why() != null) {
            writeWhy(request.why(), ranker, query, ranked, json);
        }
    }

    private static void writeItem(Query query, Ranked ranked, int item, JsonGenerator json) throws IOException {
        json.writeStringField("id", query.itemId(item));
        json.writeNumberField("rank", ranked.ranking().positionOf(item) + 1);
        JsonArrays.number("score", ranked.scores()[item], json);
    }

    private static ExplainedScorer explained(Ranker ranker) {
        return ranker.rowScorer()
                .map(scorer ->
                        scorer instanceof ExplainedScorer explained && explained.isExplained() ? explained : null)
                .orElseThrow(() -> new ServiceException(
                        Code.NOT_EXPLAINED,
                        ranker.searches()
                                ? "the model ranks by pairs and has no scores to explain; leave out 'explain'"
                                        + " and 'why'"
                                : "the model does not say what its features contribute; leave out 'explain'"
                                        + " and 'why'"));
    }

    /** The contributions of features to scores, compared with an item without features. */
    private record Contributions(Ranker ranker, Differences differences, float[] rows, int width, double base) {
        static Contributions of(Ranker ranker, Query query) {
            ExplainedScorer scorer = explained(ranker);
            float[] nothing = new float[scorer.inputs()];
            Arrays.fill(nothing, Float.NaN);
            double[] base = new double[1];
            scorer.scoreInto(nothing, base);
            return new Contributions(
                    ranker,
                    scorer.from(nothing, 0),
                    ranker.view().rows(query, ranker.inputs()),
                    nothing.length,
                    base[0]);
        }

        void write(int item, JsonGenerator json) throws IOException {
            double[] contributions = new double[width];
            differences.into(Arrays.copyOfRange(rows, item * width, (item + 1) * width), contributions);
            json.writeObjectFieldStart("contributions");
            for (int j = 0; j < width; j++) {
                if (contributions[j] != 0) {
                    JsonArrays.number(ranker.featureName(j), contributions[j], json);
                }
            }
            json.writeEndObject();
        }
    }

    /** The keys of {@code why --format json}. */
    private static void writeWhy(List<String> wanted, Ranker ranker, Query query, Ranked ranked, JsonGenerator json)
            throws IOException {
        explained(ranker);
        if (wanted.isEmpty() && query.size() < 2) {
            throw new ServiceException(Code.BAD_ITEM, "a query of one item has nothing to compare it with");
        }
        int above = wanted.isEmpty() ? ranked.ranking().itemAt(0) : item(query, wanted.get(0));
        int below = wanted.isEmpty() ? ranked.ranking().itemAt(1) : item(query, wanted.get(1));
        ScoreDifference why = ScoreDifference.of(ranker, query, above, below);
        json.writeObjectFieldStart("why");
        json.writeObjectFieldStart("above");
        writeItem(query, ranked, above, json);
        json.writeEndObject();
        json.writeObjectFieldStart("below");
        writeItem(query, ranked, below, json);
        json.writeEndObject();
        JsonArrays.number("difference", why.difference(), json);
        json.writeArrayFieldStart("features");
        for (ScoreDifference.Feature feature : why.features()) {
            json.writeStartObject();
            json.writeStringField("feature", feature.name());
            writeFloat(json, "above", feature.above());
            writeFloat(json, "below", feature.below());
            JsonArrays.number("contribution", feature.contribution(), json);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void writeFloat(JsonGenerator json, String name, float value) throws IOException {
        if (Float.isFinite(value)) {
            json.writeNumberField(name, value);
        } else {
            json.writeNullField(name);
        }
    }

    private static int item(Query query, String id) {
        return IntStream.range(0, query.size())
                .filter(item -> query.itemId(item).equals(id))
                .findFirst()
                .orElseThrow(() ->
                        new ServiceException(Code.BAD_ITEM, "no item " + InputException.quote(id) + " to say why"));
    }

    Answer predict(byte[] body, int length, long end) {
        PredictRequest request = PredictRequest.read(body, length, limits.items());
        ServedModel model = models.get(request.model());
        RowPredictor predictor = model.predictor()
                .as(RowPredictor.class)
                .orElseThrow(() -> new ServiceException(
                        Code.WRONG_KIND,
                        "the model '" + model.name() + "' "
                                + (model.ranksItems() ? "ranks items: /v1/rank takes them" : "predicts for no rows")));
        Categories categories = new Categories(model.layout());
        PlacedRows rows = model.layout().place(request.rows(), categories);
        return new Answer(model.name(), JsonAnswer.of(json -> {
            begin(model, json);
            json.writeArrayFieldStart("predictions");
            for (int i = 0; i < request.rows().size(); i++) {
                requireTime(end);
                String id = request.rows().get(i).id();
                json.writeStartObject();
                json.writeStringField("id", id == null ? Integer.toString(i + 1) : id);
                answer(predictor, rows.row(i), json);
                json.writeEndObject();
            }
            json.writeEndArray();
            notes(
                    Stream.concat(rows.notes().stream(), categories.notes().stream())
                            .toList(),
                    json);
            JsonAnswer.guarantee(json, model.guarantee());
        }));
    }

    /** A model for the Open Inference Protocol, which knows versions. */
    ServedModel versioned(String name, @Nullable String version) {
        ServedModel model = models.get(name);
        if (version != null && !version.equals(model.version())) {
            throw new ServiceException(
                    Code.UNKNOWN_MODEL, "the model '" + name + "' has the version " + model.version() + " alone");
        }
        return model;
    }

    /**
     * The rows are the items of one query.
     *
     * @param length of the JSON
     * @param size of all that was sent
     */
    Answer infer(ServedModel model, byte[] body, int length, int size, long end) {
        InferRequest request = InferRequest.read(body, length, size, limits.items());
        Ranker ranker = ranker(model, "the Open Inference Protocol is for rankers, and /v1/predict takes its rows");
        for (String output : request.outputs()) {
            if (!output.equals("scores") && !output.equals("ranks")) {
                throw StrictJson.bad("no output " + InputException.quote(output) + "; there are scores and ranks");
            }
        }
        PlacedRows placed = model.layout().place(request.rows(), new Categories(model.layout()));
        Query query = placed.query("");
        Ranked ranked = decode(ranker, query, end, 1);
        return new Answer(model.name(), JsonAnswer.of(json -> {
            json.writeStringField("model_name", model.name());
            json.writeStringField("model_version", model.version());
            if (request.id() != null) {
                json.writeStringField("id", request.id());
            }
            if (!placed.notes().isEmpty()) {
                json.writeObjectFieldStart("parameters");
                json.writeStringField("note", placed.notes().get(0));
                json.writeEndObject();
            }
            json.writeArrayFieldStart("outputs");
            List<String> wanted = request.outputs().isEmpty() ? List.of("scores", "ranks") : request.outputs();
            for (String output : wanted) {
                boolean scores = output.equals("scores");
                json.writeStartObject();
                json.writeStringField("name", output);
                json.writeStringField("datatype", scores ? "FP64" : "INT64");
                json.writeFieldName("shape");
                json.writeArray(new int[] {query.size()}, 0, 1);
                json.writeArrayFieldStart("data");
                for (int item = 0; item < query.size(); item++) {
                    if (scores) {
                        json.writeNumber(ranked.scores()[item]);
                    } else {
                        json.writeNumber(ranked.ranking().positionOf(item) + 1);
                    }
                }
                json.writeEndArray();
                json.writeEndObject();
            }
            json.writeEndArray();
        }));
    }

    /** A model's metadata in the Open Inference Protocol. */
    static byte[] metadata(ServedModel model) {
        return JsonAnswer.of(json -> {
            json.writeStringField("name", model.name());
            JsonArrays.texts("versions", List.of(model.version()), json);
            json.writeStringField("platform", "plumbrank_" + model.predictor().kind());
            json.writeArrayFieldStart("inputs");
            tensor("features", "FP32", new int[] {-1, model.layout().arrayLength()}, json);
            json.writeEndArray();
            json.writeArrayFieldStart("outputs");
            if (model.ranksItems()) {
                tensor("scores", "FP64", new int[] {-1}, json);
                tensor("ranks", "INT64", new int[] {-1}, json);
            }
            json.writeEndArray();
        });
    }

    private static void tensor(String name, String type, int[] shape, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", name);
        json.writeStringField("datatype", type);
        json.writeFieldName("shape");
        json.writeArray(shape, 0, shape.length);
        json.writeEndObject();
    }
}
