package io.plumbrank.cli;

import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.kind.pairs.PairTask;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How a ranker by pairs is trained and decoded. */
final class PairOptions {
    private static final String[] NAMES = {"--decoder", "--work-limit", "--time-limit", "--max-pairs"};

    @Option(
            names = "--decoder",
            paramLabel = "D",
            description =
                    "With --surrogate pairs or --ranking: auto (the default), exact, local-search, algorithm1 (pd, kendall) or"
                            + " diagonal (map).")
    @Nullable
    String decoder;

    @Mixin
    LimitOptions limits = new LimitOptions();

    @Option(
            names = "--max-pairs",
            paramLabel = "N",
            description =
                    "With --surrogate pairs: of a query with more pairs than this, some are drawn and weighed; default 300."
                            + " With --model fourier or trees so many, with a linear model for map those between two halves of the"
                            + " items; for pd and kendall a linear model takes all.")
    @Nullable
    Integer maxPairs;

    static boolean wanted(@Nullable String surrogate) {
        return surrogate != null && surrogate.strip().equalsIgnoreCase("pairs");
    }

    void refuse(CommonOptions common) {
        common.refuse(NAMES);
    }

    String decoder() {
        return decoder == null ? "auto" : decoder;
    }

    DecodeLimits limits() {
        return limits.or(DecodeLimits.ofSteps(PairTask.DEFAULT_STEPS));
    }

    int maxPairs() {
        return maxPairs == null ? PairTask.DEFAULT_MAX_PAIRS : maxPairs;
    }
}
