package io.plumbrank.cli.theory;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.cli.options.FileOption;
import io.plumbrank.cli.options.LossOptions;
import io.plumbrank.cli.options.Refused;
import io.plumbrank.cli.output.GuaranteeText;
import io.plumbrank.cli.output.Json;
import io.plumbrank.cli.output.TextTable;
import io.plumbrank.decode.Decoder;
import io.plumbrank.kind.labels.LabelRankingTask;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.ModelFile;
import io.plumbrank.surrogate.ClassSurrogate;
import io.plumbrank.surrogate.SurrogateSpec;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.RegretBound;
import io.plumbrank.target.UtilityRange;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.target.labels.LabelRankingTarget;
import io.plumbrank.target.labels.LabelRankingTarget.Form;
import io.plumbrank.target.labels.Missing;
import io.plumbrank.target.measures.RankingTargets;
import io.plumbrank.target.rankings.PairRankingTarget;
import io.plumbrank.target.rankings.RankingTarget;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbrank explain}. */
@Refused(options = "--skip-bad", csv = true, markdown = false)
@Command(
        name = "explain",
        description =
                "Prints what is guaranteed for a measure or a loss matrix, and what is not; or the card of a model.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  plumbrank explain --measure ndcg@10 --surrogate logistic",
            "  plumbrank explain --measure map --surrogate pairs --decoder diagonal",
            "  plumbrank explain --measure kendall --ranking --items 5",
            "  plumbrank explain --measure kendall --ranking --items 5 --missing random",
            "  plumbrank explain --measure 'pd(weight=observed)' --surrogate pairs",
            "  plumbrank explain --loss-matrix costs.csv --surrogate logistic",
            "  plumbrank explain --model model.json --format md"
        })
public final class ExplainCommand implements Callable<Integer> {
    @ArgGroup(multiplicity = "1")
    Target target = new Target();

    /** The measure, the loss or the model to explain. */
    static final class Target {
        @Option(names = "--measure", paramLabel = "M", description = "Measure of rankings, such as ndcg@10 or map.")
        @Nullable
        String measure;

        @FileOption
        @Option(names = "--loss-matrix", paramLabel = "L", description = LossOptions.DESCRIPTION)
        @Nullable
        String lossMatrix;

        @Option(
                names = "--model",
                paramLabel = "MODEL",
                description =
                        "A model that train wrote: its data, features, choice and rivals, and what is promised of it.")
        @Nullable
        Path model;
    }

    @Option(
            names = "--ranking",
            description =
                    "Explains kendall, spearman or pd of rankings of a fixed set of labels, as train --ranking has it.")
    boolean ranking;

    @Option(
            names = "--missing",
            paramLabel = "M",
            description =
                    "With --ranking: what an unknown position means, label, random or bottom, as in train; without it rankings"
                            + " are complete.")
    @Nullable
    String missing;

    @Option(
            names = "--surrogate",
            paramLabel = "S",
            description = "What training minimises, such as logistic or ranknet; pairs for map and pd; default squared,"
                    + " with --ranking pairs.")
    @Nullable
    String surrogate;

    @Option(
            names = "--decoder",
            paramLabel = "D",
            description =
                    "With --surrogate pairs: exact (default), diagonal for map, algorithm1 for pd; with --ranking auto"
                            + " (default, as in train), exact, algorithm1 or local-search.")
    @Nullable
    String decoder;

    @Option(
            names = "--items",
            paramLabel = "R",
            defaultValue = "10",
            description = "Items of a query, or labels, for sizes and constants; default ${DEFAULT-VALUE}.")
    int items = 10;

    @Mixin
    CommonOptions common = new CommonOptions();

    /** An explanation of a measure or a loss. */
    private record Explanation(
            String target,
            String surrogate,
            Outputs outputs,
            String decoder,
            String decoding,
            Guarantee guarantee,
            @Nullable String note) {}

    /** How many there are, the least that there could be, and both in words. */
    private record Outputs(long encodedSize, long dimension, String words) {}

