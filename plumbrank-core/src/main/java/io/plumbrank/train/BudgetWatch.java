package io.plumbrank.train;

import io.plumbrank.learn.Progress;
import java.util.function.BooleanSupplier;

/**
 * Hands progress on, and leaves the work that reports it when there is no time for more, until it is released. Work that ends early of its
 * own accord is not left: what it made is judged.
 */
final class BudgetWatch implements Progress {
    private final Progress follower;
    private final BooleanSupplier over;
    private volatile boolean released;
    private volatile boolean ending;

    /** @param over whether there is no time for more */
    BudgetWatch(Progress follower, BooleanSupplier over) {
        this.follower = follower;
        this.over = over;
    }

    /** Work that was left because there is no time for more. */
    static final class Over extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Over() {
            super("no time is left", null, false, false);
        }
    }

    /** From now on work is left to its end: what was chosen must still become a model. */
    void release() {
        released = true;
    }

    private void check() {
        if (!released && !ending && over.getAsBoolean()) {
            throw new Over();
        }
    }

    @Override
    public boolean isOver() {
        if (!released && over.getAsBoolean()) {
            ending = true;
            return true;
        }
        return false;
    }

    @Override
    public void begin(String part, String unit, long total) {
        check();
        follower.begin(part, unit, total);
    }

    @Override
    public void at(long done) {
        check();
        follower.at(done);
    }

    @Override
    public Progress patient() {
        BudgetWatch watch = this;
        return new Progress() {
            @Override
            public void begin(String part, String unit, long total) {
                follower.begin(part, unit, total);
            }

            @Override
            public void at(long done) {
                follower.at(done);
            }

            @Override
            public void measure(double value) {
                follower.measure(value);
            }

            @Override
            public boolean isOver() {
                return watch.isOver();
            }
        };
    }

    @Override
    public void plan(String sentence) {
        follower.plan(sentence);
    }

    @Override
    public void measure(double value) {
        follower.measure(value);
    }

    @Override
    public Progress aside() {
        return released ? NONE : new BudgetWatch(NONE, over);
    }
}
