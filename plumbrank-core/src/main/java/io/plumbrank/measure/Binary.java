package io.plumbrank.measure;

/** A measure that tells relevant items from others, and is undefined where nothing is relevant. */
interface Binary extends Measure {
    /** The value where R items are relevant, of those that make up the ideal. */
    double evaluate(JudgedList list, int relevant);

    /** R. */
    default int relevant(Judgements labels) {
        return labels.once(this, () -> labels.relevant(spec().relevance(), spec().ideal()));
    }

    @Override
    default double evaluate(JudgedList list) {
        int relevant = relevant(list.labels());
        return relevant == 0 ? spec().empty().value() : evaluate(list, relevant);
    }

    @Override
    default boolean isEmpty(JudgedList list) {
        return relevant(list.labels()) == 0;
    }
}
