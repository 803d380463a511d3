package io.plumbrank.cli;

import io.plumbrank.data.LabelRankings.Row;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.model.LabelRankingModel;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The predictions of a model that ranks labels as text. */
final class LabelRankingOutput {
    private LabelRankingOutput() {}

    /** @param tsv labels joined by {@code >}, best first; else JSON, a document a line */
    static void write(LabelRankingModel model, QuerySource source, boolean tsv, Consumer<String> text) {
        if (tsv) {
            text.accept("row\tranking\n");
        }
        List<Row> rows = model.instances(source).rows();
        for (int row = 0; row < rows.size(); row++) {
            List<String> best = names(model, model.rank(rows.get(row).features()));
            text.accept(
                    tsv
                            ? (row + 1) + "\t" + String.join(">", best) + "\n"
                            : "{\"row\":" + (row + 1) + ",\"ranking\":["
                                    + best.stream().map(Json::quoted).collect(Collectors.joining(",")) + "]}\n");
        }
    }

    private static List<String> names(LabelRankingModel model, Ranking ranking) {
        return IntStream.range(0, ranking.size())
                .mapToObj(position -> model.labels().get(ranking.itemAt(position)))
                .toList();
    }
}
