package io.plumbrank.learn.instances;

import io.plumbrank.learn.Outputs;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a learner is asked for.
 *
 * @param variants what may be fitted, at least one
 * @param holdout what each fit must not see
 * @param criterion what stops a learner that goes round by round
 * @param settings seed, threads and regularisations
 * @param progress who follows
 * @param laps where the time goes
 * @param <I> the type of instances
 */
public record Plan<I extends Instance>(
        List<Variant> variants,
        Holdout<I> holdout,
        Criterion<I> criterion,
        Settings settings,
        Progress progress,
        Laps laps) {
    /** Stands for a variant where rows of pairs have scores of their own, to be sorted by. */
    public static final int SORTED = -1;

    public Plan {
        variants = List.copyOf(variants);
    }

    /** How well outputs do on instances that a fit did not see. */
    @FunctionalInterface
    public interface Criterion<I extends Instance> {
        /**
         * @param variant what was fitted, or {@link #SORTED}
         * @param outputs of one candidate
         */
        Score of(int variant, List<I> instances, Outputs outputs);

        /** The same in parts, which may be made elsewhere; null where it must see all instances together. */
        default @Nullable Parts<I, ?> parts(int variant) {
            return null;
        }
    }

    /**
     * How well outputs do, by sums over instances.
     *
     * @param <S> what is summed
     */
    public interface Parts<I extends Instance, S extends Summable<S>> extends Serializable {
        /** @param outputs of one candidate */
        S of(List<I> instances, Outputs outputs);

        /** Of all parts together. */
        Score score(S sum);
    }

    /** The same with some of the variants, numbered anew. */
    public Plan<I> only(List<Integer> numbers) {
        Criterion<I> renumbered = new Criterion<>() {
            @Override
            public Score of(int variant, List<I> instances, Outputs outputs) {
                return criterion.of(numbers.get(variant), instances, outputs);
            }

            @Override
            public @Nullable Parts<I, ?> parts(int variant) {
                return criterion.parts(numbers.get(variant));
            }
        };
        return new Plan<>(numbers.stream().map(variants::get).toList(), holdout, renumbered, settings, progress, laps);
    }

    /** The regularisations to choose from. */
    public double[] lambdas(double... otherwise) {
        return settings.lambdas().isEmpty()
                ? otherwise
                : settings.lambdas().stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** The fault of data of which some fold, or all, weigh nothing. */
    public RuntimeException tooFew(Instances<I> instances, String found) {
        return instances.fault(found, holdout.enough());
    }
}
