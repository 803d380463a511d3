package io.plumbrank.decode.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.Ranking;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.decode.DecodeResult.Optimality;
import io.plumbrank.decode.Decoder;
import io.plumbrank.decode.Decoder.Exactness;
import io.plumbrank.decode.Decoder.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every {@link Decoder} owes. The oracle is the definition of the problem, for all rankings of up to 7 items. A subclass gives
 * the decoders, which are all there are for its problem, and the definitions.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DecoderContract<P, D extends Decoder<P>> {
    static final DecodeLimits LIMITS = DecodeLimits.defaults().withTimeLimit(Duration.ofMinutes(10));

    abstract D[] decoders();

    /** A problem of the kind that the seed says. */
    abstract P random(int items, long seed);

    /** How many numbers pose a problem. */
    abstract int pairs(int items);

    abstract int items(P problem);

    /** What a ranking costs, word for word: the value, or minus the value where the largest is the best. */
    abstract double cost(P problem, Ranking ranking);

    /** Whether a problem is one for which a decoder of some exactness must find the best ranking, by definition. */
    abstract boolean isCovered(P problem, Exactness exactness);

    abstract double tolerance(P problem);

    LongStream seeds() {
        return LongStream.range(0, 70);
    }

    /** 1 where the least value is the best, −1 where the largest is. */
    abstract int sign();

    private double leastCost(P problem) {
        double[] least = {Double.POSITIVE_INFINITY};
        Ranking.forEach(items(problem), ranking -> least[0] = Math.min(least[0], cost(problem, ranking)));
        return items(problem) == 0 ? 0 : least[0];
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void valueAndBoundAreTrueAndSoAreClaimsOfOptimality(long seed) {
        for (int r = 0; r <= 7; r++) {
            P problem = random(r, seed);
            double optimum = leastCost(problem);
            double eps = tolerance(problem);
            for (D decoder : decoders()) {
                DecodeResult result = decoder.decode(problem, LIMITS);
                String what = decoder + " on r = " + r + ": " + result;
                assertThat(sign() * result.value())
                        .as(what)
                        .isCloseTo(cost(problem, result.ranking()), within(eps))
                        .isGreaterThanOrEqualTo(optimum - eps);
                assertThat(sign() * result.bound()).as(what).isLessThanOrEqualTo(optimum + eps);
                if (result.isOptimal()) {
                    assertThat(sign() * result.value()).as(what).isCloseTo(optimum, within(eps));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("decoders")
    void whereADecoderSaysItIsExactItIs(D decoder) {
        Exactness exactness = decoder.promise().exactness();
        int covered = 0;
        for (long seed : seeds().toArray()) {
            for (int r = 3; r <= 6; r++) {
                P problem = random(r, seed);
                if (isCovered(problem, exactness)) {
                    covered++;
                    DecodeResult result = decoder.decode(problem, LIMITS);
                    assertThat(cost(problem, result.ranking()))
                            .as(decoder + " on " + r + " items, seed " + seed)
                            .isCloseTo(leastCost(problem), within(tolerance(problem)));
                    boolean proves = exactness == Exactness.ALWAYS || exactness == Exactness.PROOF_OR_GAP;
                    assertThat(result.isOptimal() || !proves).isTrue();
                }
            }
        }
        boolean says = exactness != Exactness.LOCAL && exactness != Exactness.UNKNOWN;
        assertThat(covered).isBetween(says ? 20 : 0, says ? 280 : 0);
    }

    @ParameterizedTest
    @MethodSource("decoders")
    void theSameSeedGivesTheSameResult(D decoder) {
        for (long seed : new long[] {2, 4}) {
            // beyond the reach of enumeration
            P problem = random(25, seed);
            DecodeResult first = decoder.decode(problem, LIMITS.withSeed(5));
            DecodeResult second = decoder.decode(problem, LIMITS.withSeed(5));
            assertThat(second.ranking()).isEqualTo(first.ranking());
            assertThat(second.bound()).isEqualTo(first.bound());
            assertThat(second.method()).isEqualTo(first.method());
        }
    }

    /** Steps are the same for all threads, however many of them share the processors. */
    @ParameterizedTest
    @MethodSource("decoders")
    void aWorkLimitThatIsMetGivesTheSameBitsOnAnyNumberOfThreads(D decoder) {
        for (int r : new int[] {30, 150}) {
            P problem = random(r, 0);
            DecodeLimits limits = DecodeLimits.ofSteps(3_000_000);
            DecodeResult alone = decoder.decode(problem, limits);
            if (r == 150 && decoder.promise().kind() == Kind.SEARCH) {
                assertThat(alone.optimality()).isEqualTo(Optimality.STOPPED);
            }
            List<DecodeResult> together = IntStream.range(0, 4)
                    .parallel()
                    .mapToObj(thread -> decoder.decode(problem, limits))
                    .toList();
            for (DecodeResult result : together) {
                assertThat(result.ranking()).isEqualTo(alone.ranking());
                assertThat(result.value()).isEqualTo(alone.value());
                assertThat(result.bound()).isEqualTo(alone.bound());
                assertThat(result.method()).isEqualTo(alone.method());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("decoders")
    void moreStepsAreNeverWorse(D decoder) {
        P problem = random(40, 0);
        double before = Double.POSITIVE_INFINITY;
        for (long steps : new long[] {0, 10_000, 10_000_000}) {
            DecodeResult result = decoder.decode(problem, DecodeLimits.ofSteps(steps));
            assertThat(sign() * result.value()).isLessThanOrEqualTo(before + tolerance(problem));
            before = sign() * result.value();
        }
    }

    @ParameterizedTest
    @MethodSource("decoders")
    void noTimeStillGivesARanking(D decoder) {
        for (int r : new int[] {0, 1, 2, 15, 30, 70, 150}) {
            DecodeResult result = decoder.decode(random(r, 0), LIMITS.withTimeLimit(Duration.ZERO));
            assertThat(result.ranking().size()).isEqualTo(r);
            assertThat(sign() * result.bound()).isLessThanOrEqualTo(sign() * result.value());
        }
    }

    @ParameterizedTest
    @MethodSource("decoders")
    void anInterruptedThreadGetsTheBestSoFar(D decoder) {
        P problem = random(40, 0);
        Thread.currentThread().interrupt();
        DecodeResult result = decoder.decode(problem, LIMITS);
        assertThat(Thread.interrupted()).as("the flag is left set").isTrue();
        assertThat(sign() * result.value()).isCloseTo(cost(problem, result.ranking()), within(tolerance(problem)));
        assertThat(result.optimality()).isNotEqualTo(Optimality.PROVEN);
    }

    @ParameterizedTest
    @MethodSource("decoders")
    void uIsDecodedAsTheProblemThatItPoses(D decoder) {
        for (int r = 2; r <= 7; r++) {
            double[] u = new SplittableRandom(r).doubles(pairs(r), -1, 1).toArray();
            P problem = decoder.problem(u);
            Ranking ranking = decoder.decode(problem, LIMITS).ranking();
            assertThat(items(problem)).isEqualTo(r);
            assertThat(decoder.decode(u, LIMITS).ranking()).isEqualTo(ranking);
            if (decoder.promise().kind() == Kind.SEARCH) {
                assertThat(cost(problem, decoder.decodeQuickly(u)))
                        .isCloseTo(leastCost(problem), within(tolerance(problem)));
            } else {
                assertThat(decoder.decodeQuickly(u)).isEqualTo(ranking);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("decoders")
    void aDecoderGoesByItsName(D decoder) {
        String text = decoder.text();
        assertThat(text).matches("[a-z0-9-]+").isEqualTo(decoder.toString());
        assertThat(Decoder.parse(" " + text.toUpperCase(Locale.ROOT), decoders()))
                .isEqualTo(decoder);
        assertThat(decoder.promise().cost()).isNotBlank();
        assertThatThrownBy(() -> Decoder.parse(text + "x", decoders()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("did you mean '" + text + "'?");
    }

    /** Those for votes alone are not offered for predictions; of the others, what is the best for more u comes first. */
    @ParameterizedTest
    @MethodSource("decoders")
    void decodersAreOfferedByWhatTheyPromise(D decoder) {
        List<D> offered = Decoder.ofPredictions(decoders());
        assertThat(offered.contains(decoder)).isEqualTo(decoder.promise().kind() != Kind.VOTE);
        assertThat(offered)
                .isSortedAccordingTo((one, other) ->
                        one.promise().exactness().compareTo(other.promise().exactness()));
    }
}
