package io.plumbrank.train;

import io.plumbrank.data.BlockMemory;
import io.plumbrank.learn.Outputs;
import io.plumbrank.learn.instances.HeldOut;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Instances.InstanceBlocks;
import io.plumbrank.learn.instances.Instances.InstanceBlocks.Block;
import io.plumbrank.learn.instances.Instances.Shape;
import io.plumbrank.task.Judgement;
import io.plumbrank.task.Task;
import io.plumbrank.util.internal.Batches;
import io.plumbrank.util.internal.Batches.Batch;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Judges candidates on instances that they were not fitted to. Batches are of a fixed number of instances and added in their
 * order, so that threads change no bit.
 *
 * @param task whose measure counts
 * @param threads that score and judge
 */
record Selection<I extends Instance>(Task<I> task, int threads) implements Serializable {
    private static final long serialVersionUID = 1;

    private static final int ROWS = 1024;
    private static final int QUERIES = 64;
    private static final int SCORED_QUERIES = 256;

    /** Numbers that a thread may hold at a time, 32 MB. */
    private static final int MOST_OUTPUTS = 1 << 22;

    /** Adds how instances fare; {@link Task#judge} or {@link Task#judgeFinally}. */
    @FunctionalInterface
    interface Judge<I extends Instance> extends Serializable {
        void judge(List<I> instances, Outputs outputs, Judgement judgement);
    }

    /**
     * Judges all candidates in one pass over data.
     *
     * @param none their sums over nothing
     */
    Judgement of(Instances<I> instances, HeldOut heldOut, Judgement none, Judge<I> judge, LongConsumer progress) {
        Optional<InstanceBlocks<I>> blocks = task.choosing().sumsByFold() ? Optional.empty() : instances.blocks();
        if (blocks.isPresent()) {
            Selection<I> alone = new Selection<>(task, 1);
            return blocks.get()
                    .sum(block -> alone.inBatches(block, heldOut, none, judge, rows -> {}))
                    .orElseGet(none::fresh);
        }
        return inBatches(new Block<>(0, 0, instances, BlockMemory.NONE), heldOut, none, judge, progress);
    }

    private Judgement inBatches(
            Block<I> block, HeldOut heldOut, Judgement none, Judge<I> judge, LongConsumer progress) {
        Judgement total = none.fresh();
        int size = task.choosing().sumsByFold() ? Integer.MAX_VALUE : task.shape() == Shape.ROWS ? ROWS : QUERIES;
        Batches.<I, Judgement>inOrder(
                block.instances()::visit,
                size,
                threads,
                "plumbrank-validation",
                batch -> judged(batch, block.first(), heldOut, none, judge),
                batch -> {
                    total.add(batch);
                    progress.accept(total.rows());
                });
        return total;
    }

    /** Hands on the outputs of one candidate for each instance, batch after batch in their order. */
    void outputs(Instances<I> instances, HeldOut heldOut, Consumer<List<double[]>> consumer) {
        Batches.<I, List<double[]>>inOrder(
                instances::visit,
                task.shape() == Shape.ROWS ? ROWS : QUERIES,
                threads,
                "plumbrank-outputs",
                batch -> outputs(batch, heldOut),
                consumer);
    }

    private List<double[]> outputs(Batch<I> batch, HeldOut heldOut) {
        double[][] all = new double[batch.items().size()][];
        Map<Integer, List<Integer>> together = new TreeMap<>();
        for (int i = 0; i < all.length; i++) {
            int fold = heldOut.fold(batch.first() + i);
            if (task.shape() == Shape.ROWS) {
                together.computeIfAbsent(fold, number -> new ArrayList<>()).add(i);
            } else {
                all[i] = heldOut.score(List.of(batch.items().get(i)), fold).of(0, 0);
            }
        }
        together.forEach((fold, places) -> {
            Outputs outputs =
                    heldOut.score(places.stream().map(batch.items()::get).toList(), fold);
            for (int i = 0; i < places.size(); i++) {
                all[places.get(i)] = outputs.of(0, i);
            }
        });
        return List.of(all);
    }

    /** Rows go to their scorer fold by fold, queries one by one, since each may have many rows. */
    private Judgement judged(Batch<I> batch, long first, HeldOut heldOut, Judgement none, Judge<I> judge) {
        Judgement sums = none.fresh();
        Map<Integer, List<Integer>> byFold = new TreeMap<>();
        for (int i = 0; i < batch.items().size(); i++) {
            int fold = heldOut.fold(first + batch.first() + i);
            if (task.shape() == Shape.ROWS) {
                byFold.computeIfAbsent(fold, number -> new ArrayList<>()).add(i);
            } else {
                List<I> one = List.of(batch.items().get(i));
                sums.expect(new long[] {first + batch.first() + i});
                judge.judge(one, heldOut.score(one, fold), sums);
            }
        }
        int most = Math.max(1, MOST_OUTPUTS / Math.max(1, heldOut.outputs()));
        byFold.forEach((fold, places) -> {
            Judgement own = task.choosing().sumsByFold() ? none.fresh() : sums;
            for (int from = 0; from < places.size(); from += most) {
                List<Integer> part = places.subList(from, Math.min(from + most, places.size()));
                List<I> some = part.stream().map(batch.items()::get).toList();
                own.expect(
                        part.stream().mapToLong(i -> first + batch.first() + i).toArray());
                judge.judge(some, heldOut.score(some, fold), own);
            }
            if (own != sums) {
                sums.add(own);
            }
        });
        return sums;
    }

    /** Judges what was chosen, by the decoder of the model. */
    Judgement ofModel(Choice choice, Instances<I> data, boolean keepsEach, LongConsumer progress) {
        return of(data, HeldOut.by(choice.scorer()), none(choice).keepingEach(keepsEach), task::judgeFinally, progress);
    }

    /** Judges what was chosen on instances that it was not fitted to, by the decoder that chose. */
    Judgement ofHeldOut(Choice choice, Instances<I> data, LongConsumer progress) {
        return of(data, choice.heldOut(), none(choice).keepingEach(true), task::judge, progress);
    }

    private static Judgement none(Choice choice) {
        return new Judgement(List.of(choice.candidate().numbered(0)));
    }

    /** Refuses data of which no instance counts. */
    void requireCounting(Judgement judgement, Instances<I> data) {
        if (Double.isNaN(judgement.result(0).measure())) {
            throw data.fault(
                    "nothing that counts in " + task.measureName() + " among its " + data.nouns(),
                    "some with a positive weight and a label on which it is defined");
        }
    }

    /**
     * Judges one candidate whose outputs are known.
     *
     * @param total its sums over nothing
     * @param numbers of the instances in their file; null where what each adds is not kept
     */
    Judgement known(List<I> instances, Outputs outputs, Judgement total, long @Nullable [] numbers) {
        int size = task.shape() == Shape.ROWS ? ROWS : task.shape() == Shape.ITEMS ? SCORED_QUERIES : QUERIES;
        Batches.<I, Judgement>inOrder(
                instances::forEach,
                size,
                threads,
                "plumbrank-measure",
                batch -> {
                    Judgement sums = total.fresh();
                    int from = (int) batch.first();
                    int to = from + batch.items().size();
                    if (numbers != null) {
                        sums.expect(Arrays.copyOfRange(numbers, from, to));
                    }
                    task.judge(batch.items(), outputs.part(from, to), sums);
                    return sums;
                },
                total::add);
        return total;
    }
}
