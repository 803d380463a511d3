package io.plumbrank.learn.instances;

import io.plumbrank.learn.Outputs;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import java.io.Serializable;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 */
public record Plan<I extends Instance>(
        List<Variant> variants,
        Holdout<I> holdout,
        Criterion<I> criterion,
        Settings settings,
        Progress progress,
        Laps laps) {
    public Plan {
        variants = List.copyOf(variants);
    }

    /** How well outputs do on instances that a fit did not see. */
    @FunctionalInterface
    public interface Criterion<I extends Instance> {
        /** @param variant what was fitted, or {@link Variant#SORTED} */
        Score of(Variant variant, List<I> instances, Outputs outputs);

        /** The same in parts, which may be made elsewhere; null where it must see all instances together. */
        default @Nullable Parts<I, ?> parts(Variant variant) {
            return null;
        }
    }

    /** How well outputs do, by sums over instances. */
    public interface Parts<I extends Instance, S extends Summable<S>> extends Serializable {
        /** @param outputs of one candidate */
        S of(List<I> instances, Outputs outputs);

        /** Of all parts together. */
        Score score(S sum);
    }

    /** A copy with some of the variants. */
    public Plan<I> only(List<Variant> some) {
        return new Plan<>(some, holdout, criterion, settings, progress, laps);
    }

    /** All variants, each with all regularisations. */
    public List<Candidate> candidates(double[] lambdas) {
        return variants.stream()
                .flatMap(variant -> Arrays.stream(lambdas).mapToObj(lambda -> new Candidate(variant, lambda)))
                .toList();
    }

    /** The regularisations to choose from. */
    public double[] lambdas(double... otherwise) {
        return settings.lambdas().isEmpty()
                ? otherwise
                : settings.lambdas().stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** The fault of data of which some fold, or all, weigh nothing, among so many instances. */
    public RuntimeException tooFew(Instances<I> instances, long count) {
        return tooFew(instances, count + " " + instances.nouns() + ", too few of them with a positive weight");
    }

    /** The fault of data of which some fold, or all, weigh nothing. */
    public RuntimeException tooFew(Instances<I> instances, String found) {
        return instances.fault(found, holdout.enough());
    }

    /** Writes down how long the parts of some work take. One thread. */
    public static final class Laps {
        private final Map<String, Double> seconds = new LinkedHashMap<>();
        private long start = System.nanoTime();

        /** The time since the last lap, or since the beginning, went into this part. */
        public void lap(String part) {
            long now = System.nanoTime();
            seconds.merge(part, (now - start) / 1e9, Double::sum);
            start = now;
        }

        /** The time since the last lap went into something else. */
        public void skip() {
            start = System.nanoTime();
        }

        /** By part, in the order in which they were first named. */
        public Map<String, Double> seconds() {
            return seconds;
        }
    }
}
