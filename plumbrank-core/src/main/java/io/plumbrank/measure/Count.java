package io.plumbrank.measure;

import io.plumbrank.measure.settings.Key;
import io.plumbrank.measure.settings.Key.Ideal;
import io.plumbrank.measure.settings.Key.Relevance;
import io.plumbrank.measure.settings.Key.Summed;
import java.util.function.ToIntBiFunction;

/**
 * The counts that trec_eval prints, summed over queries; the weights of queries do not count. O(n).
 *
 * @param counted what one query adds
 */
record Count(MeasureSpec spec, ToIntBiFunction<Judgements, Relevance> counted) implements Measure {
    static final MeasureKind QUERIES = kind("num_q", (labels, relevance) -> 1);
    static final MeasureKind RETRIEVED = kind("num_ret", (labels, relevance) -> labels.grades().length);
    static final MeasureKind RELEVANT = kind("num_rel", (labels, relevance) -> labels.relevant(relevance, Ideal.JUDGED))
            .keys(Key.REL, Key.SUM);
    static final MeasureKind RELEVANT_RETRIEVED = kind(
                    "num_rel_ret", (labels, relevance) -> labels.relevant(relevance, Ideal.RETRIEVED))
            .keys(Key.REL);

    private static MeasureKind kind(String name, ToIntBiFunction<Judgements, Relevance> counted) {
        return MeasureKind.of(Structure.COUNT, name, spec -> new Count(spec, counted));
    }

    @Override
    public double evaluate(JudgedList list) {
        return counted.applyAsInt(list.labels(), spec.relevance());
    }

    @Override
    public double share(JudgedList list, double value, double weight) {
        return spec.get(Key.SUM) == Summed.POSITIVE ? counted.applyAsInt(list.labels(), Relevance.above(0)) : value;
    }
}
