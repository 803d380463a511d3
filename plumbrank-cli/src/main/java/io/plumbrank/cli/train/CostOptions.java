package io.plumbrank.cli.train;

import io.plumbrank.cli.options.OptionRules;
import io.plumbrank.kind.costs.CostTask;
import io.plumbrank.task.Task;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Costs of each row's own: {@code train --costs}. */
final class CostOptions extends KindOptions {
    @Option(
            names = "--costs",
            paramLabel = "PREFIX",
            description =
                    "Predict at the least expected cost. The columns with this prefix hold what each prediction costs for the row; the"
                            + " rest of the name is the prediction.")
    @Nullable
    String costs;

    @Override
    String name() {
        return "--costs";
    }

    @Override
    boolean isAsked(FitOptions fit) {
        return costs != null;
    }

    @Override
    void refuse(FitOptions fit, OptionRules rules) {
        rules.wrong(fit.measure != null, "--costs are what counts: leave out --measure")
                .wrong(
                        !fit.surrogate("squared").equalsIgnoreCase("squared"),
                        "--costs are fitted by least squares: leave out --surrogate")
                .excludes("--blocks", "--costs");
    }

    @Override
    Task<?> task(FitOptions fit) {
        return CostTask.of(String.valueOf(costs));
    }
}
