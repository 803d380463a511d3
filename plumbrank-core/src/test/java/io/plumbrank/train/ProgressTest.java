package io.plumbrank.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.surrogate.Surrogates;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of long work: in which unit, how much there is of it, and that it moves. */
class ProgressTest {
    @TempDir
    Path folder;

    private static final class Part {
        private final String name;
        private final String unit;
        private final long total;
        private final List<Long> done = new ArrayList<>();

        Part(String name, String unit, long total) {
            this.name = name;
            this.unit = unit;
            this.total = total;
        }

        long last() {
            return done.get(done.size() - 1);
        }
    }

    private static final class Recorded implements Progress {
        private final List<Part> parts = new ArrayList<>();

        @Override
        public void begin(String part, String unit, long total) {
            parts.add(new Part(part, unit, total));
        }

        @Override
        public void at(long done) {
            parts.get(parts.size() - 1).done.add(done);
        }

        Part part(String name) {
            return parts.stream()
                    .filter(part -> part.name.equals(name))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private String letor(int queries) {
        StringBuilder text = new StringBuilder();
        for (int q = 0; q < queries; q++) {
            for (int i = 0; i < 5; i++) {
                text.append((q * 7 + i * i) % 3)
                        .append(" qid:" + q + " 1:" + (i * 13 + q * 5) % 17 + " 2:" + (i + q * 3) % 7 + "\n");
            }
        }
        return text.toString();
    }

    private Recorded train(String surrogate) throws IOException {
        QuerySource data = QuerySource.of(Files.writeString(folder.resolve("train.txt"), letor(40)))
                .loaded();
        Recorded recorded = new Recorded();
        ItemTask task = ItemTask.of(MeasureSpec.parse("ndcg@3")).withSurrogates(Surrogates.parse(surrogate));
        Trainer.of(task).withLearner(FeatureLearner.linear()).train(data, null, recorded);
        return recorded;
    }

    @Test
    void rowsOfWhatIsInMemoryAreCountedToTheirTotal() throws IOException {
        Recorded recorded = train("squared");
        for (String name : List.of("sum", "validate", "evaluate")) {
            Part part = recorded.part(name);
            assertThat(part.unit).isEqualTo(Progress.ROWS);
            assertThat(part.total).isEqualTo(200);
            assertThat(part.done).isSorted();
            assertThat(part.last()).isEqualTo(200);
        }
    }

    @Test
    void descentMovesIterationByIterationAndEndsAtItsTotal() throws IOException {
        Recorded recorded = train("logistic");
        Part fit = recorded.part("fit");
        assertThat(fit.unit).isEqualTo("iterations");
        assertThat(fit.done).isSorted().hasSizeGreaterThan(20);
        assertThat(fit.done.subList(0, 3)).containsExactly(1L, 2L, 3L);
        assertThat(fit.last()).isEqualTo(fit.total);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain.txt", "packed.txt.gz", "plain.csv", "packed.csv.gz"})
    void theShareOfAFilesBytesGrowsToTheWhole(String name) throws IOException {
        StringBuilder text = new StringBuilder();
        if (name.contains(".csv")) {
            text.append("label,query,a\n");
            for (int i = 0; i < 200_000; i++) {
                text.append(i % 3)
                        .append(',')
                        .append(i / 10)
                        .append(',')
                        .append(i * 31 % 1009)
                        .append('\n');
            }
        } else {
            text.append(letor(40_000));
        }
        Path file = folder.resolve(name);
        try (OutputStream raw = Files.newOutputStream(file);
                OutputStream out = name.endsWith(".gz") ? new GZIPOutputStream(raw) : raw) {
            out.write(text.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        List<Double> shares = new ArrayList<>();
        QuerySource.of(file, new ReadOptions(1, 0).followedBy(shares::add)).visit(query -> {});
        assertThat(shares).isSorted().hasSizeGreaterThan(1).allMatch(share -> share > 0 && share <= 1);
        assertThat(shares.get(shares.size() - 1)).isEqualTo(1.0);
    }
}
