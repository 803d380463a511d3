package io.plumbrank.cli.theory;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.cli.options.FileOption;
import io.plumbrank.cli.options.Refused;
import io.plumbrank.cli.options.TerminalProgress;
import io.plumbrank.cli.output.CurvePlot;
import io.plumbrank.cli.output.Json;
import io.plumbrank.cli.output.Picture;
import io.plumbrank.cli.output.TextTable;
import io.plumbrank.cli.output.Texts;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.kind.pairs.PairTask;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.theory.consistency.AmbiguousSearch;
import io.plumbrank.theory.consistency.ConsistencyExperiment;
import io.plumbrank.theory.consistency.ConsistencyExperiment.Point;
import io.plumbrank.theory.consistency.KnownProblem;
import io.plumbrank.theory.consistency.RiskyItems;
import io.plumbrank.theory.consistency.TypedItems;
import io.plumbrank.train.Trainer;
import io.plumbrank.util.internal.AtomicOutput;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbrank consistency}. */
@Refused(options = "--skip-bad")
@Command(
        name = "consistency",
        description =
                "Measures how far rankers are from the best possible as training data grow, on problems with known p(y|x).",
        sortOptions = false,
        footer = {
            "",
            "Problems: items (4 items, relevance depends on the item alone; the default), search (20 documents, users who",
            "  mean different things), circle (4 items, expected preferences run in a circle), company (4 items, some of",
            "  which are relevant only beside others).",
            "Example:",
            "  plumbrank consistency --surrogate pairwise-squared,ranknet --queries 100,1000,10000 --plot curve.svg"
        })
public final class ConsistencyCommand implements Callable<Integer> {
    @Option(
            names = "--problem",
            paramLabel = "P",
            defaultValue = "items",
            description = "items, search, circle or company; default ${DEFAULT-VALUE}.")
    String problem = "";

    @Option(
            names = "--measure",
            paramLabel = "M",
            defaultValue = "dcg@2",
            description = "The measure; default ${DEFAULT-VALUE}.")
    String measure = "";

    @Option(
            names = "--surrogate",
            paramLabel = "S,S…",
            description =
                    "Surrogates to compare, pairs among them; default squared,pairwise-squared,logistic,ranknet,listmle.")
    String surrogates = "squared,pairwise-squared,logistic,ranknet,listmle";

    @Option(
            names = "--queries",
            split = ",",
            paramLabel = "N",
            description = "How many to train on, each in turn; default 100,1000,10000.")
    List<Integer> queries = List.of(100, 1000, 10000);

    @Option(
            names = "--repeats",
            paramLabel = "N",
            defaultValue = "3",
            description = "How often, with fresh data; default ${DEFAULT-VALUE}.")
    int repeats;

    @Option(
            names = "--features",
            paramLabel = "D",
            defaultValue = "100",
            description = "Random Fourier features of the model, 0 for a linear one; default ${DEFAULT-VALUE}.")
    int features;

    @FileOption(written = true)
    @Option(names = "--plot", paramLabel = "FILE", description = "Draw the curves into an .svg or .png file.")
    @Nullable
    Path plot;

    @Mixin
    CommonOptions common = new CommonOptions();

    @Override
    public Integer call() throws IOException {
        if (plot != null && !Picture.canWrite(plot)) {
            throw common.usage("--plot writes .svg and .png, not " + plot);
        }
        if (plot != null) {
            AtomicOutput.probe(plot);
        }
        List<String> texts = Surrogates.split(surrogates);
        ConsistencyExperiment experiment = common.checked(() -> {
            texts.stream().filter(text -> !isPairs(text)).forEach(Surrogates::parse);
            MeasureSpec spec = MeasureSpec.parse(measure);
            if (hasPairs()) {
                PairTask.of(spec); // so that a measure without pairs is refused at once
            }
            Settings settings = Settings.defaults().withSeed(common.seed).withThreads(common.threads());
            Trainer<?> trainer =
                    Trainer.of(ItemTask.of(spec)).withLearner(learner()).withSettings(settings);
            return new ConsistencyExperiment(problem(), spec, trainer, queries, repeats, 2000);
        });
        List<List<Point>> curves = new ArrayList<>();
        try (TerminalProgress progress = new TerminalProgress(common)) {
            for (String text : texts) {
                curves.add(
                        isPairs(text) ? experiment.curveOfPairs(progress) : experiment.curve(text.strip(), progress));
            }
        }
        print(curves);
        if (plot != null) {
            CurvePlot.write(curves, "expected " + distance(), plot);
        }
        return Exit.DONE;
    }

    /** The heading: a loss is measured above the best. */
    private String distance() {
        return measure + (MeasureSpec.parse(measure).largerIsBetter() ? " below" : " above") + " the best";
    }

    private boolean hasPairs() {
        return Surrogates.split(surrogates).stream().anyMatch(ConsistencyCommand::isPairs);
    }

    private FeatureLearner learner() {
        return features == 0 ? FeatureLearner.linear() : FeatureLearner.fourier(features);
    }

    private LongFunction<KnownProblem> problem() {
        return switch (problem.strip().toLowerCase(Locale.ROOT)) {
            case "items" -> seed -> new RiskyItems(seed, 4);
            case "search" -> seed -> new AmbiguousSearch(seed, 20);
            case "circle" -> TypedItems::circle;
            case "company" -> TypedItems::company;
            default -> throw common.usage("--problem is items, search, circle or company, not '" + problem + "'");
        };
    }

    private void print(List<List<Point>> curves) {
        PrintWriter out = common.out();
        switch (common.format) {
            case TABLE -> {
                String[] header = new String[queries.size() + 1];
                header[0] = "surrogate";
                for (int i = 0; i < queries.size(); i++) {
                    header[i + 1] = ">n = " + queries.get(i);
                }
                TextTable table = new TextTable(header);
                for (List<Point> curve : curves) {
                    String[] row = new String[header.length];
                    row[0] = curve.get(0).surrogate();
                    for (int i = 0; i < curve.size(); i++) {
                        Point point = curve.get(i);
                        row[i + 1] = Texts.fixed(point.excess())
                                + (Double.isNaN(point.standardError())
                                        ? ""
                                        : " ± " + Texts.fixed(point.standardError()));
                    }
                    table.row(row);
                }
                out.println("Expected " + distance() + ", mean of " + repeats + " with its standard error:");
                out.println();
                table.print(out);
            }
            case CSV -> {
                out.println("surrogate,queries,excess,standardError");
                curves.forEach(curve ->
                        curve.forEach(point -> out.println(Texts.csv(point.surrogate()) + "," + point.queries() + ","
                                + point.excess() + ","
                                + (Double.isNaN(point.standardError()) ? "" : point.standardError()))));
            }
            case JSON ->
                Json.print(
                        out,
                        json -> json.field("measure", measure)
                                .field("problem", problem)
                                .array("points", array -> {
                                    for (List<Point> curve : curves) {
                                        for (Point point : curve) {
                                            array.object(fields -> fields.field("surrogate", point.surrogate())
                                                    .field("queries", point.queries())
                                                    .field("excess", point.excess())
                                                    .field("standardError", point.standardError()));
                                        }
                                    }
                                }));
        }
    }

    private static boolean isPairs(String surrogate) {
        return surrogate.strip().equalsIgnoreCase("pairs");
    }
}
