package io.plumbrank.measure;

import io.plumbrank.measure.settings.Key.Denominator;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A measure that is cut at the first place. All that it sees of a ranking is the item that stands there, so it is positional with
 * φ = (1, 0, …, 0) and u_i its value where item i does: {@code rr@1}, {@code err@1}, {@code success@1} and {@code map@1}.
 *
 * @param measure as its formula has it
 */
record FirstPlace(Measure measure) implements PositionalMeasure {

    /** The measure, or what it is where it is cut at the first place. */
    static Measure where(Measure measure) {
        return measure.spec().cutoff().orElse(0) == 1 ? new FirstPlace(measure) : measure;
    }

    @Override
    public MeasureSpec spec() {
        return measure.spec();
    }

    @Override
    public double evaluate(JudgedList list) {
        return measure.evaluate(list);
    }

    @Override
    public boolean isEmpty(JudgedList list) {
        return measure.isEmpty(list);
    }

    @Override
    public int tellingGrade() {
        return measure.tellingGrade();
    }

    @Override
    public double discount(int position, int n) {
        return position == 0 ? 1 : 0;
    }

    /** One evaluation per distinct grade. */
    @Override
    public double[] utilities(double[] grades) {
        double[] utilities = new double[grades.length];
        Judgements labels = Judgements.of(grades);
        if (grades.length == 0 || isEmpty(labels.inOrder())) {
            return utilities;
        }
        Map<Double, Double> ofGrade = new HashMap<>();
        for (int item = 0; item < grades.length; item++) {
            int first = item;
            utilities[item] = ofGrade.computeIfAbsent(grades[item], grade -> {
                double[] scores = IntStream.range(0, grades.length)
                        .mapToDouble(i -> i == first ? 1 : 0)
                        .toArray();
                return measure.evaluate(labels.rankedBy(scores));
            });
        }
        return utilities;
    }

    /** Only average precision divides by what depends on the other items. */
    @Override
    public boolean isItemwise() {
        return !(measure instanceof AveragePrecision) || spec().denominator() == Denominator.CAPPED;
    }
}
