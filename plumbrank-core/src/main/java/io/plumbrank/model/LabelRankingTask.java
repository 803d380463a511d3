package io.plumbrank.model;

import io.plumbrank.data.BlindOrder;
import io.plumbrank.data.LabelRankings;
import io.plumbrank.data.LabelRankings.Row;
import io.plumbrank.data.PairIndex;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.decode.OpenTies.Open;
import io.plumbrank.decode.OrderingDecoder;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.InstanceLoss;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Outputs;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.rankings.LabelRankingTarget;
import io.plumbrank.target.rankings.LabelRankingTarget.Form;
import io.plumbrank.target.rankings.Missing;
import io.plumbrank.util.InputException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Ranking a fixed set of labels for a feature vector. Choices are made within the training rows, each ranked by a fit without it;
 * so the figure that is reported over folds is nested: for each fold, the other rows make all choices anew, and what they choose
 * ranks the fold; what unknown positions mean, and how often pairs are known, they tell too. Rows with fewer than two known
 * positions, and rows of weight 0, are left out.
 *
 * @param measure {@code kendall}, {@code spearman} or {@code pd}
 * @param forms what training may regress on, at least one; in a model the one that it did
 * @param decoder of pairs; before training, {@code auto} is open, and is exact for up to {@value #EXACT_LABELS} labels and
 *     Algorithm 1 beyond
 * @param beginning how the names of the columns with positions begin
 * @param labels the names of the labels; empty before training
 * @param complete whether all positions are known in every row of the training data
 * @param missing what a position means that is not known; before training, {@code auto} is open, and {@link #meaning} decides
 */
public record LabelRankingTask(
        MeasureSpec measure,
        List<Form> forms,
        OrderingDecoder decoder,
        String beginning,
        List<String> labels,
        boolean complete,
        Missing missing)
        implements MeasuredTask<LabelRankingTask.LabelledRow> {
    private static final int EXACT_LABELS = 16;

    /** Beyond so many labels, choices are made with Algorithm 1, since every row is decoded for every candidate. */
    private static final int QUICK_LABELS = 11;

    /** Beyond so many labels, scores choose features and λ for pairs. */
    static final int MANY_LABELS = 64;

    /** From so much lean on, places decide what is missing. */
    private static final double LEANING = 0.5;

    public LabelRankingTask {
        forms = List.copyOf(forms);
        labels = List.copyOf(labels);
        if (forms.isEmpty()) {
            throw new IllegalArgumentException("at least one form is needed");
        }
        if (Set.copyOf(labels).size() < labels.size() || labels.size() == 1) {
            throw new IllegalArgumentException("labels must be two or more, and all different, got " + labels);
        }
        new LabelRankingTarget(measure, 2, forms.get(0), decoder, true); // refuses measure and decoder at once
        if (missing == Missing.RANDOM) {
            LabelRankingTarget.requireSigns(measure);
        }
    }

    /** Where unknown pairs are the label's own. */
    public LabelRankingTask(
            MeasureSpec measure,
            List<Form> forms,
            OrderingDecoder decoder,
            String beginning,
            List<String> labels,
            boolean complete) {
        this(measure, forms, decoder, beginning, labels, complete, Missing.LABEL);
    }

    /** The better of pairs and scores, and what is missing by what the data look like. */
    public static LabelRankingTask of(MeasureSpec measure, String beginning) {
        return new LabelRankingTask(
                measure,
                List.of(Form.PAIRS, Form.SCORES),
                OrderingDecoder.AUTO,
                beginning,
                List.of(),
                true,
                Missing.AUTO);
    }

    /** The same with another meaning of what is missing. */
    public LabelRankingTask withMissing(Missing other) {
        return new LabelRankingTask(measure, forms, decoder, beginning, labels, complete, other);
    }

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
     * What is missing in some rows, where it is open: at random where what is known stands at no end of the full rankings, that is,
     * where {@link #lean} is nearer to 0 than to ±1. Positions that were counted anew among the known labels are no places in a
     * full ranking, and look like lists of the best few; so do those, and both are taken as they are, as labels of their own.
     */
    private Missing meaning(List<Row> rows) {
        boolean complete = rows.stream().allMatch(row -> row.known() == row.positions().length);
        if (complete) {
            return Missing.LABEL;
        }
        if (missing != Missing.AUTO) {
            return missing;
        }
        return LabelRankingTarget.takesSigns(measure) && Math.abs(lean(rows)) < LEANING
                ? Missing.RANDOM
                : Missing.LABEL;
    }

    /** What a decoder comes to for so many labels: {@code auto} is exact for few, and Algorithm 1 beyond. */
    public static OrderingDecoder resolved(OrderingDecoder decoder, int labels) {
        return decoder != OrderingDecoder.AUTO
                ? decoder
                : labels <= EXACT_LABELS ? OrderingDecoder.EXACT : OrderingDecoder.ALGORITHM1;
    }

    /** A row with a ranking, as learners see it: the targets of all forms, one after another. */
    public static final class LabelledRow implements Instance {
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
        private double[] judgedPairs() {
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

        private static double[] encoded(LabelRankingTarget target, Row row) {
            double[] alpha = new double[target.encodedSize()];
            target.encodeInto(row.positions(), alpha);
            return alpha;
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

    /** Rows that count, in memory. */
    private record LabelledRows(
            LabelRankingTask task, LabelRankings data, List<LabelRankingTarget> targets, List<LabelledRow> load)
            implements Instances<LabelledRow> {
        /** Some of the rows, which tell anew what is missing in them. */
        @Override
        public Instances<LabelledRow> only(List<LabelledRow> some) {
            return some.isEmpty()
                    ? Instances.super.only(some)
                    : task.training(data, some.stream().map(row -> row.row).toList());
        }

        @Override
        public Shape shape() {
            return Shape.ROWS;
        }

        @Override
        public int outputs() {
            return hasGaps()
                    ? targets.get(0).encodedSize()
                    : targets.stream().mapToInt(LabelRankingTarget::encodedSize).sum();
        }

        @Override
        public boolean hasGaps() {
            return targets.get(0).missing() == Missing.RANDOM;
        }

        @Override
        public void visit(Consumer<? super LabelledRow> visitor) {
            load.forEach(visitor);
        }

        @Override
        public long knownRows() {
            return load.size();
        }

        @Override
        public String name() {
            return data.source().file().toString();
        }

        @Override
        public List<String> featureNames() {
            return data.featureNames();
        }
    }

    @Override
    public Instances.Shape shape() {
        return Instances.Shape.ROWS;
    }

    @Override
    public boolean isNested() {
        return true;
    }

    @Override
    public String surrogate() {
        return forms.get(0).surrogate();
    }

    @Override
    public Instances<LabelledRow> training(QuerySource source) {
        LabelRankings data = LabelRankings.read(source, beginning);
        return training(data, counted(data));
    }

    private LabelledRows training(LabelRankings data, List<Row> rows) {
        int count = data.labels().size();
        boolean all = rows.stream().allMatch(row -> row.known() == count);
        OrderingDecoder fixed = resolved(decoder, count);
        Missing meaning = meaning(rows);
        return rows(
                data,
                rows,
                forms.stream()
                        .map(form -> new LabelRankingTarget(measure, count, form, fixed, all, meaning))
                        .toList());
    }

    @Override
    public Instances<LabelledRow> validation(QuerySource source, Instances<LabelledRow> train) {
        LabelledRows known = (LabelledRows) train;
        LabelRankings data = LabelRankings.read(source, beginning).withLabels(known.data.labels());
        return rows(data, counted(data), known.targets);
    }

    /** The rows that the measure's mean counts. */
    private List<Row> counted(LabelRankings data) {
        return data.rows().stream()
                .filter(row -> row.weight() > 0 && row.known() >= 2 && !isLeftOut(row))
                .toList();
    }

    private boolean isLeftOut(Row row) {
        int count = row.positions().length;
        return measure.skipsEmpty()
                && Double.isNaN(new LabelRankingTarget(measure, count, forms.get(0), decoder, false)
                        .value(row.positions(), Ranking.identity(count)));
    }

    private LabelledRows rows(LabelRankings data, List<Row> rows, List<LabelRankingTarget> targets) {
        if (rows.isEmpty()) {
            throw new InputException(
                    data.source().file().toString(),
                    0,
                    "no row that counts: none with at least two known positions and a positive weight",
                    "at least one");
        }
        LabelRankingTarget first = targets.get(0);
        if (first.missing() != Missing.RANDOM) {
            return new LabelledRows(
                    this,
                    data,
                    targets,
                    rows.stream()
                            .map(row -> new LabelledRow(row, data.labels(), targets))
                            .toList());
        }
        double[] shares = shares(rows, first);
        return new LabelledRows(
                this,
                data,
                targets,
                rows.stream()
                        .map(row -> new LabelledRow(row, data.labels(), first, shares))
                        .toList());
    }

    /**
     * The share of rows, by weight, that know each pair. A known pair is judged as 1 over its share, so that pairs count alike
     * however often they are known, as they do in full rankings.
     */
    private static double[] shares(List<Row> rows, LabelRankingTarget target) {
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

    @Override
    public List<Variant> variants(Instances<LabelledRow> train, @Nullable Instances<LabelledRow> held) {
        List<Variant> variants = new ArrayList<>();
        int from = 0;
        for (LabelRankingTarget target : ((LabelledRows) origin(train)).targets) {
            InstanceLoss loss = InstanceLoss.leastSquares(target.form().surrogate());
            variants.add(new Variant(loss, from, target.encodedSize()));
            from += target.missing() == Missing.RANDOM ? 0 : target.encodedSize();
        }
        return variants;
    }

    /** The rows that some were picked of. */
    private static Instances<LabelledRow> origin(Instances<LabelledRow> rows) {
        return rows instanceof Instances.Some<LabelledRow> some ? origin(some.from()) : rows;
    }

    /**
     * Scores choose for pairs of many labels. Least squares are linear in the targets, so with the same features and λ the sums of the
     * fitted pairs are the fitted scores: the guide judges the same fit by sorting its sums, with r outputs of each row, where all
     * pairs are r(r−1)/2 and Algorithm 1 takes O(r² log r).
     */
    @Override
    public Optional<Guide<LabelledRow>> guide(Instances<LabelledRow> train) {
        LabelledRows all = (LabelledRows) origin(train);
        if (all.data.labels().size() <= MANY_LABELS || !forms.contains(Form.PAIRS)) {
            return Optional.empty();
        }
        List<Row> rows = train.load().stream().map(row -> row.row).toList();
        LabelRankingTask scores = withForm(Form.SCORES);
        LabelRankingTask pairs = withForm(Form.PAIRS);
        return Optional.of(new Guide<>(
                scores,
                scores.training(all.data, rows),
                forms.indexOf(Form.SCORES),
                pairs,
                pairs.training(all.data, rows),
                forms.indexOf(Form.PAIRS)));
    }

    /** The same with one form alone. */
    LabelRankingTask withForm(Form form) {
        return new LabelRankingTask(measure, List.of(form), decoder, beginning, labels, complete, missing);
    }

    @Override
    public boolean choosesLarger() {
        return false;
    }

    /** By what rankings fall short of the best for the same positions. */
    @Override
    public void judge(List<LabelledRow> rows, Outputs outputs, Judgement judgement) {
        for (int i = 0; i < rows.size(); i++) {
            LabelledRow row = rows.get(i);
            int[] order = row.order();
            double[] pairs = row.judgedPairs();
            double[] targets = row.targets();
            for (int c = 0; c < judgement.candidates(); c++) {
                LabelRankingTarget target = target(judgement.variant(c), row);
                LabelRankingTarget quick =
                        target.labels() <= QUICK_LABELS ? target : target.decodedBy(OrderingDecoder.ALGORITHM1);
                double[] u = outputs.of(c, i);
                double[] scores = quick.decode(u, order).scores();
                double loss = row.known == null
                        ? LabelRankingTarget.lossOfPairs(pairs, scores)
                        : target.lossOfFull(pairs, scores);
                int from = row.known != null ? 0 : firstTarget(judgement.variant(c), row);
                judgement.add(
                        c, judgement.share(row.weight()) * loss, row.weight(), squares(u, targets, from, row.known));
            }
            judgement.count(row.weight(), 1);
        }
    }

    /** By the measure itself, on the labels whose positions are known; of a model, whose training rows told what is missing. */
    @Override
    public void judgeFinally(List<LabelledRow> rows, Outputs outputs, Judgement judgement) {
        for (int i = 0; i < rows.size(); i++) {
            LabelledRow row = rows.get(i);
            int[] order = row.order();
            for (int c = 0; c < judgement.candidates(); c++) {
                LabelRankingTarget target = target();
                double[] u = outputs.of(c, i);
                double[] alpha = LabelledRow.encoded(target, row.row);
                Open open = target.decode(u, order);
                judgement.saw(ranked(row.labels, open));
                double value = target.value(row.row.positions(), open.scores());
                judgement.add(
                        c, row.weight() * value, row.weight(), squares(u, alpha, 0, target.known(row.row.positions())));
            }
            judgement.count(row.weight(), 1);
        }
    }

    /** Where α of a form stands among the targets of all. */
    private int firstTarget(int variant, LabelledRow row) {
        return forms.subList(0, variant).stream()
                .mapToInt(form -> form == Form.PAIRS ? PairIndex.STRICT.size(row.labels.size()) : row.labels.size())
                .sum();
    }

    /** ‖u − α‖². */
    private static double squares(double[] u, double[] alpha, int from, boolean @Nullable [] known) {
        double squares = 0;
        for (int o = 0; o < u.length; o++) {
            if (known == null || known[o]) {
                squares += (u[o] - alpha[from + o]) * (u[o] - alpha[from + o]);
            }
        }
        return squares;
    }

    /** In words, equal labels joined by {@code =}, in one order wherever that is left open. */
    private static String ranked(List<String> labels, Open open) {
        Map<Double, String> groups = new TreeMap<>(Comparator.reverseOrder());
        for (int label = 0; label < labels.size(); label++) {
            groups.merge(open.scores()[label] + 0.0, labels.get(label), (a, b) -> a + "=" + b);
        }
        return String.join(">", groups.values());
    }

    private LabelRankingTarget target(int variant, LabelledRow row) {
        int count = row.row.positions().length;
        boolean random = row.known != null;
        return new LabelRankingTarget(
                measure,
                count,
                forms.get(variant),
                resolved(decoder, count),
                complete && !random,
                random ? Missing.RANDOM : Missing.LABEL);
    }

    /** The target of a model. */
    public LabelRankingTarget target() {
        return new LabelRankingTarget(measure, labels.size(), forms.get(0), decoder, complete, missing);
    }

    @Override
    public LabelRankingTask trained(int number, Variant variant, Instances<LabelledRow> train) {
        LabelledRows rows = (LabelledRows) origin(train);
        LabelRankingTarget target = rows.targets.get(number);
        return new LabelRankingTask(
                measure,
                List.of(target.form()),
                target.decoder(),
                beginning,
                rows.data.labels(),
                target.complete(),
                target.missing());
    }

    @Override
    public List<String> notes(Instances<LabelledRow> train) {
        LabelRankings data = ((LabelledRows) train).data;
        List<Row> rows = counted(data);
        List<String> notes = new ArrayList<>(notesOnMissing((LabelledRows) train));
        String unknown = IntStream.range(0, data.labels().size())
                .filter(label -> rows.stream().noneMatch(row -> row.isKnown(label)))
                .mapToObj(data.labels()::get)
                .collect(Collectors.joining(", "));
        if (!unknown.isEmpty()) {
            notes.add("no row knows the position of " + unknown + ": where the model ranks it means nothing");
        }
        int leftOut = data.rows().size() - rows.size();
        if (leftOut > 0) {
            notes.add(leftOut + (leftOut == 1 ? " row" : " rows")
                    + " left out: fewer than two positions are known, "
                    + (measure.skipsEmpty() ? measure.typed() + " is undefined, " : "") + "or the weight is 0");
        }
        return notes;
    }

    /** What was taken for missing positions and why, where it was open; and pairs that nothing is known of. */
    private List<String> notesOnMissing(LabelledRows train) {
        List<Row> rows = counted(train.data);
        List<String> notes = new ArrayList<>();
        long gaps = rows.stream()
                .filter(row -> row.known() < row.positions().length)
                .count();
        if (missing == Missing.AUTO && gaps > 0) {
            double lean = lean(rows);
            notes.add(String.format(
                    Locale.ROOT,
                    "%d of %d rows do not know all positions; %s (lean %.2f, from 0 for lost anywhere to 1 for lost at the"
                            + " bottom): missing is taken as %s.",
                    gaps,
                    rows.size(),
                    Math.abs(lean) < LEANING
                            ? "what is known stands neither above nor below what is missing"
                            : "what is known stands " + (lean > 0 ? "above" : "below") + " what is missing",
                    lean,
                    train.targets.get(0).missing().text()));
        }
        if (train.hasGaps()) {
            double[] shares = shares(rows, train.targets.get(0));
            List<String> never = new ArrayList<>();
            PairIndex.STRICT.forEach(train.data.labels().size(), (i, j, at) -> {
                if (shares[at] == 0) {
                    never.add(train.data.labels().get(i) + " and "
                            + train.data.labels().get(j));
                }
            });
            if (!never.isEmpty()) {
                notes.add("no row knows both " + String.join(", both ", never)
                        + ": the model takes each such pair as a tie, and promises nothing of it");
            }
        }
        return notes;
    }

    @Override
    public String noteOfOnePrediction(Object prediction) {
        return "The model ranks the labels alike for all rows, " + prediction
                + ": the features told it nothing; try other features or another model, such as fourier or trees.";
    }

    @Override
    public void requireScorer(InstanceScorer scorer) {
        RowScorer.require(scorer, target().encodedSize());
    }

    @Override
    public Guarantee guarantee(InstanceScorer scorer) {
        return target().guarantee();
    }

    @Override
    public String summary(Training training) {
        return training.model().provenance().rows() + " rankings of " + labels.size() + " labels, for "
                + measure.typed() + training.lambdaIfAlone();
    }

    @Override
    public Map<String, Object> facts() {
        Map<String, Object> facts = MeasuredTask.super.facts();
        facts.put("decoder", forms.get(0) == Form.SCORES ? "sort" : decoder.text());
        if (!complete) {
            facts.put("missing", missing.text());
        }
        facts.put("labels", labels);
        return facts;
    }
}
