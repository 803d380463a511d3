package io.plumbrank.votes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.ReadOptions;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.trec.TrecItems;
import io.plumbrank.trec.TrecRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RunFusionTest {
    @TempDir
    Path folder;

    private Collection<TrecItems> run(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        return new TrecRun(file, ReadOptions.defaults()).load();
    }

    /** Each line "query item score". */
    private Collection<TrecItems> lines(String name, String... lines) throws IOException {
        StringBuilder text = new StringBuilder();
        for (String line : lines) {
            String[] fields = line.split(" ");
            text.append(fields[0] + " Q0 " + fields[1] + " 1 " + fields[2] + " t\n");
        }
        return run(name, text.toString());
    }

    private static RunFusion.Fused only(RunFusion fusion, List<Collection<TrecItems>> runs) {
        List<List<TrecItems>> queries = RunFusion.byQuery(runs);
        assertThat(queries).hasSize(1);
        return fusion.fuse(queries.get(0));
    }

    @Test
    void reciprocalRanksAddUpByTheFormula() throws IOException {
        List<Collection<TrecItems>> runs =
                List.of(lines("a", "q a 9", "q b 8", "q c 7"), lines("b", "q c 0.3", "q a 0.2", "q d 0.1"));
        RunFusion.Fused fused = only(RunFusion.of(RunFusion.Rule.RRF), runs);
        assertThat(fused.items()).containsExactly("a", "c", "b", "d");
        double[] expected = {1 / 61.0 + 1 / 62.0, 1 / 63.0 + 1 / 61.0, 1 / 62.0, 1 / 63.0};
        for (int i = 0; i < 4; i++) {
            assertThat(fused.scores().get(i)).isCloseTo(expected[i], within(1e-15));
        }
        RunFusion.Fused sharp = only(new RunFusion(RunFusion.Rule.RRF, 0, 10, DecodeLimits.defaults()), runs);
        assertThat(sharp.scores().get(0)).isCloseTo(1 / 1.0 + 1 / 2.0, within(1e-15));
    }

    /** Random lists with ties in scores; ranks are counted anew here. */
    @Test
    void reciprocalRanksFollowTrecEvalsOrderOfTies() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        List<Collection<TrecItems>> runs = new ArrayList<>();
        Map<String, Double> expected = new HashMap<>();
        for (int number = 0; number < 4; number++) {
            Map<String, Integer> scores = new HashMap<>();
            for (int item = 0; item < 30; item++) {
                if (random.nextInt(3) > 0) {
                    scores.put("d" + item, random.nextInt(8));
                }
            }
            List<String> order = scores.keySet().stream()
                    .sorted(Comparator.<String, Integer>comparing(scores::get)
                            .thenComparing(Comparator.naturalOrder())
                            .reversed())
                    .toList();
            StringBuilder text = new StringBuilder();
            for (String item : new TreeSet<>(order)) {
                text.append("q Q0 " + item + " 0 " + scores.get(item) + " t\n");
                expected.merge(item, 1.0 / (60 + 1 + order.indexOf(item)), Double::sum);
            }
            runs.add(run("run" + number, text.toString()));
        }
        RunFusion.Fused fused = only(RunFusion.of(RunFusion.Rule.RRF), runs);
        assertThat(fused.items()).hasSize(expected.size());
        for (int i = 0; i < fused.items().size(); i++) {
            assertThat(fused.scores().get(i))
                    .isCloseTo(expected.get(fused.items().get(i)), within(1e-15));
            assertThat(i == 0 || fused.scores().get(i - 1) >= fused.scores().get(i))
                    .isTrue();
        }
    }

    @Test
    void bordasCountSharesWhatIsLeft() throws IOException {
        RunFusion.Fused fused = only(
                RunFusion.of(RunFusion.Rule.BORDA),
                List.of(lines("a", "q a 3", "q b 2"), lines("b", "q b 3", "q c 2", "q d 1")));
        // four items: a has 4 and a share of 1; b 3 and 4; c and d a share of 3 each, and 3 and 2
        assertThat(fused.items()).containsExactly("b", "a", "c", "d");
        assertThat(fused.scores()).containsExactly(7.0, 5.0, 4.5, 3.5);
    }

    /** Two of three runs agree on each pair of a > b > c; reciprocal ranks put c first, since one run has it far above. */
    @Test
    void kemenyFollowsMajoritiesInThePoolAndLeavesTheRest() throws IOException {
        List<Collection<TrecItems>> runs = List.of(
                lines("a", "q a 9", "q b 8", "q c 7", "q x 1"),
                lines("b", "q a 9", "q b 8", "q c 7", "q x 1"),
                lines("c", "q c 9", "q x 8", "q b 7", "q a 6"));
        RunFusion.Fused fused = only(new RunFusion(RunFusion.Rule.KEMENY, 0, 3, DecodeLimits.defaults()), runs);
        assertThat(fused.items()).containsExactly("a", "b", "c", "x");
        assertThat(fused.scores()).containsExactly(4.0, 3.0, 2.0, 1.0);
    }

    @Test
    void aQueryOfOneRunAloneKeepsItsOrder() throws IOException {
        List<List<TrecItems>> queries =
                RunFusion.byQuery(List.of(lines("a", "q1 a 2", "q1 b 1"), lines("b", "q2 c 5", "q2 d 6")));
        assertThat(queries).hasSize(2);
        for (RunFusion.Rule rule : RunFusion.Rule.values()) {
            assertThat(RunFusion.of(rule).fuse(queries.get(1)).items()).containsExactly("d", "c");
        }
    }

    /** The run that lacks the query has 2 + 1 points of two items left, which both share. */
    @Test
    void aRunThatLacksAQuerySharesItsPoints() throws IOException {
        List<List<TrecItems>> queries = RunFusion.byQuery(
                List.of(lines("a", "q1 a 2", "q1 b 1"), lines("b", "q2 c 5", "q2 d 6"), lines("c", "q1 b 3")));
        assertThat(RunFusion.of(RunFusion.Rule.BORDA).fuse(queries.get(1)).scores())
                .containsExactly(2 + 1.5 + 1.5, 1 + 1.5 + 1.5);
        // a: 2, 1.5, and 1 that run c leaves; b: 1, 1.5, 2
        assertThat(RunFusion.of(RunFusion.Rule.BORDA).fuse(queries.get(0)).scores())
                .containsExactly(4.5, 4.5);
    }

    /**
     * A collection of 60 queries with 40 items each, eight of them relevant, and four runs whose scores are relevance plus noise of
     * their own: what is fused has a larger mean average precision than the best of them.
     */
    @ParameterizedTest
    @EnumSource(RunFusion.Rule.class)
    void fusedRunsBeatTheBestSingleRun(RunFusion.Rule rule) throws IOException {
        SplittableRandom random = new SplittableRandom(11);
        int runs = 4;
        List<StringBuilder> texts = new ArrayList<>();
        for (int number = 0; number < runs; number++) {
            texts.add(new StringBuilder());
        }
        for (int query = 0; query < 60; query++) {
            for (int item = 0; item < 40; item++) {
                for (StringBuilder text : texts) {
                    double noise = random.nextDouble() + random.nextDouble() + random.nextDouble() - 1.5;
                    text.append("q" + query + " Q0 " + name(item) + " 0 " + ((item < 8 ? 0.7 : 0) + noise) + " t\n");
                }
            }
        }
        List<Collection<TrecItems>> read = new ArrayList<>();
        double best = 0;
        for (int number = 0; number < runs; number++) {
            Collection<TrecItems> run = run("r" + number, texts.get(number).toString());
            read.add(run);
            best = Math.max(best, meanAveragePrecision(RunFusion.of(RunFusion.Rule.RRF), List.of(run)));
        }
        assertThat(meanAveragePrecision(RunFusion.of(rule), read)).isGreaterThan(best + 0.05);
    }

    /** Relevant names are not the greater ones, by which ties are broken. */
    private static String name(int item) {
        return (item < 8 ? "r" : item % 2 == 0 ? "a" : "z") + item;
    }

    private static double meanAveragePrecision(RunFusion fusion, List<Collection<TrecItems>> runs) {
        List<List<TrecItems>> queries = RunFusion.byQuery(runs);
        double sum = 0;
        for (List<TrecItems> lists : queries) {
            List<String> items = fusion.fuse(lists).items();
            double precisions = 0;
            int relevant = 0;
            for (int i = 0; i < items.size(); i++) {
                if (items.get(i).startsWith("r")) {
                    relevant++;
                    precisions += (double) relevant / (i + 1);
                }
            }
            sum += precisions / 8 / queries.size();
        }
        return sum;
    }
}
