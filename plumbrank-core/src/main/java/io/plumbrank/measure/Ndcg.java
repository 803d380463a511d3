package io.plumbrank.measure;

/**
 * DCG over the DCG of the perfect ranking, both cut at the same k. Undefined where no item has a gain. O(n), and
 * O(n log n) once for the judgements.
 */
record Ndcg(MeasureSpec spec) implements Additive {

    @Override
    public double evaluate(JudgedList list) {
        return Math.min(1, Additive.super.evaluate(list)); // a tied group may round up
    }

    @Override
    public double discount(int position, int n) {
        return position < spec.depth(n) ? Dcg.discountAt(position) : 0;
    }

    @Override
    public double utility(double grade) {
        return spec.gain().of(grade);
    }

    @Override
    public double normaliser(Judgements labels) {
        return labels.once(this, () -> ideal(labels.judgedDescending(spec.ideal())));
    }

    private double ideal(double[] best) {
        double sum = 0;
        for (int position = 0; position < spec.depth(best.length) && best[position] > 0; position++) {
            sum += spec.gain().of(best[position]) * Dcg.discountAt(position);
        }
        return sum;
    }
}
