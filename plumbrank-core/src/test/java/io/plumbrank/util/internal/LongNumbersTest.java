package io.plumbrank.util.internal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongNumbersTest {
    @ParameterizedTest
    @ValueSource(ints = {19, 20, 30, 300, 400})
    void aWholeNumberThatNoLongHoldsIsAFaultOfTheDocument(int digits) {
        byte[] content = ("{\"seed\": " + "9".repeat(digits) + "}").getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> JsonDocument.readSummed(content)).isInstanceOf(IOException.class);
    }
}
