package io.plumbrank.kind.labels;

import io.plumbrank.data.PairIndex;
import io.plumbrank.data.blocks.BlindOrder;
import io.plumbrank.data.preferences.LabelRankings.Row;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.target.labels.LabelRankingTarget;
import io.plumbrank.target.labels.LabelRankingTarget.Form;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A row with a ranking, as learners see it: the targets of all forms, one after another. */
public final class LabelledRow implements Instance {
    /** So many numbers are kept; more are made anew whenever they are asked for, as labels have so many pairs. */
    private static final int KEPT = 1 << 12;

    private final Row row;
    private final List<String> labels;
    private final List<LabelRankingTarget> forms;
    private final boolean @Nullable [] known;
    /** Of the rows that know each pair, where positions are missing at random. */
    private final double @Nullable [] shares;

    private final double @Nullable [] keptTargets;
    private final double @Nullable [] keptPairs;

    LabelledRow(Row row, List<String> labels, List<LabelRankingTarget> targets) {
        this(row, labels, targets, null, null);
    }

    /**
     * Where positions are missing at random.
     *
     * @param shares of the rows that know each pair
     */
    LabelledRow(Row row, List<String> labels, LabelRankingTarget target, double[] shares) {
        this(row, labels, List.of(target), target.known(row.positions()), shares);
    }

    private LabelledRow(
            Row row,
            List<String> labels,
            List<LabelRankingTarget> forms,
            boolean @Nullable [] known,
            double @Nullable [] shares) {
        this.row = row;
        this.labels = labels;
        this.forms = forms;
        this.known = known;
        this.shares = shares;
        this.keptTargets = targetCount() <= KEPT ? madeTargets() : null;
        this.keptPairs = PairIndex.STRICT.count(labels.size()) <= KEPT ? madePairs() : null;
    }

    private double[] madeTargets() {
        double[] all = new double[targetCount()];
        int at = 0;
        for (LabelRankingTarget target : forms) {
            double[] own = encoded(target, row);
            System.arraycopy(own, 0, all, at, own.length);
            at += own.length;
        }
        return all;
    }

    private int targetCount() {
        return forms.stream().mapToInt(LabelRankingTarget::encodedSize).sum();
    }

    /** What rankings are judged by. */
    double[] judgedPairs() {
        return keptPairs == null ? madePairs() : keptPairs;
    }

    private double[] madePairs() {
        LabelRankingTarget any = forms.get(0);
        if (known == null || shares == null) {
            return encoded(
                    new LabelRankingTarget(any.measure(), any.labels(), Form.PAIRS, any.decoder(), any.complete()),
                    row);
        }
        double[] pairs = encoded(any, row);
        for (int pair = 0; pair < pairs.length; pair++) {
            pairs[pair] = known[pair] ? pairs[pair] / shares[pair] : 0;
        }
        return pairs;
    }

    static double[] encoded(LabelRankingTarget target, Row row) {
        double[] alpha = new double[target.encodedSize()];
        target.encodeInto(row.positions(), alpha);
        return alpha;
    }

    /** The row of the data. */
    Row row() {
        return row;
    }

    /** The names of all labels. */
    List<String> labels() {
        return labels;
    }

    /** The labels in the order that decides what a prediction leaves open. */
    int[] order() {
        return BlindOrder.ofLabels(labels, row.features());
    }

    @Override
    public int rows() {
        return 1;
    }

    @Override
    public int width() {
        return row.features().length;
    }

    @Override
    public float[] x(int width) {
        return row.features();
    }

    @Override
    public double[] targets() {
        return keptTargets == null ? madeTargets() : keptTargets;
    }

    @Override
    public boolean @Nullable [] known() {
        return known;
    }

    @Override
    public double weight() {
        return row.weight();
    }

    @Override
    public long line() {
        return row.line();
    }
}
