package io.plumbrank.util.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Work on a stream of things in batches, on several threads, that gives the same bits whatever their number: which batch a thing
 * belongs to depends on its number alone, and results are consumed in the order of the batches, in the calling thread.
 *
 * <pre>{@code
 * List<Integer> sizes = new ArrayList<>();
 * Batches.inOrder(candidates::forEach, 64, threads, "sizes", batch -> batch.items().size(), sizes::add);
 * }</pre>
 */
public final class Batches {
    private Batches() {}

    /**
     * Some things that follow each other.
     *
     * @param first the number of the first, counted from 0
     */
    public record Batch<E>(long first, List<E> items) {}

    /**
     * One pass. With one thread all is done in the caller's. What work or consumer throws is thrown in its turn. What the source
     * throws comes after the work on all that it gave before, so that the first fault in the order of things is the one that is
     * thrown.
     *
     * @param source hands each thing to what it is given, such as {@code list::forEach}
     * @param size of all batches but the last, which may be smaller
     * @param name of the threads, for people with a profiler
     * @param work on one batch, in any thread
     * @param consumer takes the results
     */
    public static <E, T> void inOrder(
            Consumer<Consumer<E>> source,
            int size,
            int threads,
            String name,
            Function<Batch<E>, T> work,
            Consumer<T> consumer) {
        try (InOrder<T> workers = new InOrder<>(threads, name, consumer)) {
            Cutter<E> cutter = new Cutter<>(size, batch -> workers.submit(() -> work.apply(batch)));
            try {
                source.accept(cutter::add);
            } catch (RuntimeException e) {
                if (!cutter.failed) {
                    cutter.flush();
                    workers.finish();
                }
                throw e;
            }
            cutter.flush();
            workers.finish();
        }
    }

    private static final class Cutter<E> {
        private final int size;
        private final Consumer<Batch<E>> full;
        private List<E> open = new ArrayList<>();
        private long first;
        private boolean failed;

        Cutter(int size, Consumer<Batch<E>> full) {
            this.size = size;
            this.full = full;
        }

        void add(E item) {
            open.add(item);
            if (open.size() == size) {
                flush();
            }
        }

        void flush() {
            if (!open.isEmpty()) {
                Batch<E> batch = new Batch<>(first, open);
                first += open.size();
                open = new ArrayList<>();
                failed = true; // unless what follows comes back
                full.accept(batch);
                failed = false;
            }
        }
    }
}
