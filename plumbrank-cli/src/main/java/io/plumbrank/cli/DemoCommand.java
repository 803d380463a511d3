package io.plumbrank.cli;

import io.plumbrank.data.LetorWriter;
import io.plumbrank.data.QuerySource;
import io.plumbrank.measure.Measure;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.ModelFile;
import io.plumbrank.model.RankerModel;
import io.plumbrank.model.RankerTrainer;
import io.plumbrank.surrogate.SurrogateSpec;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.RankingTarget;
import io.plumbrank.target.RankingTargets;
import io.plumbrank.theory.AmbiguousSearch;
import io.plumbrank.theory.AmbiguousSearch.Instance;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbrank demo}: the main job on a generated problem whose best ranking is known. */
@Command(
        name = "demo",
        description =
                "Trains rankers for NDCG@10 on a generated search problem, and compares them with the best there is.",
        sortOptions = false)
final class DemoCommand implements Callable<Integer> {
    private static final String MEASURE = "ndcg@10";
    private static final int ITEMS = 20;
    private static final int TRAIN = 1500;
    private static final int VALID = 500;
    private static final int TEST = 1000;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Keep the generated train.txt, valid.txt, test.txt and the model there; default: keep nothing.")
    @Nullable
    Path out;

    @Mixin
    CommonOptions common = new CommonOptions();

    /** One line of the table. */
    private record Line(String name, String promise, double measure) {}

    @Override
    public Integer call() throws IOException {
        common.refuse("--skip-bad");
        if (common.format == OutputFormat.CSV) {
            throw common.usage("demo prints table or json");
        }
        if (out != null) {
            return run(Files.createDirectories(out));
        }
        Path folder = Files.createTempDirectory("plumbrank-demo");
        try {
            return run(folder);
        } finally {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        }
    }

    private int run(Path folder) throws IOException {
        AmbiguousSearch search = new AmbiguousSearch(common.seed, ITEMS);
        Path train = folder.resolve("train.txt");
        Path valid = folder.resolve("valid.txt");
        write(train, search, TRAIN);
        write(valid, search, VALID);
        List<Instance> test = write(folder.resolve("test.txt"), search, TEST);
        MeasureSpec spec = MeasureSpec.parse(MEASURE);
        RankingTarget<double[]> target = RankingTargets.of(spec);
        Measure measure = spec.measure();
        List<Line> lines = new ArrayList<>();
        try (TerminalProgress progress = new TerminalProgress(common)) {
            for (String surrogate : List.of("auto", "ranknet", "listmle")) {
                RankerModel model = trainer(spec, surrogate)
                        .train(open(train), open(valid), progress)
                        .model();
                if (surrogate.equals("auto")) {
                    ModelFile.write(model, folder.resolve("model.json"));
                }
                String name =
                        surrogate.equals("auto") ? "auto: " + model.surrogate().text() : surrogate;
                String promise = model.guarantee().calibration().toString();
                lines.add(new Line(name, promise, mean(test, measure, instance -> model.scores(instance.judgedBy(0)))));
            }
        }
        lines.add(new Line("best possible", "", mean(test, measure, instance -> instance.expectedEncoding(target))));
        print(lines);
        return Exit.DONE;
    }

    private static List<Instance> write(Path file, AmbiguousSearch search, int queries) {
        List<Instance> instances = new ArrayList<>();
        try (LetorWriter writer = LetorWriter.create(file)) {
            for (int i = 0; i < queries; i++) {
                instances.add(search.next());
                writer.write(search.judge(instances.get(i)));
            }
            writer.commit();
        }
        return instances;
    }

    private QuerySource open(Path file) {
        return QuerySource.of(file, common.readOptions()).loaded();
    }

    private RankerTrainer trainer(MeasureSpec spec, String surrogate) {
        List<SurrogateSpec> surrogates =
                surrogate.equals("auto") ? RankerTrainer.automatic() : List.of(Surrogates.parse(surrogate));
        RankerTrainer trainer = RankerTrainer.of(spec).withSurrogates(surrogates);
        return trainer.withLearner(trainer.learner().withSeed(common.seed).withThreads(common.threads()));
    }

    private static double mean(List<Instance> test, Measure measure, Function<Instance, double[]> scores) {
        return test.stream()
                .mapToDouble(instance -> instance.expectedMeasure(measure, scores.apply(instance)))
                .average()
                .orElseThrow();
    }

    private void print(List<Line> lines) {
        double best = lines.get(lines.size() - 1).measure;
        if (common.format == OutputFormat.JSON) {
            Json.print(
                    common.out(),
                    json -> json.field("measure", MEASURE).field("best", best).array("rankers", rankers -> {
                        for (Line line : lines.subList(0, lines.size() - 1)) {
                            rankers.object(fields -> fields.field("surrogate", line.name)
                                    .field("calibrated", line.promise)
                                    .field("measure", line.measure)
                                    .field("regret", best - line.measure));
                        }
                    }));
            return;
        }
        PrintWriter print = common.out();
        print.println("A search problem with known answers: " + TRAIN + " queries of " + ITEMS
                + " documents, each judged by");
        print.println("one user of several who mean different things. The same linear model, fitted to three losses:");
        print.println();
        TextTable table = new TextTable("loss", "calibrated", ">expected " + MEASURE, ">below the best");
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
            print.println("Data and model: " + out);
        }
        print.println(
                "Your own data:  plumbrank train --measure ndcg@10 --train train.txt --valid valid.txt --out model.json");
        print.println("                plumbrank eval --model model.json --data test.txt --measures ndcg@10,map");
    }
}
