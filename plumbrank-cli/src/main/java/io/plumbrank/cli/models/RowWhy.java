package io.plumbrank.cli.models;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.output.Json;
import io.plumbrank.cli.output.TextTable;
import io.plumbrank.cli.output.Texts;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.explain.LabelDifference;
import io.plumbrank.explain.ScoreDifference.Feature;
import io.plumbrank.model.RankingPredictor.Contrast;
import io.plumbrank.model.RowPredictor;
import io.plumbrank.model.RowPredictor.Alternatives;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.DidYouMean;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says why a model puts one label or prediction before another for a row of the data. */
final class RowWhy {
    private final RowPredictor predictor;
    private final Alternatives all;
    private final Path model;
    private final String row;
    private final CommonOptions common;

    RowWhy(RowPredictor predictor, Path model, String row, CommonOptions common) {
        this.predictor = predictor;
        this.all = predictor.alternatives(model.toString());
        this.model = model;
        this.row = row;
        this.common = common;
    }

    /** The two and their places in the ranking, all from 0. */
    private record Two(int above, int below, Ranking ranking) {
        boolean isRankedSo() {
            return ranking.positionOf(above) < ranking.positionOf(below);
        }
    }

    void print(QuerySource source, @Nullable String above, @Nullable String below, int most) {
        List<float[]> rows = predictor.rows(predictor.watching(source));
        common.noteSkipped(source);
        float[] x = rows.get(number(rows.size(), source));
        Ranking ranking = common.checked(() -> all.rank(x));
        Two two = new Two(
                above == null ? ranking.itemAt(0) : label(above),
                below == null ? ranking.itemAt(1) : label(below),
                ranking);
        LabelDifference why =
                common.checked(() -> LabelDifference.of(predictor, x, Contrast.meanRow(rows), two.above, two.below));
        List<Feature> shown = why.features().stream().limit(most).toList();
        switch (common.format) {
            case TABLE -> printTable(why, two, shown);
            case JSON -> printJson(why, two, shown);
            case CSV -> printCsv(shown);
        }
    }

    private int number(int rows, QuerySource source) {
        int number = row.matches("[1-9][0-9]{0,8}") ? Integer.parseInt(row) : 0;
        if (number < 1 || number > rows) {
            throw common.usage("--query is the number of a row, from 1 to " + rows + " in " + source.file() + ", not "
                    + InputException.quote(row));
        }
        return number - 1;
    }

    private int label(String name) {
        int label = all.names().indexOf(name);
        if (label < 0) {
            throw common.usage("no " + all.word() + " " + InputException.quote(name) + " among "
                    + String.join(", ", all.names()) + DidYouMean.hint(name, all.names()));
        }
        return label;
    }

    private String name(int label) {
        return all.names().get(label);
    }

    private void printTable(LabelDifference why, Two two, List<Feature> shown) {
        PrintWriter out = common.out();
        TextTable labels = new TextTable(all.word(), ">rank");
        for (int label : new int[] {two.above, two.below}) {
            labels.row(name(label), Integer.toString(two.ranking.positionOf(label) + 1));
        }
        labels.print(out);
        out.println();
        TextTable table = new TextTable("feature", ">here", ">usual", ">adds to the margin");
        for (Feature feature : shown) {
            table.row(
                    feature.name(),
                    WhyCommand.value(feature.above()),
                    WhyCommand.value(feature.below()),
                    Texts.signed(feature.contribution()));
        }
        List<Feature> others =
                why.features().subList(shown.size(), why.features().size());
        if (!others.isEmpty()) {
            double sum = others.stream().mapToDouble(Feature::contribution).sum();
            table.row(others.size() + (others.size() == 1 ? " other" : " others"), "", "", Texts.signed(sum));
        }
        table.row("the usual row", "", "", Texts.signed(why.usual()));
        table.row("total", "", "", Texts.signed(why.margin()));
        table.print(out);
        if (why.margin() != 0 && why.margin() > 0 != two.isRankedSo()) {
            out.println("The two alone would stand the other way round; the other pairs outweigh them.");
        }
    }

    private void printJson(LabelDifference why, Two two, List<Feature> shown) {
        Json.print(
                common.out(),
                json -> json.field("model", model.toString())
                        .field("row", Long.parseLong(row))
                        .object(
                                "above",
                                fields -> fields.field(all.word(), name(two.above))
                                        .field("rank", two.ranking.positionOf(two.above) + 1))
                        .object(
                                "below",
                                fields -> fields.field(all.word(), name(two.below))
                                        .field("rank", two.ranking.positionOf(two.below) + 1))
                        .field("margin", why.margin())
                        .field("usual", why.usual())
                        .array(
                                "features",
                                shown,
                                (fields, feature) -> fields.field("feature", feature.name())
                                        .field("here", WhyCommand.shortest(feature.above()))
                                        .field("usual", WhyCommand.shortest(feature.below()))
                                        .field("contribution", feature.contribution())));
    }

    private void printCsv(List<Feature> shown) {
        common.out().println("feature,here,usual,contribution");
        for (Feature feature : shown) {
            common.out()
                    .println(Texts.csv(feature.name()) + "," + WhyCommand.csvValue(feature.above()) + ","
                            + WhyCommand.csvValue(feature.below()) + "," + feature.contribution());
        }
    }
}
