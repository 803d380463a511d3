package io.plumbrank.data.preferences;

import io.plumbrank.data.Dataset;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Label rankings as queries, so that what evaluates rankings of items evaluates rankings of labels. */
final class LabelQueries implements QuerySource {
    private final LabelRankings rankings;

    LabelQueries(LabelRankings rankings) {
        this.rankings = rankings;
    }

    @Override
    public Path file() {
        return rankings.source().file();
    }

    @Override
    public void visit(Consumer<Query> visitor) {
        for (int row = 0; row < rankings.rows().size(); row++) {
            if (rankings.rows().get(row).known() >= 2) {
                visitor.accept(query(row));
            }
        }
    }

    private Query query(int number) {
        LabelRankings.Row row = rankings.rows().get(number);
        int[] known =
                IntStream.range(0, row.positions().length).filter(row::isKnown).toArray();
        double last = IntStream.of(known)
                .mapToDouble(label -> row.positions()[label])
                .max()
                .orElse(0);
        double[] grades = IntStream.of(known)
                .mapToDouble(label -> last - row.positions()[label])
                .toArray();
        float[][] features = new float[known.length][];
        Arrays.fill(features, row.features());
        return Query.of(Integer.toString(number + 1), grades, features)
                .withItemIds(
                        IntStream.of(known).mapToObj(rankings.labels()::get).toList())
                .withWeight(row.weight());
    }

    @Override
    public Dataset load() {
        List<Query> queries = new ArrayList<>();
        visit(queries::add);
        return new Dataset(queries, rankings.featureNames());
    }

    @Override
    public List<String> notes() {
        int filled = rankings.filledRows();
        return filled == 0
                ? List.of()
                : List.of(file() + ": in " + filled + (filled == 1 ? " row" : " rows")
                        + " missing labels count as tied below the known ones, as in training");
    }

    @Override
    public long skippedLines() {
        return rankings.source().skippedLines();
    }

    @Override
    public List<String> featureNames() {
        return rankings.featureNames();
    }

    @Override
    public int featureIndex(String name) {
        int index = rankings.featureNames().indexOf(name);
        if (index < 0) {
            throw new InputException(
                    file().toString(), 1, "no feature " + InputException.quote(name), "the name of a feature");
        }
        return index;
    }
}
