package io.plumbrank.cli.models;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.options.CsvColumnOptions;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.cli.options.FeatureBaseOption;
import io.plumbrank.cli.options.TopOption;
import io.plumbrank.cli.output.Json;
import io.plumbrank.cli.output.TextTable;
import io.plumbrank.cli.output.Texts;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.explain.ScoreDifference;
import io.plumbrank.explain.ScoreDifference.Feature;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.Ranker;
import io.plumbrank.model.RowPredictor;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.DidYouMean;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbrank why}. */
@Command(
        name = "why",
        description =
                "Shows why a ranker puts one item of a query above another, or why a model puts one label or prediction before"
                        + " another for a row, feature by feature.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  plumbrank why --model ranker.json --data new.txt --query 7",
            "  plumbrank why --model ranker.json --data new.csv --query 7 --above doc12 --below 3",
            "  plumbrank why --model labels.json --data new.csv --query 12 --above by_train --below by_car"
        })
public final class WhyCommand implements Callable<Integer> {
    @Option(
            names = "--model",
            required = true,
            paramLabel = "MODEL",
            description = "What plumbrank train wrote, or a ranker of XGBoost.")
    Path model = Path.of("");

    @Option(
            names = "--data",
            required = true,
            paramLabel = "FILE",
            description = "CSV with a header, or LETOR text (plain or .gz). Labels do not matter.")
    Path data = Path.of("");

    @Option(
            names = "--query",
            required = true,
            paramLabel = "Q",
            description =
                    "Name of the query in the data; with a model that predicts for rows, the number of the row, from 1.")
    String query = "";

    @Option(
            names = "--above",
            paramLabel = "A",
            description =
                    "The one item, by its name, or by its number in the query from 1; default: the first by score.")
    @Nullable
    String above;

    @Option(
            names = "--below",
            paramLabel = "B",
            description = "The other item, named in the same way; default: the second by score.")
    @Nullable
    String below;

    @Mixin
    TopOption top = new TopOption();

    @Mixin
    FeatureBaseOption featureBase = new FeatureBaseOption();

    @Mixin
    Columns csv = new Columns();

    @Mixin
    CommonOptions common = new CommonOptions();

    /** CSV columns, where {@code --query} is taken. */
    static final class Columns extends CsvColumnOptions {
        @Option(
                names = "--query-column",
                paramLabel = "COLUMN",
                description = "CSV column of the query; default: query or qid.")
        @Nullable
        String column;

        @Override
        @Nullable
        protected String query() {
            return column;
        }

        @Override
        protected String queryOption() {
            return "--query-column";
        }
    }

    /** An item of a query and its place in the ranking, both from 0. */
    private record Ranked(Query query, int item, int position) {
        String name() {
            return query.itemId(item);
        }
    }

    @Override
    public Integer call() {
        if ((above == null) != (below == null)) {
            throw common.usage("give both --above and --below, or neither for the first two of the ranking");
        }
        int most = top.most(common);
        Predictor read = featureBase.fitted(Predictor.read(model), model, csv.isCsv(data, common), common);
        Optional<Ranker> ofItems = read.as(Ranker.class);
        if (ofItems.isEmpty()) {
            RowPredictor ofRows = read.as(RowPredictor.class)
                    .orElseThrow(() -> new InputException(
                            model.toString(), 0, read.words(), "a ranker, or a model that predicts for rows"));
            new RowWhy(ofRows, model, query, common)
                    .print(csv.open(data, read.reading(), read.featureNames(), common), above, below, most);
            return Exit.DONE;
        }
        Ranker ranker = ofItems.get();
        requireScores(ranker, model, common);
        QuerySource source = ranker.watching(csv.open(data, ranker.reading(), ranker.featureNames(), common));
        ranker.requireFeaturesOf(source);
        Query found = find(source);
        common.noteSkipped(source);
        Ranking ranking = ranker.rank(found);
        if (above == null && found.size() < 2) {
            throw common.usage(
                    "query " + InputException.quote(query) + " has a single item, and nothing to compare it with");
        }
        int first = above == null ? ranking.itemAt(0) : item(found, above);
        int second = below == null ? ranking.itemAt(1) : item(found, below);
        if (first == second) {
            throw common.usage("an item is not above itself; name two items, not "
                    + InputException.quote(found.itemId(first)) + " twice");
        }
        ScoreDifference why = common.checked(() -> ScoreDifference.of(ranker, found, first, second));
        List<Feature> shown = why.features().stream().limit(most).toList();
        Ranked one = new Ranked(found, first, ranking.positionOf(first));
        Ranked other = new Ranked(found, second, ranking.positionOf(second));
        switch (common.format) {
            case TABLE -> printTable(why, one, other, shown);
            case JSON -> printJson(why, one, other, shown);
            case CSV -> printCsv(shown);
        }
        return Exit.DONE;
    }

