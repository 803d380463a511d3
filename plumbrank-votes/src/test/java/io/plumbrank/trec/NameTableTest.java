package io.plumbrank.trec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToIntFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random names beside a {@link HashMap}, by hashes of all qualities: the number of a name does not depend on its hash. */
class NameTableTest {
    private static final int ENTERED = 20_000;

    private enum Hash {
        GOOD(Arrays::hashCode, 5_000),
        OF_THE_LENGTH(text -> text.length, 300),
        EQUAL(text -> 7, 300),
        HIGH_BITS(text -> Arrays.hashCode(text) << 28, 600),
        NEGATIVE(text -> -1 - Math.abs(Arrays.hashCode(text) % 5), 300);

        private final ToIntFunction<byte[]> of;
        private final int names;

        Hash(ToIntFunction<byte[]> of, int names) {
            this.of = of;
            this.names = names;
        }
    }

    /** Names of 0 to 11 characters of one to three bytes; many begin alike. */
    private static String name(SplittableRandom random) {
        String letters = "ab0-é√";
        StringBuilder name = new StringBuilder();
        int length = random.nextInt(12);
        for (int i = 0; i < length; i++) {
            name.append(i < 3 ? 'a' : letters.charAt(random.nextInt(letters.length())));
        }
        return name.toString();
    }

    private static int enter(NameTable table, String name, Hash hash, SplittableRandom random) {
        byte[] own = name.getBytes(StandardCharsets.UTF_8);
        int before = random.nextInt(4);
        byte[] line = new byte[before + own.length + random.nextInt(4)];
        Arrays.fill(line, (byte) 'a');
        System.arraycopy(own, 0, line, before, own.length);
        int number = table.enter(line, before, before + own.length, hash.of.applyAsInt(own));
        assertThat(table.is(number, line, before, before + own.length, hash.of.applyAsInt(own)))
                .isTrue();
        Arrays.fill(line, (byte) '!');
        return number;
    }

    @ParameterizedTest
    @EnumSource
    void namesAreNumberedAsAHashMapNumbersThem(Hash hash) {
        SplittableRandom random = new SplittableRandom(32);
        List<String> pool = new ArrayList<>();
        for (int i = 0; i < hash.names; i++) {
            pool.add(name(random));
        }
        Map<String, Integer> expected = new HashMap<>();
        NameTable table = new NameTable();
        for (int i = 0; i < ENTERED; i++) {
            String name = pool.get(random.nextInt(pool.size()));
            int number = expected.computeIfAbsent(name, each -> expected.size());
            assertThat(enter(table, name, hash, random)).isEqualTo(number);
        }
        assertThat(table.size()).isEqualTo(expected.size());
        expected.forEach((name, number) -> assertThat(table.name(number)).isEqualTo(name));
    }

    /** Numbers in another table lead to the numbers that its names have, or get, in this one. */
    @ParameterizedTest
    @EnumSource
    void namesOfAnotherTableKeepTheirNumbersHere(Hash hash) {
        SplittableRandom random = new SplittableRandom(33);
        Map<String, Integer> expected = new HashMap<>();
        NameTable table = new NameTable();
        for (int round = 0; round < 5; round++) {
            NameTable other = new NameTable();
            for (int i = 0; i < hash.names / 2; i++) {
                enter(other, name(random), hash, random);
            }
            for (int name = other.size() - 1; name >= 0; name--) {
                int number = expected.computeIfAbsent(other.name(name), each -> expected.size());
                assertThat(table.enter(other, name)).isEqualTo(number);
            }
        }
        assertThat(table.size()).isEqualTo(expected.size());
    }
}
