package io.plumbrank.learn.instances;

import io.plumbrank.data.BlockMemory;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.Stop;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Instances in the order of their file, as often as they are asked for. */
public interface Instances<I extends Instance> {
    /** What the rows of an instance are to each other. */
    enum Shape {
        /** Each instance is one row. */
        ROWS,
        /** The rows of an instance are items, each with a target of its own. */
        ITEMS,
        /** The rows of an instance are items, whose pairs have the targets; u_ij = −u_ji. */
        PREFERENCES,
        /** The rows of an instance are items, whose pairs have the targets, and so has each item; u_ij = u_ji. */
        PRODUCTS;

        /** Whether pairs have the targets. */
        public boolean isPaired() {
            return this == PREFERENCES || this == PRODUCTS;
        }
    }

    Shape shape();

    /** The number of targets of a row or pair. */
    int outputs();

    /** What features of rows are past the width of their instance. */
    default Padding padding() {
        return Padding.MISSING;
    }

    /** Whether some targets of some instances are not known; for instances of one row and plain squares alone. */
    default boolean hasGaps() {
        return false;
    }

    /** Hands on the instances, in their order. */
    void visit(Consumer<? super I> visitor);

    /** Hands on instances up to and with the first for which {@code last} holds. */
    default void visitUntil(Predicate<? super I> last) {
        Stop.visiting(stop -> visit(instance -> {
            if (last.test(instance)) {
                throw stop;
            }
        }));
    }

    /** The blocks in which sums over them are made; empty where they are made in the order of the file. */
    default Optional<InstanceBlocks<I>> blocks() {
        return Optional.empty();
    }

    default List<I> load() {
        List<I> all = new ArrayList<>();
        visit(all::add);
        return all;
    }

    /** An instance without its features, for whoever will see those on another visit; itself where that saves nothing. */
    default I withoutFeatures(I instance) {
        return instance;
    }

    /** The number of rows, where it is known without another pass, else −1. */
    default long knownRows() {
        return -1;
    }

    /** Where they come from, for messages. */
    String name();

    /** The names of the features, empty where they go by their numbers. */
    List<String> featureNames();

    /** What they are called. */
    default String nouns() {
        return shape() == Shape.ROWS ? "rows" : "queries";
    }

    /** Of an instance with more pairs than this, only some are taken where sums over all of them do not collapse. */
    default int maxPairs() {
        return Integer.MAX_VALUE;
    }

    /** A fault of one of them. */
    default InputException fault(Instance instance, String found, String expected) {
        return new InputException(name(), instance.line(), found, expected);
    }

    /** A fault of all of them together. */
    default InputException fault(String found, String expected) {
        return new InputException(name(), 0, found, expected);
    }

    /** Some instances that are in memory, from the same place. */
    default Instances<I> only(List<I> some) {
        return new Some<>(this, some);
    }

    /** Some instances of others. */
    record Some<I extends Instance>(Instances<I> from, List<I> load) implements Instances<I> {
        public Some {
            load = List.copyOf(load);
        }

        @Override
        public Shape shape() {
            return from.shape();
        }

        @Override
        public int outputs() {
            return from.outputs();
        }

        @Override
        public Padding padding() {
            return from.padding();
        }

        @Override
        public boolean hasGaps() {
            return from.hasGaps();
        }

        @Override
        public void visit(Consumer<? super I> visitor) {
            load.forEach(visitor);
        }

        @Override
        public long knownRows() {
            return load.stream().mapToLong(Instance::rows).sum();
        }

        @Override
        public int maxPairs() {
            return from.maxPairs();
        }

        @Override
        public String name() {
            return from.name();
        }

        @Override
        public List<String> featureNames() {
            return from.featureNames();
        }
    }

    /**
     * Instances that are kept in blocks which depend on the data alone, in this process or in others. What is summed over them is
     * summed within each block, in its order, and over blocks in a fixed tree ({@link io.plumbrank.learn.sums.BlockSums}), so that
     * it has the same bits wherever the blocks are.
     */
    interface InstanceBlocks<I extends Instance> {
        /** The sum of what work makes of each block; empty if it makes nothing of any. */
        <S extends Summable<S>> Optional<S> sum(Work<I, S> work);

        /** Sums that are exact, as those of whole numbers are, so that they are merged as they come. */
        <S extends Summable<S>> Optional<S> sumExactly(Work<I, S> work);

        /** Work on a block, in one thread; it may be sent to other machines. */
        @FunctionalInterface
        interface Work<I extends Instance, S> extends Serializable {
            /** @return null where a block leaves nothing behind */
            @Nullable
            S of(Block<I> block);
        }

        /** A block; {@code first} is the number of its first instance among all, memory holds what earlier work left. */
        record Block<I extends Instance>(int number, long first, Instances<I> instances, BlockMemory memory) {}
    }
}
