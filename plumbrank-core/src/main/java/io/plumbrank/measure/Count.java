package io.plumbrank.measure;

/** The counts that trec_eval prints, summed over queries. O(n). */
record Count(MeasureSpec spec) implements Measure {

    @Override
    public double evaluate(JudgedList list) {
        return switch (spec.name()) {
            case NUM_Q -> 1;
            case NUM_RET -> list.retrieved();
            case NUM_REL -> list.labels().relevant(spec.relevance(), Ideal.JUDGED);
            case NUM_REL_RET -> list.labels().relevant(spec.relevance(), Ideal.RETRIEVED);
            default -> throw new IllegalStateException(spec + " is no count");
        };
    }
}
