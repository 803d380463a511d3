package io.plumbrank.cli.experiments;

import io.plumbrank.cli.experiments.ExperimentFile.Entry;
import io.plumbrank.cli.experiments.ExperimentFile.Fold;
import io.plumbrank.cli.experiments.ExperimentRuns.Trained;
import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.cli.options.FileOption;
import io.plumbrank.cli.options.Refused;
import io.plumbrank.cli.options.TerminalProgress;
import io.plumbrank.cli.output.CurvePlot;
import io.plumbrank.cli.output.OutputFormat;
import io.plumbrank.cli.output.Picture;
import io.plumbrank.evaluate.Evaluation;
import io.plumbrank.learn.Settings;
import io.plumbrank.theory.movielens.MovieLensExperiment;
import io.plumbrank.theory.movielens.MovieLensSetting;
import io.plumbrank.theory.movielens.Ratings;
import io.plumbrank.util.internal.AtomicOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plumbrank experiment}. */
@Refused(options = "--skip-bad")
@Command(
        name = "experiment",
        description = "Repeats an experiment and prints its results beside the expected ones.",
        sortOptions = false,
        footer = {
            "",
            "movielens is Table 1 of Duchi, Mackey and Jordan (2010): losses on pairs of MovieLens ratings, three of the",
            "  paper and some of ours. --data is the folder of MovieLens 100K, with u.data and u.item.",
            "FILE.toml names data, folds, models with the options of train, measures and expected means; see",
            "  docs/experiments.md. What was trained is kept in --cache, so that a run that was stopped goes on.",
            "Example:",
            "  plumbrank experiment movielens --data ml-100k --plot table1.svg"
        })
public final class ExperimentCommand implements Callable<Integer> {
    private static final String MOVIELENS = "movielens";

    @FileOption
    @Parameters(paramLabel = "WHAT", description = "movielens, or a .toml file.")
    String what = "";

    @FileOption
    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "The folder with the data; default for a file: the folder where it is.")
    @Nullable
    Path data;

    @Option(
            names = "--verify",
            description = "With a file: end with 1 if a mean is further from what is expected than its tolerance.")
    boolean verify;

    @FileOption(written = true)
    @Option(
            names = "--cache",
            paramLabel = "DIR",
            description = "With a file: where trained models are kept; default: the file's name and .cache.")
    @Nullable
    Path cache;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "" + MovieLensExperiment.RUNS,
            description = "With movielens: how many runs; default ${DEFAULT-VALUE}.")
    int runs;

    @Option(
            names = "--sizes",
            split = ",",
            paramLabel = "N",
            description = "With movielens: numbers of training pairs; default 20000,40000,80000,120000,160000.")
    List<Integer> sizes = List.of();

    @Option(
            names = "--settings",
            split = ",",
            paramLabel = "S",
            description = "With movielens: what to compare; default: everything.")
    List<String> settings = List.of();

    @Option(
            names = "--own-ratings",
            description = "With movielens: features of a training rating see that rating too; by default they do not.")
    boolean ownRatings;

    @FileOption(written = true)
    @Option(
            names = "--plot",
            paramLabel = "FILE",
            description = "With movielens: draw the loss above the best of the table into an .svg or .png file.")
    @Nullable
    Path plot;

    @Mixin
    CommonOptions common = new CommonOptions();

    @Override
    public Integer call() throws IOException {
        if (what.toLowerCase(Locale.ROOT).equals(MOVIELENS)) {
            common.refuse("--verify", "--cache");
            return movieLens();
        }
        if (!what.endsWith(".toml")) {
            throw common.usage("no experiment '" + what + "'; it is " + MOVIELENS + " or a .toml file");
        }
        common.refuse("--seed", "--runs", "--sizes", "--settings", "--own-ratings", "--plot");
        return file(Path.of(what));
    }

    private int movieLens() throws IOException {
        if (data == null) {
            throw common.usage("--data is missing: the folder of MovieLens 100K, with u.data and u.item");
        }
        if (plot != null) {
            if (!Picture.canWrite(plot)) {
                throw common.usage("--plot writes .svg and .png, not " + plot);
            }
            AtomicOutput.probe(plot);
        }
        Settings how = Settings.defaults().withSeed(common.seed).withThreads(common.threads());
        List<MovieLensSetting> chosen = common.checked(
                () -> settings.stream().map(MovieLensSetting::parse).distinct().toList());
        MovieLensExperiment all = MovieLensExperiment.of(Ratings.read(data), how);
        MovieLensExperiment experiment = common.checked(() -> new MovieLensExperiment(
                all.ratings(),
                chosen.isEmpty() ? all.settings() : chosen,
                sizes.isEmpty()
                        ? all.sizes()
                        : sizes.stream().distinct().sorted().toList(),
                runs,
                all.testPairs(),
                ownRatings,
                how));
        MovieLensReport report;
        try (TerminalProgress progress = new TerminalProgress(common)) {
            report = new MovieLensReport(experiment, common.checked(() -> experiment.run(progress)));
        }
        report.print(common.format, common.out());
        if (plot != null) {
            CurvePlot.write(report.curves(), "mean loss above the best of the table", plot);
        }
        return Exit.DONE;
    }

    private int file(Path file) throws IOException {
        Path folder = data == null ? file.resolveSibling("") : data;
        ExperimentFile experiment = ExperimentFile.read(file, folder);
        if (verify && experiment.expected().isEmpty()) {
            throw common.usage("--verify has nothing to look at: " + file + " expects nothing");
        }
        Path kept = cache == null ? file.resolveSibling(file.getFileName() + ".cache") : cache;
        if (Files.exists(kept) && !Files.isDirectory(kept)) {
            throw common.usage("--cache " + kept + " is a file; name a folder");
        }
        ExperimentRuns trainings = new ExperimentRuns(experiment, kept, common.threads());
        List<Evaluation> parts = new ArrayList<>();
        List<List<Trained>> trained = new ArrayList<>();
        try (TerminalProgress progress = new TerminalProgress(common)) {
            progress.begin(
                    "train",
                    "models",
                    (long) experiment.folds().size() * experiment.models().size());
            int done = 0;
            for (Fold fold : experiment.folds()) {
                List<Trained> own = new ArrayList<>();
                for (Entry entry : experiment.models()) {
                    own.add(trainings.train(entry, fold));
                    progress.at(++done);
                }
                trained.add(own);
                parts.addAll(trainings.evaluate(fold, own));
            }
        }
        ExperimentReport report = new ExperimentReport(experiment, Evaluation.joined(parts), trained, common.threads());
        report.print(common.format, common.out());
        List<String> moved = report.moved();
        if (verify && common.format == OutputFormat.TABLE) {
            moved.forEach(common.out()::println);
        } else if (verify && common.format == OutputFormat.CSV) {
            moved.forEach(common::note);
        }
        return verify && !moved.isEmpty() ? Exit.NO : Exit.DONE;
    }
}
