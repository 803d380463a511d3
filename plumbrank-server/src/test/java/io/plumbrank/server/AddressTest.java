package io.plumbrank.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AddressTest {
    @Test
    void anAddressOfSixteenBytesStandsInBrackets() {
        assertThat(new Address("::1", 80).url("http")).isEqualTo("http://[::1]:80");
        assertThat(new Address("127.0.0.1", 8080).url("https")).isEqualTo("https://127.0.0.1:8080");
    }

    @Test
    void aPortThatIsNoneIsRefused() {
        assertThatThrownBy(() -> new Address("127.0.0.1", 65536)).hasMessageContaining("65536");
        assertThatThrownBy(() -> new Address(" ", 80)).hasMessageContaining("host");
    }
}