    /** Refuses a ranker that has no scores to explain. */
    static void requireScores(Predictor predictor, Path file, CommonOptions common) {
        if (predictor.as(Ranker.class).filter(Ranker::searches).isPresent()) {
            throw common.usage(file + " ranks by pairs and has no scores; give a ranker of another --surrogate");
        }
    }

    private Query find(QuerySource source) {
        List<String> names = new ArrayList<>();
        List<Query> found = new ArrayList<>();
        source.visit(candidate -> {
            names.add(candidate.id());
            if (candidate.id().equals(query)) {
                found.add(candidate);
            }
        });
        if (found.isEmpty()) {
            throw common.usage(
                    "no query " + InputException.quote(query) + " in " + data + DidYouMean.hint(query, names));
        }
        return found.get(0);
    }

    private int item(Query found, String name) {
        List<String> names =
                IntStream.range(0, found.size()).mapToObj(found::itemId).toList();
        int item = names.indexOf(name);
        if (item < 0 && name.matches("[1-9][0-9]{0,8}")) {
            item = Integer.parseInt(name) - 1;
        }
        if (item < 0 || item >= found.size()) {
            throw common.usage("no item " + InputException.quote(name) + " among the " + found.size() + " of query "
                    + InputException.quote(query) + DidYouMean.hint(name, names));
        }
        return item;
    }

    private void printTable(ScoreDifference why, Ranked first, Ranked second, List<Feature> shown) {
        PrintWriter out = common.out();
        TextTable items = new TextTable("item", ">rank", ">score");
        items.row(first.name(), Integer.toString(first.position + 1), Texts.fixed(why.above()));
        items.row(second.name(), Integer.toString(second.position + 1), Texts.fixed(why.below()));
        items.print(out);
        out.println();
        TextTable table = new TextTable("feature", ">" + first.name(), ">" + second.name(), ">adds to the difference");
        for (Feature feature : shown) {
            table.row(
                    feature.name(),
                    value(feature.above()),
                    value(feature.below()),
                    Texts.signed(feature.contribution()));
        }
        List<Feature> others =
                why.features().subList(shown.size(), why.features().size());
        if (!others.isEmpty()) {
            double sum = others.stream().mapToDouble(Feature::contribution).sum();
            table.row(others.size() + (others.size() == 1 ? " other" : " others"), "", "", Texts.signed(sum));
        }
        table.row("total", "", "", Texts.signed(why.difference()));
        table.print(out);
    }

    /** At most four decimals, where that leaves some digits. */
    static String value(float value) {
        if (Float.isNaN(value)) {
            return "missing";
        }
        boolean fixed = value == 0 || (Math.abs(value) >= 1e-3 && Float.isFinite(value));
        return fixed
                ? new BigDecimal(Float.toString(value))
                        .setScale(4, RoundingMode.HALF_EVEN)
                        .stripTrailingZeros()
                        .toPlainString()
                : Float.toString(value);
    }

    private void printJson(ScoreDifference why, Ranked first, Ranked second, List<Feature> shown) {
        Json.print(
                common.out(),
                json -> json.field("model", model.toString())
                        .field("query", query)
                        .object("above", fields -> item(first, why.above(), fields))
                        .object("below", fields -> item(second, why.below(), fields))
                        .field("difference", why.difference())
                        .array(
                                "features",
                                shown,
                                (fields, feature) -> fields.field("feature", feature.name())
                                        .field("above", shortest(feature.above()))
                                        .field("below", shortest(feature.below()))
                                        .field("contribution", feature.contribution())));
    }

    /** A double that prints as the float does. */
    static double shortest(float value) {
        return Double.parseDouble(Float.toString(value));
    }

    private static void item(Ranked ranked, double score, Json json) throws IOException {
        json.field("item", ranked.name()).field("rank", ranked.position + 1).field("score", score);
    }

    private void printCsv(List<Feature> shown) {
        common.out().println("feature,above,below,contribution");
        for (Feature feature : shown) {
            common.out()
                    .println(Texts.csv(feature.name()) + "," + csvValue(feature.above()) + ","
                            + csvValue(feature.below()) + "," + feature.contribution());
        }
    }

    static String csvValue(float value) {
        return Float.isNaN(value) ? "" : Float.toString(value);
    }
}
