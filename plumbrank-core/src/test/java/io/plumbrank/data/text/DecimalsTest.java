package io.plumbrank.data.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.plumbrank.data.LetorTexts;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The JDK's own parsers are the oracle. */
class DecimalsTest {
    private static final int TOKENS = 100_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aFloatIsTheOneThatTheJdkReads(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < TOKENS; i++) {
            String token = token(random);
            float expected = Float.parseFloat(token);
            assertSame(token, bits(parseFloat(token)), bits(finite(expected)));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aDoubleIsTheOneThatTheJdkReads(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < TOKENS; i++) {
            String token = token(random);
            double expected = Double.parseDouble(token);
            double finite = Double.isInfinite(expected) ? Double.NaN : expected;
            assertSame(token, Double.doubleToRawLongBits(parseDouble(token)), Double.doubleToRawLongBits(finite));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theFastLaneGivesTheSameFloatsAndTakesMostShortTokens(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        float[] value = new float[1];
        int taken = 0;
        for (int i = 0; i < TOKENS; i++) {
            String token = i % 2 == 0 ? token(random) : shortToken(random);
            char end = " \n\t\r#".charAt(random.nextInt(5));
            byte[] text = ("#" + token + end + "0".repeat(16)).getBytes(StandardCharsets.US_ASCII);
            int at = ShortDecimals.parseInto(text, 1, value, 0);
            if (at >= 0) {
                taken += i % 2;
                assertSame(token, at, 1 + token.length());
                assertSame(token, bits(value[0]), bits(Float.parseFloat(token)));
            }
        }
        assertThat(taken).isGreaterThan(TOKENS / 2 * 99 / 100);
    }

    @Test
    void numbersNextToHalfwayBetweenTwoFloatsRoundToTheNearer() {
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < TOKENS / 4; i++) {
            float low = Float.intBitsToFloat(random.nextInt(0x7f00_0000));
            BigDecimal halfway =
                    new BigDecimal(low).add(new BigDecimal(Math.nextUp(low))).divide(BigDecimal.valueOf(2));
            BigDecimal nudge = halfway.ulp().scaleByPowerOfTen(-random.nextInt(3));
            BigDecimal near = switch (random.nextInt(3)) {
                case 0 -> halfway;
                case 1 -> halfway.add(nudge);
                default -> halfway.subtract(nudge);
            };
            String token = random.nextBoolean() ? near.toString() : near.toPlainString();
            assertSame(token, bits(parseFloat(token)), bits(Float.parseFloat(token)));
        }
    }

    @Test
    void shortTokensNearHalfwayRoundToTheNearer() {
        // 17 digits of the halfway points come close enough to fool a double
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < TOKENS; i++) {
            float low = (float) (random.nextDouble() * 1000);
            double halfway = ((double) low + Math.nextUp(low)) / 2;
            String digits = new BigDecimal(halfway).toPlainString();
            String token = digits.substring(0, Math.min(digits.length(), 6 + random.nextInt(16)));
            assertSame(token, bits(parseFloat(token)), bits(Float.parseFloat(token)));
            float[] value = new float[1];
            byte[] text = (token + " " + "0".repeat(16)).getBytes(StandardCharsets.US_ASCII);
            if (ShortDecimals.parseInto(text, 0, value, 0) >= 0) {
                assertSame(token, bits(value[0]), bits(Float.parseFloat(token)));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "+",
                ".",
                "-.",
                "e5",
                ".e5",
                "1e",
                "1e+",
                "1e-",
                "1.2.3",
                "--1",
                "+-1",
                "1-",
                "1e5.0",
                "1e5e5",
                "NaN",
                "nan",
                "Infinity",
                "-Infinity",
                "inf",
                "0x1p3",
                "0x10",
                "1f",
                "1d",
                "1F",
                "1D",
                " 1",
                "1 ",
                "1_0",
                "1,5",
                "١",
                "1e400",
                "-1e400",
                "1e99999999999"
            })
    void whatIsNoFiniteDecimalIsNaN(String token) {
        assertThat(parseFloat(token)).isNaN();
        assertThat(parseDouble(token)).isNaN();
    }

    @Test
    void aDoubleThatNoFloatCanHoldIsNoFloat() {
        assertThat(parseFloat("3.4028235e38")).isEqualTo(Float.MAX_VALUE);
        assertThat(parseFloat("3.40282356e38")).isEqualTo(Float.MAX_VALUE);
        assertThat(parseFloat("3.4028236e38")).isNaN();
        assertThat(parseFloat("-1e39")).isNaN();
        assertThat(parseDouble("-1e39")).isEqualTo(-1e39);
    }

    @Test
    void whatIsTooSmallIsZeroWithItsSign() {
        assertThat(bits(parseFloat("-1e-60"))).isEqualTo(bits(-0f));
        assertThat(bits(parseFloat("-0"))).isEqualTo(bits(-0f));
        assertThat(bits(parseFloat("1e-99999999999"))).isEqualTo(bits(0f));
        assertThat(parseFloat("1.4e-45")).isEqualTo(Float.MIN_VALUE);
    }

    private static String token(SplittableRandom random) {
        if (random.nextInt(4) > 0) {
            return LetorTexts.number(random);
        }
        StringBuilder token = new StringBuilder();
        int digits = 1 + random.nextInt(30);
        int point = random.nextInt(digits + 1);
        for (int i = 0; i < digits; i++) {
            token.append(i == point ? "." : "").append(random.nextInt(10));
        }
        if (random.nextBoolean()) {
            token.append(random.nextBoolean() ? 'e' : 'E').append(random.nextInt(-60, 60));
        }
        return token.toString();
    }

    /** At most fifteen digits, and the point, if there is one, among the first eight bytes. */
    private static String shortToken(SplittableRandom random) {
        int whole = 1 + random.nextInt(6);
        StringBuilder token = new StringBuilder(random.nextInt(4) == 0 ? "-" : "");
        for (int i = 0; i < whole; i++) {
            token.append(random.nextInt(10));
        }
        if (random.nextInt(4) > 0) {
            token.append('.');
            int decimals = random.nextInt(random.nextBoolean() ? 8 - whole : 16 - whole);
            for (int i = 0; i < decimals; i++) {
                token.append(random.nextInt(10));
            }
        }
        return token.toString();
    }

    /** An assertion object per token would take longer than the parsing. */
    private static void assertSame(String token, long actual, long expected) {
        if (actual != expected) {
            fail("%s: %x instead of %x", token, actual, expected);
        }
    }

    private static float finite(float value) {
        return Float.isInfinite(value) ? Float.NaN : value;
    }

    private static int bits(float value) {
        return Float.floatToRawIntBits(value);
    }

    private static float parseFloat(String token) {
        byte[] text = ("#" + token + "#").getBytes(StandardCharsets.UTF_8);
        return Decimals.parseFloat(text, 1, text.length - 1);
    }

    private static double parseDouble(String token) {
        byte[] text = ("#" + token + "#").getBytes(StandardCharsets.UTF_8);
        return Decimals.parseDouble(text, 1, text.length - 1);
    }
}
