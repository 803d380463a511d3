package io.plumbrank.kind.labels;

import io.plumbrank.data.preferences.LabelRankings;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.target.labels.LabelRankingTarget;
import io.plumbrank.target.labels.Missing;
import java.util.List;
import java.util.function.Consumer;

/** Rows that count, in memory. */
record LabelledRows(LabelRankingTask task, LabelRankings data, List<LabelRankingTarget> targets, List<LabelledRow> load)
        implements Instances<LabelledRow> {
    /** Some of the rows, which tell anew what is missing in them. */
    @Override
    public Instances<LabelledRow> only(List<LabelledRow> some) {
        return some.isEmpty()
                ? Instances.super.only(some)
                : task.training(data, some.stream().map(LabelledRow::row).toList());
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
