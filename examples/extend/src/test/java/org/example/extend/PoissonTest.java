package org.example.extend;

import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.surrogate.SurrogateContract;
import java.util.Random;
import java.util.stream.Stream;

class PoissonTest extends SurrogateContract<PoissonTest.Counts> {
    /** Counts from 0 to 4. */
    record Counts(Surrogate surrogate) implements SurrogateContract.Case {
        @Override
        public double[] utilities(int items, Random random) {
            return random.doubles(items, 0, 4)
                    .map(v -> random.nextBoolean() ? Math.rint(v) : v)
                    .toArray();
        }
    }

    @Override
    protected Stream<Counts> cases() {
        return Stream.of(new Counts(new Poisson()));
    }
}
