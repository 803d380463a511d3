package io.plumbrank.train;

import io.plumbrank.learn.learners.TreeLearner;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One kind of model that may be tried.
 *
 * @param name such as {@code trees with z,rank}
 * @param trainer what makes it
 * @param seconds that it is estimated to take
 * @param bytes of memory that it is estimated to take
 */
record Contender(String name, Trainer<?> trainer, double seconds, double bytes) {
    /** Of the memory of the JVM, what rows in one piece may take. */
    private static final double SHARE_OF_MEMORY = 0.4;

    /** A copy with another estimate of its seconds. */
    Contender taking(double others) {
        return new Contender(name, trainer, others, bytes);
    }

    /** Whether it ends early, with a smaller model, where its time does. */
    boolean isPatient() {
        return trainer.learners().stream().allMatch(TreeLearner.class::isInstance);
    }

    /** Why there is too little memory for it, in words; null where there is enough. */
    @Nullable
    String refusalForMemory() {
        return bytes > SHARE_OF_MEMORY * Runtime.getRuntime().maxMemory()
                ? String.format(
                        Locale.ROOT, "its rows take %.0f MB of memory; give the JVM more (-Xmx)", bytes / (1 << 20))
                : null;
    }
}