    @Override
    public Integer call() {
        Path model = target.model;
        if (model != null) {
            common.refuse("--items", "--decoder", "--ranking", "--surrogate");
            new CardPrinter(ModelFile.read(model), common).print();
            return Exit.DONE;
        }
        if (items < 1) {
            throw common.usage("--items must be at least 1, got " + items);
        }
        String measure = target.measure;
        Explanation explanation = common.checked(() ->
                measure == null ? ofMatrix("" + target.lossMatrix) : ranking ? ofLabels(measure) : ofMeasure(measure));
        switch (common.format) {
            case TABLE -> printTable(explanation);
            case JSON -> printJson(explanation);
            case MD -> throw common.usage("Markdown is printed of a model: give --model");
        }
        return Exit.DONE;
    }

    private Explanation ofMatrix(String lossMatrix) {
        common.refuse("--items", "--decoder", "--ranking", "--missing");
        List<ClassSurrogate> chosen = ClassSurrogate.parse(surrogate());
        if (chosen.size() > 1) {
            throw new IllegalArgumentException(
                    "auto is the cheaper of squared and logistic on the data, and there are none here:"
                            + " give --surrogate squared or logistic");
        }
        ClassLoss<?> loss = LossOptions.closedForm(lossMatrix, common)
                .orElseGet(() -> MatrixLoss.of(LossOptions.matrix(lossMatrix, common)));
        if (chosen.get(0) == ClassSurrogate.LOGISTIC) {
            return new Explanation(
                    loss.toString(),
                    "logistic: log Σ_k e^{u_k} − u_y, by L-BFGS, boosting or a forest",
                    outputs(loss.classes(), ", which sum to 0", loss.dimension()),
                    "least expected cost",
                    "least expected cost under the softmax of u",
                    ClassSurrogate.LOGISTIC.guarantee(loss),
                    null);
        }
        boolean matrix = loss instanceof MatrixLoss;
        int predictions = matrix ? loss.predictions().size() : 0;
        return new Explanation(
                loss.toString(),
                "squared: Σ_i (u_i − α_i)², by least squares",
                outputs(loss.encodedSize(), "", loss.dimension()),
                "argmin",
                matrix
                        ? "argmin over " + predictions + " predictions of ⟨u, β⟩ + shift, "
                                + (long) predictions * loss.encodedSize() + " multiplications"
                        : "argmin over all predictions of ⟨u, β⟩ + shift, in closed form",
                loss.guarantee(),
                null);
    }

    private Explanation ofMeasure(String measure) {
        common.refuse("--missing");
        MeasureSpec spec = MeasureSpec.parse(measure);
        if (surrogate().strip().equalsIgnoreCase("pairs")) {
            PairRankingTarget<?> pairs =
                    RankingTargets.pairsOfQueries(spec).promisedBy(decoder == null ? "exact" : decoder);
            return new Explanation(
                    pairs.toString(),
                    "pairs: Σ_ij (u_ij − α_ij)² divided by the number of items, by least squares",
                    outputs(pairs.encodedSize(items), " for " + items + " items", pairs.dimension(items)),
                    pairs.decoder().text(),
                    pairs.decoder() + ", " + pairs.decoder().promise().cost(),
                    withCaveats(pairs.guarantee(items), spec),
                    null);
        }
        common.refuse("--decoder");
        RankingTarget<?> scores = RankingTargets.ofQueries(spec);
        SurrogateSpec chosen = Surrogates.parse(surrogate());
        boolean unknown = chosen.isOpen() && scores.utilityRange(items).isEmpty();
        return new Explanation(
                scores.toString(),
                unknown
                        ? chosen.name()
                        : chosen.surrogate(scores.utilityRange(items).orElse(UtilityRange.ZERO))
                                        .text()
                                + (chosen.isPairwise() ? ": a sum over pairs, divided by the number of items" : ""),
                outputs(scores.encodedSize(items), " for " + items + " items", scores.dimension(items)),
                scores.decoder(),
                scores.decoder() + ", O(r log r)",
                withCaveats(chosen.guarantee(scores, items), spec),
                unknown
                        ? "The constant of the bound depends on the largest utility in the data: "
                                + chosen.name() + "(" + (chosen.bound().equals(Optional.of("eta")) ? "" : "rho=cosh,")
                                + chosen.bound().orElseThrow() + "=7) would set it."
                        : null);
    }

