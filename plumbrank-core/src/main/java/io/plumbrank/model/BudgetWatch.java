package io.plumbrank.model;

import io.plumbrank.learn.Progress;
import java.util.function.BooleanSupplier;

/** Hands progress on, and leaves the work that reports it when there is no time for more. */
final class BudgetWatch implements Progress {
    private final Progress follower;
    private final BooleanSupplier over;

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

    private void check() {
        if (over.getAsBoolean()) {
            throw new Over();
        }
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
    public void plan(String sentence) {
        follower.plan(sentence);
    }

    @Override
    public void measure(double value) {
        follower.measure(value);
    }

    @Override
    public Progress aside() {
        return new BudgetWatch(NONE, over);
    }
}
