package io.plumbrank.learn.trees;

import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Instances;
import java.util.ArrayList;
import java.util.List;

/** Loads instances, and drops their features once these take more than some bytes. */
final class TreeLoading<I extends Instance> {
    private final Instances<I> source;
    private final long most;
    private final List<I> all = new ArrayList<>();
    private long bytes;
    private int width;
    private boolean streams;

    TreeLoading(Instances<I> source, long most) {
        this.source = source;
        this.most = most;
    }

    void add(I instance) {
        width = Math.max(width, instance.width());
        bytes += (long) instance.rows() * instance.width() * Float.BYTES;
        if (!streams && bytes > most) {
            streams = true;
            all.replaceAll(source::withoutFeatures);
        }
        all.add(streams ? source.withoutFeatures(instance) : instance);
    }

    List<I> all() {
        return all;
    }

    int width() {
        return width;
    }

    boolean streams() {
        return streams;
    }
}