    /** With what the conventions of the measure take from it, and the number of items that its bound is for. */
    private Guarantee withCaveats(Guarantee guarantee, MeasureSpec spec) {
        List<String> notPromised = new ArrayList<>(guarantee.notPromised());
        notPromised.addAll(RankingTargets.caveats(spec));
        RegretBound bound = guarantee.bound();
        return guarantee.with(bound == null ? null : bound.where("for queries of " + items + " items"), notPromised);
    }

    private Explanation ofLabels(String measure) {
        MeasureSpec spec = MeasureSpec.parse(measure);
        if (surrogate().strip().equalsIgnoreCase("auto")) {
            throw new IllegalArgumentException(
                    "auto is the better of pairs and squared on the data, and there are none here: give --surrogate pairs or"
                            + " squared");
        }
        Form form = surrogate == null ? Form.PAIRS : Form.ofSurrogate(surrogate);
        if (form == Form.SCORES) {
            common.refuse("--decoder");
        }
        Decoder<?> chosen = LabelRankingTarget.decoder(decoder == null ? "auto" : decoder);
        Decoder<?> resolved = LabelRankingTask.resolved(chosen, items);
        Missing meaning = missing == null ? Missing.LABEL : Missing.parse(missing);
        if (meaning == Missing.AUTO) {
            throw new IllegalArgumentException(
                    "--missing auto depends on the data, and there are none here: give label, random or bottom");
        }
        LabelRankingTarget labels = new LabelRankingTarget(
                spec, items, form, resolved, missing == null || meaning == Missing.BOTTOM, meaning);
        Guarantee partial = new LabelRankingTarget(spec, items, form, resolved, false).guarantee();
        return new Explanation(
                spec + " of rankings of labels"
                        + (missing == null ? "" : ", missing positions taken as " + meaning.text()),
                form.surrogate() + ": Σ (u − α)², by least squares",
                outputs(labels.encodedSize(), " for " + items + " labels", labels.dimension()),
                labels.decoding().replaceFirst(",.*", ""),
                labels.decoding(),
                labels.guarantee(),
                missing != null || partial.equals(labels.guarantee())
                        ? null
                        : "Where positions are unknown: calibrated (" + partial.theorem() + ") if "
                                + partial.condition() + ".");
    }

    private String surrogate() {
        return surrogate == null ? "squared" : surrogate;
    }

    private static Outputs outputs(long encodedSize, String size, long dimension) {
        return new Outputs(encodedSize, dimension, encodedSize + size + " (dimension " + dimension + ")");
    }

    private void printTable(Explanation explanation) {
        common.out().println(explanation.target());
        TextTable table = new TextTable("", "");
        table.row("surrogate", explanation.surrogate());
        table.row("outputs", explanation.outputs().words());
        table.row("decoder", explanation.decoding());
        table.print(common.out());
        common.out().println();
        List<String> sentences = new ArrayList<>(explanation.guarantee().sentences());
        if (explanation.note() != null) {
            sentences.add(explanation.note());
        }
        sentences.forEach(common.out()::println);
        common.out().println();
        GuaranteeText.papers(sentences).forEach(common.out()::println);
    }

    private void printJson(Explanation explanation) {
        Guarantee guarantee = explanation.guarantee();
        Json.print(common.out(), json -> {
            json.field("measure", explanation.target())
                    .field("surrogate", explanation.surrogate().replaceFirst(":.*", ""))
                    .field("dimension", explanation.outputs().dimension())
                    .field("encodedSize", explanation.outputs().encodedSize())
                    .field("decoder", explanation.decoder())
                    .field("decoding", explanation.decoding())
                    .field("calibrated", guarantee.calibration().toString())
                    .field("theorem", guarantee.theorem())
                    .field("condition", guarantee.condition());
            GuaranteeText.bound(guarantee, json);
            json.field("over", guarantee.over()).field("notPromised", guarantee.notPromised());
        });
    }
}
