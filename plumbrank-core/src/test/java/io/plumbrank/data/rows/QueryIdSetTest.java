package io.plumbrank.data.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryIdSetTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void itAnswersAsASetOfStringsDoes(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        QueryIdSet set = new QueryIdSet();
        Set<String> oracle = new HashSet<>();
        for (int i = 0; i < 20_000; i++) {
            String id = switch (random.nextInt(6)) {
                case 0 -> "q" + random.nextInt(3000);
                case 1 -> "0" + random.nextInt(100);
                case 2 -> Long.toString(random.nextLong());
                case 3 -> Long.toString(random.nextLong(5) * 1_000_000_000_000_000_000L);
                case 4 -> Integer.toString(random.nextInt(100) * (1 << 20));
                default -> Integer.toString(random.nextInt(3000));
            };
            assertThat(set.add(id)).as(id).isEqualTo(oracle.add(id));
        }
    }
}
