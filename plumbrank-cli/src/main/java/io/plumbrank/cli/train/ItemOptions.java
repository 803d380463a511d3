package io.plumbrank.cli.train;

import io.plumbrank.cli.options.OptionRules;
import io.plumbrank.cli.options.PreferenceOption;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.surrogate.SurrogateSpec;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.task.LabelSummary;
import io.plumbrank.task.Task;
import io.plumbrank.task.Variations.Scope;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
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
