package io.plumbrank.cli.train;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.cli.options.FileOption;
import io.plumbrank.cli.options.Refused;
import io.plumbrank.cli.options.TerminalProgress;
import io.plumbrank.cli.output.Json;
import io.plumbrank.cli.output.OutputFormat;
import io.plumbrank.cli.output.TextTable;
import io.plumbrank.cli.output.Texts;
import io.plumbrank.data.Dataset;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.write.LetorWriter;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Model;
import io.plumbrank.model.Ranker;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.theory.consistency.AmbiguousSearch;
import io.plumbrank.theory.consistency.KnownProblem;
import io.plumbrank.theory.consistency.KnownQuery;
import io.plumbrank.train.Trainer;
import io.plumbrank.util.internal.AtomicOutput;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbrank demo}: the main job on a generated problem whose best ranking is known. */
@Refused(options = "--skip-bad", csv = true)
@Command(
        name = "demo",
        description =
                "Trains rankers for NDCG@10 on a generated search problem, and compares them with the best there is.",
        sortOptions = false)
public final class DemoCommand implements Callable<Integer> {
    private static final int ITEMS = 20;
    private static final int TRAIN = 1500;
    private static final int VALID = 500;
    private static final int TEST = 1000;

    @FileOption(written = true)
    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Write the generated train.txt, valid.txt and test.txt there.")
    @Nullable
    Path out;

    @Mixin
    CommonOptions common = new CommonOptions();

    /** One line of the table. */
    private record Line(String name, String promise, double measure) {}

    @Override
    public Integer call() throws IOException {
        if (out != null) {
            AtomicOutput.probe(Files.createDirectories(out).resolve("train.txt"));
        }
        KnownProblem problem = new AmbiguousSearch(common.seed, ITEMS);
        SplittableRandom users = new SplittableRandom(common.seed).split();
        Dataset train = KnownProblem.judged(problem.next(TRAIN), users);
        Dataset valid = KnownProblem.judged(problem.next(VALID), users);
        List<KnownQuery> test = problem.next(TEST);
        Map<String, Model> models = new LinkedHashMap<>();
        try (TerminalProgress progress = new TerminalProgress(common)) {
            for (String surrogate : List.of("auto", "ranknet", "listmle")) {
                QuerySource trainData = QuerySource.of("train.txt", train);
                QuerySource validData = QuerySource.of("valid.txt", valid);
                Model model =
                        trainer(surrogate).train(trainData, validData, progress).model();
                models.put(surrogate, model);
            }
        }
        if (out != null) {
            LetorWriter.write(out.resolve("train.txt"), train);
            LetorWriter.write(out.resolve("valid.txt"), valid);
            LetorWriter.write(out.resolve("test.txt"), KnownProblem.judged(test, users));
        }
        print(lines(models, test));
        return Exit.DONE;
    }

    /** Read when it is needed, since measures may come from outside, and every command would load them. */
    private static MeasureSpec measure() {
        return MeasureSpec.parse("ndcg@10");
    }

    private static List<Line> lines(Map<String, Model> models, List<KnownQuery> test) {
        List<Line> lines = new ArrayList<>();
        models.forEach((surrogate, model) -> {
            String name = surrogate.equals("auto") ? "auto: " + model.task().surrogate() : surrogate;
            Ranker ranker = model.predictor().as(Ranker.class).orElseThrow();
            String promise = model.guarantee().calibration().toString();
            double reached = KnownProblem.expected(test, measure(), query -> ranker.scores(query.unjudged()));
            lines.add(new Line(name, promise, reached));
        });
        lines.add(new Line("best possible", "", KnownProblem.best(test, measure())));
        return lines;
    }

    private Trainer<?> trainer(String surrogate) {
        ItemTask auto = ItemTask.of(measure());
        return Trainer.of(surrogate.equals("auto") ? auto : auto.withSurrogates(Surrogates.parse(surrogate)))
                .withLearner(FeatureLearner.linear())
                .withSettings(Settings.defaults().withSeed(common.seed).withThreads(common.threads()));
    }

    private void print(List<Line> lines) {
        double best = lines.get(lines.size() - 1).measure;
        if (common.format == OutputFormat.JSON) {
            Json.print(
                    common.out(),
                    json -> json.field("measure", measure().typed())
                            .field("best", best)
                            .array(
                                    "rankers",
                                    lines.subList(0, lines.size() - 1),
                                    (fields, line) -> fields.field("surrogate", line.name)
                                            .field("calibrated", line.promise)
                                            .field("measure", line.measure)
                                            .field("regret", best - line.measure)));
            return;
        }
        PrintWriter print = common.out();
        print.println("A search problem with known answers: " + TRAIN + " queries of " + ITEMS
                + " documents, each judged by");
        print.println("one user of several who mean different things. The same linear model, fitted to three losses:");
        print.println();
        TextTable table =
                new TextTable("loss", "calibrated", ">expected " + measure().typed(), ">below the best");
        for (Line line : lines) {
            table.row(line.name, line.promise, Texts.fixed(line.measure), Texts.fixed(best - line.measure));
        }
        table.print(print);
        print.println();
        print.println("Expectations are exact, over all users of " + TEST
                + " fresh queries. The uncalibrated losses learn what");
        print.println("most users would click, and the measure rewards what some users need.");
        print.println();
        if (out != null) {
            print.println("The data are in " + out + ".");
        }
        print.println(
                "Your own data:  plumbrank train --measure ndcg@10 --train train.txt --valid valid.txt --out model.json");
        print.println("                plumbrank eval --model model.json --data test.txt --measures ndcg@10,map");
    }
}
