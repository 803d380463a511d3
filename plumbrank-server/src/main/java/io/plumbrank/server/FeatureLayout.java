package io.plumbrank.server;

import io.plumbrank.data.Absent;
import io.plumbrank.learn.ExplainedScorer;
import io.plumbrank.model.FeatureSummary;
import io.plumbrank.model.Model;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.Ranker;
import java.util.Arrays;
import java.util.List;

/**
 * Where a model wants the features of a request. A model of CSV goes by names, and an array has one number per name, in order. A
 * model of LETOR text goes by numbers, and an array begins with feature 1, or with feature 0 if training saw that one. An unnamed
 * model of XGBoost, of which nobody said what it counts from, goes by the places of an array alone. Numbers past the width are ignored.
 *
 * @param width how many numbers the model reads
 * @param names of the features; empty where they go by numbers
 * @param first the number of the first entry of an array; those before it are missing
 * @param numbered whether features may be given by number
 * @param open whether the model does not say how many features there were
 * @param absent what a feature is that a request does not name
 * @param categorical whether a feature COLUMN=LEVEL is a level of a column of text, of which a row without any has zeros
 */
record FeatureLayout(
        int width, List<String> names, int first, boolean numbered, boolean open, Absent absent, boolean categorical) {
    FeatureLayout {
        names = List.copyOf(names);
    }

    /** The features of a model of ours. */
    static FeatureLayout of(Predictor predictor, Model model) {
        int width = predictor.inputs();
        List<String> names = predictor.featureNames();
        FeatureSummary seen = model.provenance().features().seen();
        boolean zero = seen == null ? usesFirst(predictor) : seen.count() > 0 && seen.first() == 0;
        return names.isEmpty()
                ? new FeatureLayout(width, names, zero ? 0 : 1, true, false, predictor.absent(), false)
                : new FeatureLayout(
                        width,
                        names,
                        0,
                        false,
                        false,
                        predictor.absent(),
                        names.stream().anyMatch(FeatureLayout::isLevel));
    }

    /** A model of XGBoost by names, or by the places of an array. */
    static FeatureLayout inColumns(Ranker ranker) {
        return new FeatureLayout(ranker.inputs(), ranker.featureNames(), 0, false, false, ranker.absent(), false);
    }

    /**
     * A model of another tool by the numbers of LETOR text.
     *
     * @param open whether the model does not say how many features there were
     */
    static FeatureLayout numbered(Ranker ranker, boolean open) {
        return new FeatureLayout(
                ranker.inputs(), List.of(), usesFirst(ranker) ? 0 : 1, true, open, ranker.absent(), false);
    }

    private static boolean usesFirst(Predictor predictor) {
        return predictor
                .as(Ranker.class)
                .flatMap(Ranker::rowScorer)
                .map(scorer -> scorer instanceof ExplainedScorer explained && scorer.inputs() > 0 && explained.uses(0))
                .orElse(false);
    }

    /** How many numbers an array has. */
    int arrayLength() {
        return width - first;
    }

    /** Whether every request that fits another layout fits this one, and means the same. */
    boolean takesAll(FeatureLayout other) {
        boolean asLong = open ? arrayLength() <= other.arrayLength() : width == other.width;
        return names.equals(other.names)
                && first == other.first
                && absent == other.absent
                && asLong
                && (open || !other.open)
                && (numbered || !other.numbered);
    }

    /** The input that this layout expects, for people. */
    String words() {
        return arrayLength() + (open ? " or more" : "") + " features"
                + (names.isEmpty() ? numbered ? " by number, from " + first : " by place" : ", " + listed());
    }

    private String listed() {
        int most = 5;
        return String.join(", ", names.subList(0, Math.min(most, names.size()))) + (names.size() > most ? ", …" : "");
    }

    private static boolean isLevel(String name) {
        return name.indexOf('=') > 0;
    }

    /** A row that names no feature. */
    float[] unnamed() {
        float[] row = new float[width];
        Arrays.fill(row, absent.value());
        for (int j = 0; categorical && j < width; j++) {
            row[j] = isLevel(names.get(j)) ? 0 : row[j];
        }
        return row;
    }

    /** Puts rows where the model wants them. */
    PlacedRows place(List<Row> rows, Categories categories) {
        return new PlacedRows(this, rows, categories);
    }
}
