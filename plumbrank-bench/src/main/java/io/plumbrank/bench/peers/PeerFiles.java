package io.plumbrank.bench.peers;

import ciir.umass.edu.features.FeatureManager;
import ciir.umass.edu.learning.RankList;
import io.plumbrank.bench.rows.RankingRows;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of one fold, dense LETOR text, each as the tool that asks for it wants it.
 *
 * @param train to fit to
 * @param valid to choose by
 * @param test to be ranked
 * @param threads how many a tool may have
 */
public record PeerFiles(Rows train, Rows valid, Rows test, int threads) {
    public static PeerFiles of(Path train, Path valid, Path test, int threads) {
        return new PeerFiles(new Rows(train), new Rows(valid), new Rows(test), threads);
    }

    /** Queries in memory, for tools that read no file. */
    public static PeerFiles of(List<Query> train, List<Query> valid, List<Query> test, int threads) {
        int inputs = Stream.of(train, valid, test)
                .flatMap(List::stream)
                .mapToInt(Query::featureCount)
                .max()
                .orElseThrow();
        return new PeerFiles(new Rows(train, inputs), new Rows(valid, inputs), new Rows(test, inputs), threads);
    }

    /** A file, read when it is first asked for in one form or another. */
    public static final class Rows {
        private final @Nullable Path file;
        private @Nullable RankingRows dense;
        private @Nullable List<Query> queries;
        private @Nullable List<RankList> lists;

        Rows(Path file) {
            this.file = file;
        }

        Rows(List<Query> known, int inputs) {
            this.file = null;
            this.queries = known;
            this.dense = RankingRows.of(known, inputs);
        }

        private Path file() {
            return Objects.requireNonNull(file, "these rows are in memory alone");
        }

        /** For our own trainer, which reads it as it wants to. */
        QuerySource source(int threads) {
            return QuerySource.of(file(), new ReadOptions(threads, 0));
        }

        /** As one array. */
        RankingRows dense() {
            RankingRows known = dense;
            if (known == null) {
                known = RankingRows.load(List.of(file()), 1);
                dense = known;
            }
            return known;
        }

        List<Query> queries() {
            List<Query> known = queries;
            if (known == null) {
                known = source(1).load().queries();
                queries = known;
            }
            return known;
        }

        /** As RankLib reads it. */
        List<RankList> lists() {
            List<RankList> known = lists;
            if (known == null) {
                known = FeatureManager.readInput(file().toString());
                lists = known;
            }
            return known;
        }

        /** Scores of queries one after another. */
        double[] scores(Function<Query, double[]> ranker) {
            int count = queries().stream().mapToInt(Query::size).sum();
            double[] scores = new double[count];
            int at = 0;
            for (Query query : queries()) {
                double[] own = ranker.apply(query);
                System.arraycopy(own, 0, scores, at, own.length);
                at += own.length;
            }
            return scores;
        }
    }
}
