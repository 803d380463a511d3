package io.plumbrank.measure;

/** A measure that sees of a ranking where its first relevant item is. */
interface FirstRelevant extends Binary {
    /**
     * The value where the first relevant item is in a tied group, of whose items some are above the cut-off.
     *
     * @param above how many items are above the group
     * @param size of the group
     * @param relevant how many of the group are
     * @param places how many places of the group are above the cut-off
     */
    double valueIn(int above, int size, int relevant, int places);

    @Override
    default double evaluate(JudgedList list, int all) {
        double[] grades = list.gradesByPosition(spec().ties());
        int[] starts = list.groupStarts(spec().ties());
        int depth = spec().depth(list.retrieved());
        for (int group = 0; starts[group] < depth; group++) {
            int from = starts[group];
            int size = starts[group + 1] - from;
            int relevant = spec().relevance().count(grades, from, from + size);
            if (relevant > 0) {
                return valueIn(from, size, relevant, Math.min(size, depth - from));
            }
        }
        return 0;
    }
}
