package io.plumbrank.kind.labels;

import io.plumbrank.data.PairIndex;
import io.plumbrank.data.preferences.LabelRankings.Row;
import io.plumbrank.target.labels.LabelRankingTarget;
import io.plumbrank.target.labels.Missing;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** What positions mean that rows do not know: lost at random, or part of the label. */
final class MissingPositions {
    /** From so much lean on, places decide what is missing. */
    private static final double LEANING = 0.5;

    private MissingPositions() {}

    /**
     * How much places decide what is missing, from −1 to 1: 0 where the known labels of rows stand in the middle on average, as
     * where positions are lost at random; 1 where all that is missing stands below all that is known, as in lists of the best few;
     * −1 where it stands above. For r labels of which k are known, the mean of their positions is (r + 1)/2 in the first case and
     * (k + 1)/2 in the second, and this is how far the rows have come from one to the other. 0 where nothing is missing.
     */
    static double lean(List<Row> rows) {
        double come = 0;
        double way = 0;
        for (Row row : rows) {
            int r = row.positions().length;
            int k = row.known();
            double sum = IntStream.range(0, r)
                    .filter(row::isKnown)
                    .mapToDouble(label -> row.positions()[label])
                    .sum();
            if (k > 0 && k < r) {
                come += row.weight() * ((r + 1) / 2.0 - sum / k);
                way += row.weight() * (r - k) / 2.0;
            }
        }
        return way > 0 ? come / way : 0;
    }

    /**
     * Whether missing positions are below all known ones: where it is open, if each row with gaps knows the first positions alone, as in
     * lists of the best few.
     */
    static boolean areAtBottom(LabelRankingTask task, List<Row> rows) {
        return task.missing() == Missing.BOTTOM
                || (task.missing() == Missing.AUTO
                        && LabelRankingTarget.takesSigns(task.measure())
                        && rows.stream().anyMatch(Row::hasGaps)
                        && rows.stream().allMatch(row -> !row.hasGaps() || row.isPrefix()));
    }

    /**
     * What is missing in some rows, where it is open: at random where what is known stands at no end of the full rankings, that is,
     * where {@link #lean} is nearer to 0 than to ±1; else what is known is a label of its own.
     */
    static Missing meaning(LabelRankingTask task, List<Row> rows) {
        boolean complete = rows.stream().allMatch(row -> row.known() == row.positions().length);
        if (complete) {
            return Missing.LABEL;
        }
        if (task.missing() != Missing.AUTO) {
            return task.missing();
        }
        return LabelRankingTarget.takesSigns(task.measure()) && Math.abs(lean(rows)) < LEANING
                ? Missing.RANDOM
                : Missing.LABEL;
    }

    /**
     * The share of rows, by weight, that know each pair. A known pair is judged as 1 over its share, so that pairs count alike
     * however often they are known, as they do in full rankings.
     */
    static double[] shares(List<Row> rows, LabelRankingTarget target) {
        double[] shares = new double[target.encodedSize()];
        double weight = rows.stream().mapToDouble(Row::weight).sum();
        for (Row row : rows) {
            boolean[] known = target.known(row.positions());
            for (int pair = 0; pair < shares.length; pair++) {
                shares[pair] += known[pair] ? row.weight() / weight : 0;
            }
        }
        return shares;
    }

    private static boolean hasTies(Row row) {
        return DoubleStream.of(row.positions())
                        .filter(position -> !Double.isNaN(position))
                        .distinct()
                        .count()
                < row.known();
    }

    /** What was taken for missing positions and why, where it was open; and pairs that nothing is known of. */
    static List<String> notes(LabelRankingTask task, LabelledRows train) {
        List<Row> rows = task.counted(train.data());
        List<String> notes = new ArrayList<>();
        if (task.missing() == Missing.AUTO && train.data().filledRows() > 0) {
            notes.add(
                    train.data().filledRows() + " of " + rows.size()
                            + " rows have only the first positions: missing is taken as"
                            + " bottom, below what is known. If positions were counted among the known labels alone, missing is label.");
        }
        if (train.hasGaps()) {
            long tied = rows.stream().filter(MissingPositions::hasTies).count();
            if (tied > 0) {
                notes.add(tied + " of " + rows.size()
                        + " rows have ties: the guarantee for positions that are missing at random needs full rankings"
                        + " without ties.");
            }
        }
        long gaps = rows.stream()
                .filter(row -> row.known() < row.positions().length)
                .count();
        if (task.missing() == Missing.AUTO && gaps > 0) {
            double lean = lean(rows);
            notes.add(String.format(
                    Locale.ROOT,
                    "%d of %d rows lack positions; %s (lean %.2f; 0: missing anywhere, 1: missing at the bottom), so missing"
                            + " is taken as %s.",
                    gaps,
                    rows.size(),
                    Math.abs(lean) < LEANING
                            ? "known labels rank neither above nor below missing ones"
                            : "known labels rank " + (lean > 0 ? "above" : "below") + " missing ones",
                    lean,
                    train.targets().get(0).missing().text()));
        }
        if (train.hasGaps()) {
            double[] shares = shares(rows, train.targets().get(0));
            List<String> never = new ArrayList<>();
            PairIndex.STRICT.forEach(train.data().labels().size(), (i, j, at) -> {
                if (shares[at] == 0) {
                    never.add(train.data().labels().get(i) + " and "
                            + train.data().labels().get(j));
                }
            });
            if (!never.isEmpty()) {
                notes.add("no row knows both " + String.join(", both ", never)
                        + ": the model takes each such pair as a tie, and promises nothing of it");
            }
        }
        return notes;
    }
}
