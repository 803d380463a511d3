package io.plumbrank.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** All measures of the library keep the contract. */
class MeasureContractTest extends MeasureContract {
    @Override
    protected List<MeasureSpec> variants() {
        return TestSpecs.AVERAGED;
    }

    @Override
    protected List<MeasureSpec> ours() {
        return TestSpecs.ours();
    }

    @Override
    protected double valueOfNothingRetrieved(MeasureSpec spec) {
        return switch (spec.name()) {
            case "auc", "pd" -> 0.5; // all tied
            case "num_q", "num_rel" -> 1;
            default -> 0;
        };
    }

    /** The contract of positional measures would be green if there were none. */
    @Test
    void manyMeasuresArePositional() {
        assertThat(TestSpecs.AVERAGED.stream().filter(spec -> spec.measure() instanceof PositionalMeasure))
                .hasSizeGreaterThan(50);
    }
}
