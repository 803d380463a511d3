package io.plumbrank.cli.options;

import io.plumbrank.model.Predictor;
import io.plumbrank.model.Ranker;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The first feature number of a ranker of XGBoost or LightGBM, which its file does not store. */
public final class FeatureBaseOption {
    @Option(
            names = "--feature-base",
            paramLabel = "0|1",
            description =
                    "With a ranker of XGBoost or LightGBM: 0 if it was trained on an array, whose column 0 is feature 1 of LETOR text and"
                            + " the first feature column of CSV; 1 if its numbers are those of the text.")
    @Nullable
    Integer base;

    /** A predictor as it reads the features of some data. */
    public Predictor fitted(Predictor read, Path model, boolean csv, CommonOptions common) {
        Optional<Ranker> open = open(read);
        Integer said = base;
        if (said != null && said != 0 && said != 1) {
            throw common.usage("--feature-base is 0 or 1, not " + said);
        }
        if (open.isEmpty()) {
            if (said != null) {
                throw common.usage(
                        "--feature-base is for rankers of XGBoost and LightGBM, and " + model + " knows its features");
            }
            return read;
        }
        Ranker ranker = open.get();
        if (!csv) {
            return said == null ? ranker : ranker.countedFrom(said);
        }
        Ranker columns = ranker.inColumns();
        if (columns.featureNames().isEmpty() && (said == null || said != 0)) {
            throw common.usage(
                    model + " has no names for its features: --feature-base 0 takes the feature columns of CSV in"
                            + " their order, or give LETOR text");
        }
        return columns;
    }

    /** Several of them, where those that know their features go without. */
    public List<Predictor> fittedAll(List<Predictor> read, List<Path> models, boolean csv, CommonOptions common) {
        if (base != null && read.stream().noneMatch(FeatureBaseOption::isOpen)) {
            throw common.usage("--feature-base is for rankers of XGBoost and LightGBM, and " + models.get(0)
                    + " knows its features");
        }
        return IntStream.range(0, read.size())
                .mapToObj(i -> isOpen(read.get(i)) ? fitted(read.get(i), models.get(i), csv, common) : read.get(i))
                .toList();
    }

    private static boolean isOpen(Predictor predictor) {
        return open(predictor).isPresent();
    }

    private static Optional<Ranker> open(Predictor predictor) {
        return predictor.as(Ranker.class).filter(Ranker::hasOpenBase);
    }
}
