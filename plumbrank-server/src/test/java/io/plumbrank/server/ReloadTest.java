package io.plumbrank.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.Plumbrank;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.model.ModelFile;
import io.plumbrank.model.Ranker;
import io.plumbrank.server.Served.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A model file that is replaced is taken without a gap; one that is no good is not. */
class ReloadTest {
    private static final String REQUEST = "{\"matrix\":[[0.5,-1,0.25],[1,0.75,-0.5]]}";
    private static final ServerSettings QUICK = ServerSettings.local(0)
            .withTimes(Duration.ofMillis(5), Duration.ZERO)
            .withLimits(Limits.defaults().withWorkers(2, 64));

    @TempDir
    Path folder;

    private void put(byte[] content, Path file) throws IOException {
        Path part = Files.write(folder.resolve("part"), content);
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static void await(Served served, String wanted, int count) throws InterruptedException {
        while (served.log.stream().filter(line -> line.contains(wanted)).count() < count) {
            Thread.sleep(2);
        }
    }

    private static double best(Path model) {
        Ranker ranker = Ranker.read(model);
        double[] scores = ranker.scores(Query.of("", new float[][] {{0.5f, -1, 0.25f}, {1, 0.75f, -0.5f}}));
        return Math.max(scores[0], scores[1]);
    }

    /** Every answer is one of the two models', whole: its version and its score go together. */
    @Test
    @Timeout(120)
    void aHundredReloadsUnderLoadFailNotOneRequest() throws Exception {
        byte[] one = Files.readAllBytes(Served.ranker(folder.resolve("one.json"), 1));
        byte[] two = Files.readAllBytes(Served.ranker(folder.resolve("two.json"), 2));
        Path file = Files.write(folder.resolve("model.json"), one);
        try (Served served = new Served(List.of(new ModelSource("m", file)), QUICK)) {
            String first =
                    served.post("/v1/rank", REQUEST).json().get("version").asText();
            AtomicBoolean done = new AtomicBoolean();
            Queue<String> faults = new ConcurrentLinkedQueue<>();
            Queue<Map.Entry<String, Double>> answers = new ConcurrentLinkedQueue<>();
            List<Thread> clients = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                Thread client = new Thread(() -> {
                    while (!done.get()) {
                        try {
                            Answer answer = served.post("/v1/rank", REQUEST);
                            if (answer.status() != 200) {
                                faults.add(answer.text());
                            } else {
                                answers.add(Map.entry(
                                        answer.json().get("version").asText(),
                                        answer.json().at("/ranking/0/score").asDouble()));
                            }
                        } catch (IOException | InterruptedException e) {
                            faults.add(e.toString());
                        }
                    }
                });
                client.start();
                clients.add(client);
            }
            for (int reload = 1; reload <= 100; reload++) {
                put(reload % 2 == 1 ? two : one, file);
                await(served, "\"reloaded\"", reload);
            }
            done.set(true);
            for (Thread client : clients) {
                client.join();
            }
            assertThat(faults).isEmpty();
            assertThat(answers.stream().map(Map.Entry::getKey).distinct()).hasSize(2);
            double ofOne = best(folder.resolve("one.json"));
            double ofTwo = best(folder.resolve("two.json"));
            assertThat(answers)
                    .allSatisfy(answer -> assertThat(answer.getValue())
                            .isEqualTo(answer.getKey().equals(first) ? ofOne : ofTwo));
            assertThat(served.get("/metrics").text())
                    .contains("plumbrank_reloads_total{model=\"m\",result=\"taken\"} 100");
        }
    }

    /** Queries of five features, where the others have three. */
    private static Path wide(Path file) {
        List<Query> queries = new ArrayList<>();
        for (Query query : Served.queries(1, 40)) {
            float[][] rows = new float[query.size()][5];
            double[] grades = new double[query.size()];
            for (int i = 0; i < rows.length; i++) {
                grades[i] = query.label(i);
                for (int j = 0; j < 5; j++) {
                    rows[i][j] = query.feature(i, j % 3) * (j + 1);
                }
            }
            queries.add(Query.of(query.id(), grades, rows));
        }
        ModelFile.write(
                Plumbrank.forMeasure("ndcg")
                        .withLearner(FeatureLearner.linear())
                        .withSettings(Settings.defaults().withFolds(2))
                        .train(QuerySource.of(queries))
                        .model(),
                file);
        return file;
    }

