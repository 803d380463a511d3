package io.plumbrank.cli;

import io.plumbrank.target.Guarantee;
import io.plumbrank.target.MatrixLoss;
import io.plumbrank.target.RegretBound;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbrank explain}. */
@Command(
        name = "explain",
        description = "Says what is promised for a loss matrix, and what is not.",
        sortOptions = false,
        footer = {"", "Example:", "  plumbrank explain --loss-matrix costs.csv"})
final class ExplainCommand implements Callable<Integer> {
    @Option(names = "--loss-matrix", required = true, paramLabel = "L", description = LossOptions.DESCRIPTION)
    String lossMatrix = "";

    @Mixin
    CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        common.refuse("--skip-bad");
        MatrixLoss loss = MatrixLoss.of(LossOptions.matrix(lossMatrix, common));
        Guarantee guarantee = loss.guarantee();
        RegretBound bound = guarantee.bound();
        String surrogate = "squared";
        String decoder = "argmin";
        switch (common.format) {
            case TABLE -> {
                common.out().println(loss);
                TextTable table = new TextTable("", "");
                table.row("surrogate", surrogate + ": Σ_i (u_i − α_i)², by least squares");
                table.row("outputs", loss.encodedSize() + " (dimension " + loss.dimension() + ")");
                table.row(
                        "decoder",
                        decoder + " over " + loss.predictions().size() + " predictions of ⟨u, β⟩ + shift, "
                                + (long) loss.predictions().size() * loss.encodedSize() + " multiplications");
                table.print(common.out());
                common.out().println();
                guarantee.sentences().forEach(common.out()::println);
            }
            case JSON ->
                Json.print(
                        common.out(),
                        json -> json.field("measure", loss.toString())
                                .field("surrogate", surrogate)
                                .field("dimension", loss.dimension())
                                .field("encodedSize", loss.encodedSize())
                                .field("decoder", decoder)
                                .field("calibrated", guarantee.calibration().toString())
                                .field("theorem", guarantee.theorem())
                                .field("condition", guarantee.condition())
                                .field("regretConstant", bound == null ? Double.NaN : bound.constant())
                                .field("notPromised", guarantee.notPromised()));
            case CSV -> throw common.usage("explain prints table or json");
        }
        return Exit.DONE;
    }
}
