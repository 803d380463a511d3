package io.plumbrank.cli.train;

import io.plumbrank.cli.options.OptionRules;
import io.plumbrank.kind.labels.LabelRankingTask;
import io.plumbrank.target.labels.LabelRankingTarget;
import io.plumbrank.target.labels.LabelRankingTarget.Form;
import io.plumbrank.target.labels.Missing;
import io.plumbrank.task.Task;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Rankings of a fixed set of labels: {@code train --ranking}. */
final class LabelOptions extends KindOptions {
    private final ItemOptions items;
    private final PairOptions pairs;

    @Option(
            names = "--ranking",
            paramLabel = "PREFIX",
            description =
                    "Rank labels, for kendall, spearman or pd. The CSV columns with this prefix hold each label's position: 1 is best, equal is a tie, empty is unknown.")
    @Nullable
    String ranking;

    @Option(
            names = "--missing",
            paramLabel = "HOW",
            description =
                    "Meaning of an unknown position: label (unknown pairs cost nothing), random (lost at random from rankings without ties; each pair is fitted on the rows that know it), bottom (below all known ones, as in lists of the best few), or auto (default: bottom if every row knows the first positions alone, else random unless the unknown ones are at one end).")
    @Nullable
    String missing;

    LabelOptions(ItemOptions items, PairOptions pairs) {
        this.items = items;
        this.pairs = pairs;
    }

    @Override
    String name() {
        return "--ranking";
    }

    @Override
    boolean isAsked(FitOptions fit) {
        return ranking != null;
    }

    @Override
    List<String> shared() {
        return List.of("--decoder");
    }

    @Override
    void refuse(FitOptions fit, OptionRules rules) {
        rules.wrong(fit.measure == null, "--ranking needs --measure: kendall, spearman or pd")
                .excludes("--blocks", "--ranking");
    }

    @Override
    int folds() {
        return 10;
    }

    @Override
    Optional<String> noCheckpoints(FitOptions fit) {
        return Optional.of(PairOptions.NO_CHECKPOINTS);
    }

    @Override
    Task<?> task(FitOptions fit) {
        String word = fit.surrogate("auto");
        String meaning = missing;
        return new LabelRankingTask(
                items.measure(fit),
                word.equalsIgnoreCase("auto")
                        ? List.of(Form.PAIRS, Form.SCORES)
                        : List.of(fit.common.parsed("--surrogate", () -> Form.ofSurrogate(word))),
                fit.common.parsed("--decoder", () -> LabelRankingTarget.decoder(pairs.decoder())),
                String.valueOf(ranking),
                List.of(),
                true,
                meaning == null ? Missing.AUTO : fit.common.parsed("--missing", () -> Missing.parse(meaning)));
    }
}
