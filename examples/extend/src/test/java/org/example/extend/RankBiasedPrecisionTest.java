package org.example.extend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.MeasureContract;
import io.plumbrank.measure.MeasureSpec;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RankBiasedPrecisionTest extends MeasureContract {
    @Override
    protected List<MeasureSpec> variants() {
        return Stream.of("rbp", "rbp@3", "rbp(p=0)", "rbp(p=0.5,rel=2)", "rbp@5(p=0.95,rel=>0.5)")
                .map(MeasureSpec::parse)
                .toList();
    }

    @Test
    void itIsWhatAReaderFindsPerLook() {
        JudgedList list = JudgedList.ofScores(new double[] {3, 2, 1}, new double[] {1, 0, 1});
        assertThat(MeasureSpec.parse("rbp(p=0.5)").measure().evaluate(list)).isEqualTo(0.5 * (1 + 0.25));
    }

    @Test
    void textFillsInWhatIsLeftOut() {
        assertThat(MeasureSpec.parse("RBP@10").text()).isEqualTo("rbp@10(p=0.8,rel=1,ties=average)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MeasureSpec.parse("rbp(p=1)"))
                .withMessageContaining("p must be at least 0 and below 1, found '1'");
    }
}
