package io.plumbrank.kind.labels;

import io.plumbrank.data.PairIndex;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Ranking;
import io.plumbrank.data.preferences.LabelRankings;
import io.plumbrank.data.preferences.LabelRankings.Row;
import io.plumbrank.decode.Decoder;
import io.plumbrank.decode.OpenTies.Open;
import io.plumbrank.decode.algorithms.OrderingDecoder;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.Outputs;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.instances.InstanceLoss;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.labels.LabelRankingTarget;
import io.plumbrank.target.labels.LabelRankingTarget.Form;
import io.plumbrank.target.labels.Missing;
import io.plumbrank.task.Choosing;
import io.plumbrank.task.Guide;
import io.plumbrank.task.Judgement;
import io.plumbrank.task.Task.MeasuredTask;
import io.plumbrank.task.Variations;
import io.plumbrank.task.Variations.Forest;
import io.plumbrank.task.Variations.Scope;
import io.plumbrank.util.InputException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
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
 * @param missing what a position means that is not known; before training, {@code auto} is open, and {@link MissingPositions} decides
 */
public record LabelRankingTask(
        MeasureSpec measure,
        List<Form> forms,
        Decoder<?> decoder,
        String beginning,
        List<String> labels,
        boolean complete,
        Missing missing)
        implements MeasuredTask<LabelledRow> {
    private static final int EXACT_LABELS = 16;
    private static final int INNER_FOLDS = 5;

    /** Splits for one random sum of many outputs, which costs as much as one output. */
    private static final Map<String, String> ONE_SUM = Map.of("sketch", "1");

    /** Beyond so many labels, choices are made with Algorithm 1, since every row is decoded for every candidate. */
    private static final int QUICK_LABELS = 11;

    /** Beyond so many labels, scores choose features and λ for pairs. */
    static final int MANY_LABELS = 64;

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
        if (missing == Missing.RANDOM || missing == Missing.BOTTOM) {
            LabelRankingTarget.requireSigns(measure);
        }
    }

    /** Where unknown pairs are the label's own. */
    public LabelRankingTask(
            MeasureSpec measure,
            List<Form> forms,
            Decoder<?> decoder,
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

    public LabelRankingTask withMissing(Missing other) {
        return new LabelRankingTask(measure, forms, decoder, beginning, labels, complete, other);
    }

    /** What a decoder comes to for so many labels: {@code auto} is exact for few, and Algorithm 1 beyond. */
    public static Decoder<?> resolved(Decoder<?> decoder, int labels) {
        return decoder != OrderingDecoder.AUTO
                ? decoder
                : labels <= EXACT_LABELS ? OrderingDecoder.EXACT : OrderingDecoder.ALGORITHM1;
    }

    @Override
    public Instances.Shape shape() {
        return Instances.Shape.ROWS;
    }

    @Override
    public Choosing choosing() {
        return Choosing.nested(INNER_FOLDS);
    }

    /** Boosting a tree per pair is slow and wins nothing; of so many outputs that scores choose for pairs, forests take the scores. */
    @Override
    public Variations variations(Scope scope) {
        return new Variations(
                this,
                null,
                null,
                null,
                null,
                null,
                new Forest(this, Map.of(), true),
                forms.contains(Form.SCORES) ? new Forest(withForm(Form.SCORES), ONE_SUM, true) : null);
    }

    @Override
    public String surrogate() {
        return forms.get(0).surrogate();
    }

    @Override
    public Instances<LabelledRow> training(QuerySource source) {
        LabelRankings data = LabelRankings.read(source, beginning);
        // how lists are written is a matter of the file, not of a fold
        LabelRankings all = source.whole() == source ? data : LabelRankings.read(source.whole(), beginning);
        LabelRankings filled = MissingPositions.areAtBottom(this, all.rows()) ? data.withMissingAtBottom() : data;
        return training(filled, counted(filled));
    }

    /** The rankings of a file, with missing positions as a model takes them. */
    public LabelRankings read(QuerySource source) {
        LabelRankings data = LabelRankings.read(source, beginning).withLabels(labels);
        return missing == Missing.BOTTOM ? data.withMissingAtBottom() : data;
    }

    LabelledRows training(LabelRankings data, List<Row> rows) {
        int count = data.labels().size();
        boolean all = rows.stream().allMatch(row -> row.known() == count);
        Decoder<?> fixed = resolved(decoder, count);
        Missing meaning = data.filledRows() > 0 ? Missing.BOTTOM : MissingPositions.meaning(this, rows);
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
        LabelRankings data =
                LabelRankings.read(source, beginning).withLabels(known.data().labels());
        boolean bottom = known.targets().get(0).missing() == Missing.BOTTOM;
        LabelRankings filled = bottom ? data.withMissingAtBottom() : data;
        return rows(filled, counted(filled), known.targets());
    }

    /** The rows that the measure's mean counts. */
    List<Row> counted(LabelRankings data) {
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
        double[] shares = MissingPositions.shares(rows, first);
        return new LabelledRows(
                this,
                data,
                targets,
                rows.stream()
                        .map(row -> new LabelledRow(row, data.labels(), first, shares))
                        .toList());
    }

    @Override
    public List<Variant> variants(Instances<LabelledRow> train, @Nullable Instances<LabelledRow> held) {
        List<Variant> variants = new ArrayList<>();
        int from = 0;
        for (LabelRankingTarget target : ((LabelledRows) origin(train)).targets()) {
            InstanceLoss loss = InstanceLoss.leastSquares(target.form().surrogate());
            variants.add(new Variant(variants.size(), loss, from, target.encodedSize()));
            from += target.missing() == Missing.RANDOM ? 0 : target.encodedSize();
        }
        return variants;
    }

    /** The rows that some were picked of. */
    static Instances<LabelledRow> origin(Instances<LabelledRow> rows) {
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
        if (all.data().labels().size() <= MANY_LABELS || !forms.contains(Form.PAIRS)) {
            return Optional.empty();
        }
        List<Row> rows = train.load().stream().map(row -> row.row()).toList();
        LabelRankingTask scores = withForm(Form.SCORES);
        LabelRankingTask pairs = withForm(Form.PAIRS);
        return Optional.of(new Guide<>(
                scores,
                scores.training(all.data(), rows),
                forms.indexOf(Form.SCORES),
                pairs,
                pairs.training(all.data(), rows),
                forms.indexOf(Form.PAIRS)));
    }

    LabelRankingTask withForm(Form form) {
        return new LabelRankingTask(measure, List.of(form), decoder, beginning, labels, complete, missing);
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
                LabelRankingTarget target = target(judgement.variant(c).number(), row);
                LabelRankingTarget quick =
                        target.labels() <= QUICK_LABELS ? target : target.decodedBy(OrderingDecoder.ALGORITHM1);
                double[] u = outputs.of(c, i);
                double[] scores = quick.decode(u, order).scores();
                double loss = row.known() == null
                        ? LabelRankingTarget.lossOfPairs(pairs, scores)
                        : target.lossOfFull(pairs, scores);
                int from = row.known() != null
                        ? 0
                        : firstTarget(judgement.variant(c).number(), row);
                judgement.add(
                        c, judgement.share(row.weight()) * loss, row.weight(), squares(u, targets, from, row.known()));
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
                double[] alpha = LabelledRow.encoded(target, row.row());
                Open open = target.decode(u, order);
                judgement.saw(ranked(row.labels(), open));
                double value = target.value(row.row().positions(), open.scores());
                judgement.add(
                        c,
                        row.weight() * value,
                        row.weight(),
                        squares(u, alpha, 0, target.known(row.row().positions())));
            }
            judgement.count(row.weight(), 1);
        }
    }

    /** Where α of a form stands among the targets of all. */
    private int firstTarget(int variant, LabelledRow row) {
        return forms.subList(0, variant).stream()
                .mapToInt(form -> form == Form.PAIRS
                        ? PairIndex.STRICT.size(row.labels().size())
                        : row.labels().size())
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
        int count = row.row().positions().length;
        boolean random = row.known() != null;
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
    public LabelRankingTask trained(Variant variant, Instances<LabelledRow> train) {
        LabelledRows rows = (LabelledRows) origin(train);
        LabelRankingTarget target = rows.targets().get(variant.number());
        return new LabelRankingTask(
                measure,
                List.of(target.form()),
                target.decoder(),
                beginning,
                rows.data().labels(),
                target.complete(),
                target.missing());
    }

    @Override
    public void requireScorer(InstanceScorer scorer) {
        RowScorer.require(scorer, target().encodedSize());
    }

    @Override
    public Guarantee guarantee(InstanceScorer scorer) {
        return target().guarantee();
    }
}
