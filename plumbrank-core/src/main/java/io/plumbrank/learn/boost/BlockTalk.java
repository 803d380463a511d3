package io.plumbrank.learn.boost;

import io.plumbrank.learn.boost.BlockState.Update;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Instances.InstanceBlocks;
import io.plumbrank.learn.instances.Instances.InstanceBlocks.Block;
import io.plumbrank.learn.instances.Summable;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is told to blocks, and what they answer. A block that has lost its {@link BlockState}, or missed something, says so; then all
 * that was told so far is told again to all, and those that know it pass over it.
 */
final class BlockTalk<I extends Instance> implements AutoCloseable {
    private final InstanceBlocks<I> blocks;
    private final String key;
    private final BlockState.Start start;
    /** What counts for ever. */
    private final List<Update> lasting = new ArrayList<>();
    /** What counts until the tree that grows is done. */
    private final List<Update> ofTree = new ArrayList<>();

    private final List<Update> untold = new ArrayList<>();
    private long told;
    private boolean begun;

    /** @param key of what is kept at the blocks; another for each boosting on the same blocks at the same time */
    BlockTalk(InstanceBlocks<I> blocks, String key, BlockState.Start start) {
        this.blocks = blocks;
        this.key = key;
        this.start = start;
    }

    /** Tells something with the next question. */
    void tell(Update update) {
        if (update instanceof BlockState.Grown) {
            ofTree.clear();
        }
        boolean passing = update instanceof BlockState.Rounding || update instanceof BlockState.Splits;
        (passing ? ofTree : lasting).add(update);
        untold.add(update);
    }

    /** What a block answers; it may be asked twice. */
    @FunctionalInterface
    interface Question<I extends Instance, S> extends Serializable {
        @Nullable
        S of(BlockState<I> state);
    }

    /** The sum of all answers, by block number; empty if there are none. */
    <S extends Summable<S>> Optional<S> ask(Question<I, S> question) {
        return ask(question, false);
    }

    /** The sum of answers that are whole numbers, or largest ones. */
    <S extends Summable<S>> Optional<S> askExactly(Question<I, S> question) {
        return ask(question, true);
    }

    private <S extends Summable<S>> Optional<S> ask(Question<I, S> question, boolean exact) {
        long before = told;
        told += untold.size();
        Answer<S> answer = begun
                ? send(new Message<>(key, before, told, List.copyOf(untold), null, question), exact)
                : new Answer<>(true, null);
        untold.clear();
        begun = true;
        if (answer.lost) {
            List<Update> all = new ArrayList<>(lasting);
            all.addAll(ofTree);
            answer = send(new Message<>(key, before, told, all, start, question), exact);
        }
        if (answer.lost) {
            throw new IllegalStateException("a block that forgets what it was just told");
        }
        return Optional.ofNullable(answer.sum);
    }

    private <S extends Summable<S>> Answer<S> send(Message<I, S> message, boolean exact) {
        return (exact ? blocks.sumExactly(message) : blocks.sum(message)).orElseThrow();
    }

    /** Lets go of what blocks keep. */
    @Override
    public void close() {
        String own = key;
        blocks.<Answer<LevelSums>>sumExactly(block -> {
            block.memory().put(own, null);
            return null;
        });
    }

    /** @param lost whether some block does not know what came before */
    private record Answer<S extends Summable<S>>(
            boolean lost, @Nullable S sum) implements Summable<Answer<S>> {
        private static final long serialVersionUID = 1;

        @Override
        public Answer<S> plus(Answer<S> other) {
            if (lost || other.lost) {
                return new Answer<>(true, null);
            }
            S own = sum;
            return own == null ? other : new Answer<>(false, other.sum == null ? own : own.plus(other.sum));
        }
    }

    /**
     * What goes to a block.
     *
     * @param before how many updates it must have taken
     * @param after how many it has taken then
     * @param updates all that count where {@code start} is there, else those from one to the other
     */
    private record Message<I extends Instance, S extends Summable<S>>(
            String key,
            long before,
            long after,
            List<Update> updates,
            BlockState.@Nullable Start start,
            Question<I, S> question)
            implements InstanceBlocks.Work<I, Answer<S>> {
        private static final long serialVersionUID = 1;

        @Override
        public Answer<S> of(Block<I> block) {
            BlockState<I> known = known(block);
            BlockState<I> state = start == null || (known != null && known.at() == after) ? known : made(start, block);
            return state == null ? new Answer<>(true, null) : answer(state);
        }

        private BlockState<I> made(BlockState.Start from, Block<I> block) {
            BlockState<I> state = new BlockState<>(from, block);
            state.take(updates, after);
            block.memory().put(key, state);
            return state;
        }

        /** Updates are taken once, even if a task that was given up has been here before. */
        private Answer<S> answer(BlockState<I> state) {
            synchronized (state) {
                if (start == null && state.at() == before && before < after) {
                    state.take(updates, after);
                }
                return state.at() == after ? new Answer<>(false, question.of(state)) : new Answer<>(true, null);
            }
        }

        @SuppressWarnings("unchecked") // nobody else has the key
        private @Nullable BlockState<I> known(Block<I> block) {
            return (BlockState<I>) block.memory().get(key);
        }
    }
}
