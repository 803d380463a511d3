package io.plumbrank.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.Plumbrank;
import io.plumbrank.data.QuerySource;
import io.plumbrank.kind.pairs.PairTask;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.learn.pairs.PairScores;
import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.learn.trees.TreePairs;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Model;
import io.plumbrank.model.ModelFile;
import io.plumbrank.server.Served.Answer;
import io.plumbrank.train.Trainer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Work that nobody waits for any more ends, so that two requests within all limits do not stop the service. */
class LateAnswersTest {
    private static final int WORKERS = 2;

    @TempDir
    static Path folder;

    private static Served served;

    @BeforeAll
    static void serve() {
        Model items = Plumbrank.forMeasure("ndcg")
                .withLearner(FeatureLearner.linear())
                .withSettings(Settings.defaults().withFolds(2))
                .train(QuerySource.of(Served.queries(1, 20)))
                .model();
        Model pairs = Trainer.of(PairTask.of(MeasureSpec.parse("pd")))
                .withLearner(FeatureLearner.linear())
                .withSettings(Settings.defaults().withFolds(2))
                .train(QuerySource.of(Served.queries(1, 20)))
                .model();
        served = new Served(
                List.of(
                        write("items", items, RowScorer.of(trees(3, 100, 9))),
                        write("pairs", pairs, new PairScores(null, new TreePairs(trees(9, 3000, 5), true)))),
                ServerSettings.local(0).withLimits(new Limits(16 << 20, 10_000, Duration.ofSeconds(1), WORKERS, 8)));
    }

    @AfterAll
    static void stop() {
        served.close();
    }

    private static ModelSource write(String name, Model like, InstanceScorer scorer) {
        Path file = folder.resolve(name + ".json");
        ModelFile.write(new Model(like.task(), scorer, like.lambda(), like.provenance()), file);
        return new ModelSource(name, file);
    }

    /** Full trees on random splits: it takes minutes to explain 10 000 items by a hundred of them. */
    private static TreeEnsemble trees(int inputs, int count, int depth) {
        SplittableRandom random = new SplittableRandom(7);
        int nodes = (2 << depth) - 1;
        List<TreeEnsemble.Member> members = new ArrayList<>();
        for (int t = 0; t < count; t++) {
            int[] features = new int[nodes];
            float[] numbers = new float[nodes];
            float[] covers = new float[nodes];
            for (int node = 0; node < nodes; node++) {
                features[node] = node < nodes / 2 ? random.nextInt(inputs) : RegressionTree.LEAF;
                numbers[node] = (float) random.nextDouble(-1, 1);
                covers[node] = nodes / (node + 1f);
            }
            members.add(new TreeEnsemble.Member(
                    0, 1, RegressionTree.of(features, numbers, new boolean[nodes], new float[nodes], covers)));
        }
        return TreeEnsemble.of(inputs, new float[1], members);
    }

    @ParameterizedTest
    @CsvSource({"items, 10000", "pairs, 1000"})
    @Timeout(120)
    void workersAreFreeSoonAfterTheLimit(String model, int items) throws Exception {
        String body = Served.items(items, 3)
                .replace("{", "{\"model\":\"" + model + "\"," + (model.equals("items") ? "\"explain\":true," : ""));
        List<CompletableFuture<Answer>> asked = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            asked.add(CompletableFuture.supplyAsync(() -> rank(body)));
        }
        for (CompletableFuture<Answer> answer : asked) {
            assertThat(answer.get().status()).as(answer.get().text()).isEqualTo(504);
            assertThat(answer.get().code()).isEqualTo("time_limit");
        }
        for (int tries = 0; !served.get("/metrics").text().contains("plumbrank_workers_busy 0"); tries++) {
            assertThat(tries).as("looks at workers that are still busy").isLessThan(200);
            Thread.sleep(50);
        }
        assertThat(rank("{\"model\":\"items\",\"matrix\":[[1,2,3],[3,2,1]]}").status())
                .isEqualTo(200);
        assertThat(served.logged()).doesNotContain("fault");
    }

    private static Answer rank(String body) {
        try {
            return served.post("/v1/rank", body);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Of 10 s for two queries the first has 4 s, whatever part of them scoring takes. */
    @Test
    void whatScoringTakesIsLostToTheDecoder() {
        long second = 1_000_000_000L;
        long[] scoring = {0, 1, 3, 4, 7};
        assertThat(Arrays.stream(scoring)
                        .map(taken -> Answers.decoding(-second, taken * second - second, 9 * second, 2)
                                .toSeconds())
                        .toArray())
                .containsExactly(4, 3, 1, 0, 0);
    }
}
