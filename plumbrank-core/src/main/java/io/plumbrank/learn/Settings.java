package io.plumbrank.learn;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * What training of every kind has in common. Immutable.
 *
 * @param seed of all that is random
 * @param threads how many work; they change no bit
 * @param folds how many, where there is no validation file; at least 2
 * @param lambdas regularisations to choose from; empty for a grid that suits the task
 * @param program name and version of what trains, for the model's provenance
 */
public record Settings(long seed, int threads, int folds, List<Double> lambdas, String program) {
    /** Sums are kept for each fold, before it is known how many instances there are. */
    private static final int MOST_FOLDS = 10_000;

    public Settings {
        lambdas = lambdas.stream().distinct().toList();
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, got " + threads);
        }
        requireFolds(folds);
        if (lambdas.stream().anyMatch(lambda -> !(lambda >= 0 && Double.isFinite(lambda)))) {
            throw new IllegalArgumentException("lambdas must be finite and not negative, got " + lambdas);
        }
    }

    /** @throws IllegalArgumentException unless there can be so many folds: from 2 to 10,000 */
    public static void requireFolds(int count) {
        if (count < 2) {
            throw new IllegalArgumentException("folds must be at least 2, got " + count);
        }
        if (count > MOST_FOLDS) {
            throw new IllegalArgumentException("folds must be at most " + MOST_FOLDS + ", got " + count);
        }
    }

    /** Seed 1, all processors, five folds, the task's own grid, and Plumbrank with its version as the program. */
    public static Settings defaults() {
        return new Settings(1, Runtime.getRuntime().availableProcessors(), 5, List.of(), "plumbrank " + version());
    }

    /** The version of Plumbrank, which the build writes beside this class. */
    public static String version() {
        try (InputStream in = Objects.requireNonNull(Settings.class.getResourceAsStream("version.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Settings withSeed(long seed) {
        return new Settings(seed, threads, folds, lambdas, program);
    }

    public Settings withThreads(int threads) {
        return new Settings(seed, threads, folds, lambdas, program);
    }

    public Settings withFolds(int folds) {
        return new Settings(seed, threads, folds, lambdas, program);
    }

    public Settings withLambdas(List<Double> lambdas) {
        return new Settings(seed, threads, folds, lambdas, program);
    }

    public Settings withProgram(String program) {
        return new Settings(seed, threads, folds, lambdas, program);
    }
}
