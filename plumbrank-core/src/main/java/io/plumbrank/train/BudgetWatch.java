package io.plumbrank.train;

import io.plumbrank.learn.Progress;
import java.util.function.DoubleSupplier;

/**
 * Hands progress on, and leaves the work that reports it when there is no time for more, until it is released. Work that ends early of its
 * own accord is not left: what it made is judged.
 */
final class BudgetWatch implements Progress {
    private final Progress follower;
    private final DoubleSupplier left;

    /** Until work ends of its own accord; less than what is left for a part of the work. */
    private final DoubleSupplier own;

    private final boolean leaves;
    private final State state;

    /** Shared with the watches of parts of the same work. */
    private static final class State {
        private volatile boolean released;
        private volatile boolean ending;
    }

    /** @param left seconds, negative where there is no time for more */
    BudgetWatch(Progress follower, DoubleSupplier left) {
        this(follower, left, left, true, new State());
    }

    private BudgetWatch(Progress follower, DoubleSupplier left, DoubleSupplier own, boolean leaves, State state) {
        this.follower = follower;
        this.left = left;
        this.own = own;
        this.leaves = leaves;
        this.state = state;
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
        state.released = true;
    }

    private void check() {
        if (leaves && !state.released && !state.ending && left.getAsDouble() < 0) {
            throw new Over();
        }
    }

    @Override
    public boolean isOver() {
        state.ending |= left.getAsDouble() < 0;
        return !state.released && (state.ending || own.getAsDouble() < 0);
    }

    @Override
    public void begin(String part, String unit, long total) {
        if (!leaves && !state.released && left.getAsDouble() == Double.NEGATIVE_INFINITY) {
            throw new Over();
        }
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
        return new BudgetWatch(follower, left, own, false, state);
    }

    @Override
    public Progress slice(double share) {
        double now = own.getAsDouble();
        if (Double.isInfinite(now) || share >= 1) {
            return this;
        }
        double others = Math.max(0, (1 - share) * now);
        return new BudgetWatch(follower, left, () -> own.getAsDouble() - others, leaves, state);
    }

    @Override
    public void kind(String words, double seconds) {
        follower.kind(words, seconds);
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
        return state.released ? NONE : new BudgetWatch(NONE, left);
    }
}
