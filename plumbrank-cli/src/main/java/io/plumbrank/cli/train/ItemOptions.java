package io.plumbrank.cli.train;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.options.FileOption;
import io.plumbrank.cli.options.OptionRules;
import io.plumbrank.cli.options.PreferenceOption;
import io.plumbrank.data.Absent;
import io.plumbrank.data.QuerySource;
import io.plumbrank.evaluate.Evaluation;
import io.plumbrank.evaluate.Evaluation.Comparison;
import io.plumbrank.evaluate.Evaluation.Resamples;
import io.plumbrank.evaluate.Evaluation.Summary;
import io.plumbrank.evaluate.Evaluator;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.Ranker;
import io.plumbrank.surrogate.SurrogateSpec;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.task.LabelSummary;
import io.plumbrank.task.Task;
import io.plumbrank.task.Variations.Scope;
import io.plumbrank.train.Training;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Rankers by scores of items: {@code train --measure}. */
final class ItemOptions extends KindOptions {
    @Option(
            names = "--normalize",
            paramLabel = "HOW",
            description =
                    "Standardise features over all rows (global, the default), within each query (query), or not (none).")
    @Nullable
    String normalize;

    @Option(
            names = "--context",
            split = ",",
            paramLabel = "C",
            description =
                    "Add statistics of the query's items to each feature: mean, max, min, sd, z, rank; default none, and --model auto also tries z,rank.")
    List<String> context = List.of();

    @FileOption
    @Option(
            names = "--distil",
            paramLabel = "MODEL",
            description =
                    "Fit the expected encodings of MODEL, a ranker with --context, by a model without; prints what this loses on --valid.")
    @Nullable
    Path distil;

    @Mixin
    PreferenceOption preferences = new PreferenceOption();

    @Option(names = "--valid-preferences", paramLabel = "FILE", description = "Preferences among the items of --valid.")
    @Nullable
    Path validPreferences;

    @Override
    String name() {
        return "--measure";
    }

    @Override
    boolean isAsked(FitOptions fit) {
        return true;
    }

    @Override
    void refuse(FitOptions fit, OptionRules rules) {
        rules.wrong(fit.measure == null, ONE_GOAL)
                .wrong(
                        preferences.file == null
                                ? validPreferences != null
                                : (fit.valid == null) != (validPreferences == null),
                        "--valid, --preferences and --valid-preferences need each other: give all three, or leave out --valid and --valid-preferences")
                .excludes("--blocks", "--preferences")
                .excludes("--distil", "--context")
                .excludes("--distil", "--normalize")
                .excludes("--distil", "--surrogate")
                .excludes("--distil", "--preferences")
                .excludes("--distil", "--blocks")
                .wrong(distil != null && fit.valid == null, "--distil needs --valid, on which it says what is lost")
                .wrong(
                        distil != null && fit.learner.isAuto(),
                        "--distil needs a --model by name: linear, fourier, kernel, trees or forest")
                .oneOf("--normalize", normalization(), List.of("none", "global", "query"));
    }

    private String normalization() {
        return normalize == null ? "global" : normalize.strip().toLowerCase(Locale.ROOT);
    }

    /** The measure over what the labels are. */
    MeasureSpec measure(FitOptions fit) {
        return preferences.measure(MeasureSpec.parse(String.valueOf(fit.measure)), fit.common);
    }

    /** The view that a scorer has of an item. */
    QueryFeatures view() {
        return new QueryFeatures(normalization().equals("query"), QueryFeatures.parseContexts(context));
    }

    @Override
    Scope scope() {
        return new Scope(
                context.isEmpty() && normalize == null, !normalization().equals("none"));
    }

    @Override
    Task<?> task(FitOptions fit) {
        return distil == null ? plain(fit) : distilling(distil, fit);
    }

    private ItemTask distilling(Path file, FitOptions fit) {
        Ranker model = ranker(file, fit);
        ItemTask task = suited(file, fit, () -> ItemTask.distilling(model));
        fit.common
                .rules()
                .wrong(
                        !task.measure().equals(measure(fit)),
                        file + " ranks for " + task.measure().typed() + ": give --measure "
                                + task.measure().typed())
                .wrong(
                        !fit.csv.isCsv(fit.train, fit.common) && !model.absent().equals(Absent.named(fit.absent)),
                        file + " takes features that a row leaves out for "
                                + model.absent().text() + ": give --absent "
                                + model.absent().text());
        return task;
    }

    private static ItemTask suited(Path file, FitOptions fit, Supplier<ItemTask> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw fit.common.usage("--distil " + file + ": " + e.getMessage());
        }
    }

    private static Ranker ranker(Path file, FitOptions fit) {
        Predictor predictor = Predictor.read(file);
        return predictor
                .as(Ranker.class)
                .orElseThrow(() -> fit.common.usage("--distil " + file + ": " + predictor.words()
                        + ", and only rankers by scores of items have expected encodings to fit"));
    }

    /** The columns of the model that is fitted, in its order; empty for all. */
    List<String> columns() {
        return distil == null ? List.of() : Predictor.read(distil).featureNames();
    }

    /** Compares the plain model on validation data with the one that it was fitted to. */
    void noteLoss(Training<?> training, @Nullable QuerySource valid, FitOptions fit) {
        if (distil == null || valid == null) {
            return;
        }
        CommonOptions common = fit.common;
        MeasureSpec measure = measure(fit);
        Ranker teacher = Ranker.read(distil);
        Ranker student = training.predictor().as(Ranker.class).orElseThrow();
        Evaluation evaluation = new Evaluator(List.of(measure), common.readOptions())
                .rankers(valid, List.of(distil.toString(), "distilled"), List.of(teacher::scores, student::scores));
        List<Summary> means = evaluation.summaries(Resamples.defaults(common.seed));
        Comparison lost =
                evaluation.comparisons(Resamples.defaults(common.seed)).get(0);
        common.note(String.format(
                Locale.ROOT,
                "%s on %s: %.4f distilled, %.4f by %s; difference %.4f, p %.3f",
                measure.typed(),
                valid.file(),
                means.get(1).mean(),
                means.get(0).mean(),
                distil,
                lost.difference(),
                lost.p().randomization()));
    }

    private ItemTask plain(FitOptions fit) {
        return new ItemTask(measure(fit), surrogates(fit), view(), LabelSummary.NONE);
    }

    /** The surrogates; trees and forests take one. */
    private static List<SurrogateSpec> surrogates(FitOptions fit) {
        String word = fit.surrogate("auto");
        if (!word.equalsIgnoreCase("auto")) {
            return List.of(fit.common.parsed("--surrogate", () -> Surrogates.parse(word)));
        }
        return fit.learner.is("trees") || fit.learner.is("forest")
                ? List.of(Surrogates.parse("squared"))
                : ItemTask.automatic();
    }
}