    @Test
    @Timeout(60)
    void aModelWithOtherFeaturesIsRefusedUnlessThatIsAllowed() throws Exception {
        byte[] narrow = Files.readAllBytes(Served.ranker(folder.resolve("narrow.json"), 1));
        byte[] wide = Files.readAllBytes(wide(folder.resolve("wide.json")));
        Path file = Files.write(folder.resolve("model.json"), narrow);
        try (Served served = new Served(List.of(new ModelSource("m", file)), QUICK)) {
            put(wide, file);
            await(served, "\"refused\"", 1);
            assertThat(served.post("/v1/rank", REQUEST).status()).isEqualTo(200);
            assertThat(served.logged())
                    .contains("found a model with 5 features by number, from 0", "--allow-other-features");
        }
        put(narrow, file);
        try (Served served = new Served(List.of(new ModelSource("m", file)), QUICK.withOtherFeatures())) {
            String before =
                    served.post("/v1/rank", REQUEST).json().get("version").asText();
            put(wide, file);
            await(served, "\"reloaded\"", 1);
            Answer after = served.post("/v1/rank", "{\"matrix\":[[1,2,3,4,5]]}");
            assertThat(after.status()).isEqualTo(200);
            assertThat(served.logged())
                    .contains("\"oldVersion\":\"" + before + "\",\"version\":\""
                            + after.json().get("version").asText() + "\",\"oldFeatures\":3,\"features\":5");
        }
    }

    /** A pipe would be waited for. */
    @Test
    @Timeout(60)
    void aPipeInPlaceOfAModelStopsNoOtherReload() throws Exception {
        Path one = Served.ranker(folder.resolve("one.json"), 1);
        Path two = Served.ranker(folder.resolve("two.json"), 1);
        byte[] next = Files.readAllBytes(Served.ranker(folder.resolve("next.json"), 2));
        try (Served served = new Served(List.of(new ModelSource("one", one), new ModelSource("two", two)), QUICK)) {
            Files.delete(one);
            assertThat(new ProcessBuilder("mkfifo", one.toString()).start().waitFor())
                    .isZero();
            put(next, two);
            await(served, "\"reloaded\"", 1);
            await(served, "no regular file", 1);
            assertThat(served.get("/metrics").text())
                    .contains("plumbrank_reloads_total{model=\"one\",result=\"refused\"}")
                    .contains("plumbrank_reloads_total{model=\"two\",result=\"taken\"} 1");
        }
    }

    /** Memory may be short for a moment. */
    @Test
    @Timeout(60)
    void aModelThatTheMemoryDoesNotHoldIsNamedAndTriedAgain() throws Exception {
        Path file = Served.ranker(folder.resolve("model.json"), 1);
        byte[] next = Files.readAllBytes(Served.ranker(folder.resolve("next.json"), 2));
        List<String> refused = new ArrayList<>();
        List<String> taken = new ArrayList<>();
        ModelStore.Listener listener = new ModelStore.Listener() {
            @Override
            public void reloaded(ServedModel old, ServedModel model) {
                taken.add(old.version() + " " + model.version());
            }

            @Override
            public void refused(String name, String reason) {
                refused.add(name + ": " + reason);
            }
        };
        AtomicInteger reads = new AtomicInteger();
        ModelStore store = new ModelStore(
                List.of(new ModelSource("m", file)),
                source -> {
                    int read = reads.incrementAndGet();
                    if (read == 2 || read == 3) {
                        throw new OutOfMemoryError("of the test");
                    }
                    return ServedModel.read(source, null);
                },
                false);
        String old = store.get("m").version();
        put(next, file);
        while (taken.isEmpty()) {
            store.refresh(listener);
            Thread.sleep(10);
        }
        assertThat(refused).hasSize(2).allMatch(reason -> reason.contains("m: " + file + ": the memory does not hold"));
        assertThat(taken).containsExactly(old + " " + store.get("m").version());
        assertThat(reads).hasValue(4);
    }

    @Test
    @Timeout(60)
    void whatIsNoModelOfTheKindIsRefusedAndTheOldOneGoesOn() throws Exception {
        Path file = Served.ranker(folder.resolve("model.json"), 1);
        byte[] good = Files.readAllBytes(file);
        byte[] other = Files.readAllBytes(Served.classes(folder.resolve("classes.json")));
        try (Served served = new Served(List.of(new ModelSource("m", file)), QUICK)) {
            String before = served.post("/v1/rank", REQUEST).text();
            byte[] half = Arrays.copyOf(good, good.length / 2);
            int refused = 0;
            for (byte[] bad : List.of(half, other, new byte[0])) {
                put(bad, file);
                refused++;
                await(served, "\"refused\"", refused);
                assertThat(served.post("/v1/rank", REQUEST).text()).isEqualTo(before);
            }
            Files.delete(file);
            await(served, "\"refused\"", 4);
            assertThat(served.post("/v1/rank", REQUEST).text()).isEqualTo(before);
            assertThat(served.get("/readyz").status()).isEqualTo(200);
            assertThat(served.get("/metrics").text()).contains("result=\"refused\"} 4");
            Files.createSymbolicLink(file, file.getFileName()); // leads to itself
            await(served, "\"refused\"", 5);
            Thread.sleep(20 * QUICK.reloadEvery().toMillis());
            assertThat(served.get("/metrics").text()).contains("result=\"refused\"} 5");
            Files.delete(file);
            await(served, "\"refused\"", 6);
            put(good, file);
            await(served, "\"reloaded\"", 1);
            assertThat(served.post("/v1/rank", REQUEST).text()).isEqualTo(before);
        }
    }
}
