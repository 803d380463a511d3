package io.plumbrank.cli.train;

import io.plumbrank.cli.options.LimitOptions;
import io.plumbrank.cli.options.OptionRules;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.kind.pairs.PairTask;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.measure.Structure;
import io.plumbrank.task.LabelSummary;
import io.plumbrank.task.Task;
import io.plumbrank.task.Variations.Scope;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Rankers by pairs of items: {@code train --measure --surrogate pairs}. */
final class PairOptions extends KindOptions {
    /** Said where trees are boosted on pairs. */
    static final String NO_CHECKPOINTS =
            "no checkpoints are kept with --surrogate pairs or --ranking: leave out --checkpoints and --resume";

    private final ItemOptions items;

    @Option(
            names = "--decoder",
            paramLabel = "D",
            description =
                    "With --surrogate pairs or --ranking: auto (default), exact, local-search, algorithm1 (pd, kendall) or diagonal (map).")
    @Nullable
    String decoder;

    @Mixin
    LimitOptions limits = new LimitOptions();

    @Option(
            names = "--max-pairs",
            paramLabel = "N",
            description =
                    "With --surrogate pairs: draw N pairs of a query that has more; default 300. A linear model for pd or kendall uses all pairs.")
    @Nullable
    Integer maxPairs;

    PairOptions(ItemOptions items) {
        this.items = items;
    }

    @Override
    String name() {
        return "--surrogate pairs";
    }

    @Override
    boolean isAsked(FitOptions fit) {
        return fit.surrogate("").equalsIgnoreCase("pairs");
    }

    @Override
    List<String> shared() {
        return List.of("--normalize", "--context", "--preferences", "--valid-preferences");
    }

    @Override
    void refuse(FitOptions fit, OptionRules rules) {
        items.refuse(fit, rules);
    }

    @Override
    Scope scope() {
        return items.scope();
    }

    @Override
    Optional<String> noCheckpoints(FitOptions fit) {
        return Optional.of(NO_CHECKPOINTS);
    }

    String decoder() {
        return decoder == null ? "auto" : decoder;
    }

    @Override
    Task<?> task(FitOptions fit) {
        MeasureSpec measure = items.measure(fit);
        fit.common
                .rules()
                .wrong(
                        maxPairs != null
                                && fit.learner.is("linear")
                                && measure.structure() != Structure.AVERAGE_PRECISION,
                        "--max-pairs has no meaning here: for pd and kendall a linear model takes all pairs, at"
                                + " the cost of items; leave it out");
        return new PairTask(
                measure,
                decoder(),
                limits.or(DecodeLimits.ofSteps(PairTask.DEFAULT_STEPS)),
                maxPairs == null ? PairTask.DEFAULT_MAX_PAIRS : maxPairs,
                items.view(),
                LabelSummary.NONE);
    }
}
