package io.plumbrank.cli;

import io.plumbrank.data.LabelRankings;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.RidgeLearner;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.LabelRankingTrainer;
import io.plumbrank.model.LabelRankingTraining;
import io.plumbrank.model.ModelFile;
import io.plumbrank.target.LabelRankingTarget;
import io.plumbrank.target.LabelRankingTarget.Form;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** {@code plumbrank train --ranking}. */
final class LabelRankingTrainCommand {
    private static final int FEATURES = 500;

    private final TrainCommand options;
    private final CommonOptions common;
    private final String beginning;

    LabelRankingTrainCommand(TrainCommand options, String beginning) {
        this.options = options;
        this.common = options.common;
        this.beginning = beginning;
    }

    int call() throws IOException {
        common.refuse("--loss-matrix", "--dimension", "--normalize", "--context", "--time-limit", "--max-pairs");
        options.refuseCheckpoints();
        if (!options.isTrees()) {
            common.refuse("--param");
        }
        LabelRankingTrainer trainer = trainer();
        LabelRankings train = read(options.train);
        LabelRankings valid = options.valid == null ? null : read(options.valid);
        LabelRankingTraining training;
        try (TerminalProgress progress = new TerminalProgress(common)) {
            training = trainer.train(train, beginning, valid, progress);
        }
        noteSkipped(train);
        noteSkipped(valid);
        training.notes().forEach(common::note);
        ModelFile.write(training.model(), options.out);
        new LabelRankingTrainReport(training, options.out, common.out()).print(common.format);
        return Exit.DONE;
    }

    private LabelRankings read(Path file) {
        QuerySource source = options.csv.openRanking(file, beginning, common);
        return LabelRankings.read(source, beginning);
    }

    private void noteSkipped(@Nullable LabelRankings data) {
        if (data != null) {
            common.noteSkipped(data.source());
        }
    }

    private LabelRankingTrainer trainer() {
        if (options.measure == null) {
            throw common.usage("--ranking needs --measure: kendall, spearman or pd");
        }
        try {
            return new LabelRankingTrainer(
                    MeasureSpec.parse(options.measure),
                    forms(),
                    LabelRankingTarget.decoder(options.pairs.decoder()),
                    features(),
                    options.isTrees() ? LabelRankingTrainer.trees(options.treeParameters()) : List.of(),
                    options.lambdas.isEmpty() ? LabelRankingTrainer.defaultLambdas() : options.lambdas,
                    options.folds == null ? 10 : options.folds,
                    common.seed,
                    common.threads(),
                    Version.program());
        } catch (IllegalArgumentException e) {
            throw common.usage("" + e.getMessage());
        }
    }

    private List<Form> forms() {
        String word = options.surrogate == null ? "auto" : options.surrogate.strip();
        return word.equalsIgnoreCase("auto") ? List.of(Form.PAIRS, Form.SCORES) : List.of(Form.ofSurrogate(word));
    }

    private List<RidgeLearner.Features> features() {
        int count = options.features == null ? FEATURES : options.features;
        Double bandwidth = options.bandwidth;
        return switch (options.model.toLowerCase(Locale.ROOT)) {
            case "linear", "trees" -> {
                common.refuse("--features", "--bandwidth");
                yield List.of(new RidgeLearner.Linear());
            }
            case "fourier" ->
                bandwidth == null
                        ? LabelRankingTrainer.fourier(count)
                        : List.of(new RidgeLearner.Fourier(count, bandwidth));
            case "kernel" ->
                bandwidth == null
                        ? LabelRankingTrainer.kernel(count)
                        : List.of(new RidgeLearner.Kernel(count, bandwidth));
            default -> throw common.usage("--model is linear, fourier, kernel or trees, not '" + options.model + "'");
        };
    }
}
