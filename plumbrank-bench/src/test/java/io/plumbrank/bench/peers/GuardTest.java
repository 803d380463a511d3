package io.plumbrank.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GuardTest {
    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String baseline, String current) throws IOException {
        Path before = folder.resolve("before.csv");
        Path after = folder.resolve("after.csv");
        Files.writeString(before, "name,ratio,noise\n" + baseline.replace(';', '\n'));
        Files.writeString(after, "name,ratio,noise\n" + current.replace(';', '\n'));
        return Guard.run(before, after, stream(out), stream(err));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private String said() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "time,1.00,0.10|time,1.19,0.10|0",
                "time,1.00,0.10|time,1.21,0.10|1",
                "time,1.00,0.10|time,0.20,0.00|0",
                "time,1.00,0|time,1.019,0|0",
                "time,1.00,0|time,1.021,0|1",
                "time,1.00,NaN|time,9.00,0.10|0",
                "time,1.00,0.10|time,9.00,NaN|0",
                "time,1.00,0.1;memory,2,0.1|time,1.00,0.1;memory,2,0.1;new,9,0|0",
                "time,1.00,0.1;memory,2,0.1|time,1.00,0.1;memory,3,0.1|1",
                "time,1.00,0.1;memory,2,0.1|time,1.00,0.1|1"
            })
    void whatIsWorseThanTheNoiseOfBothFails(String baseline, String current, int exit) throws IOException {
        assertThat(run(baseline, current)).isEqualTo(exit);
        assertThat(said()).contains(exit == 0 ? "Nothing is worse" : "1 worse");
    }

    @Test
    void theLineThatFailedIsNamedAndWhatWasMeasuredOnceIsSaid() throws IOException {
        assertThat(run("a,1,0;b,1,0;c,1,NaN;d,1,0", "a,1,0;b,2,0;c,5,0")).isEqualTo(1);
        assertThat(said())
                .contains("| b | 1.000 | 2.000 | 1.020 | WORSE |")
                .contains("| c | 1.000 | 5.000 |  | measured once, not judged |")
                .contains("| d | 1.000 | | | MISSING |")
                .contains("2 worse than noise, or missing.")
                .doesNotContain("| a | 1.000 | 1.000 | 1.020 | WORSE");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "time,1.0|after.csv:2: found 2 fields",
                "time,fast,0|after.csv:2: For input string",
                "time,-1,0|after.csv:2: time: found -1.0",
                "time,1,-0.1|after.csv:2: time: found 1.0 and -0.1",
                "time,1,0;time,1,0|after.csv:3: found time again",
                "''|after.csv:2: found no ratios"
            })
    void filesThatAreNoRatiosAreRefusedWithTheirLine(String current, String message) throws IOException {
        assertThat(run("time,1,0", current)).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains(message).hasLineCount(1);
    }

    /** A guard without a baseline would let everything pass. */
    @Test
    void aBaselineWithoutRatiosIsRefused() throws IOException {
        assertThat(run("", "time,1,0")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("before.csv:2: found no ratios");
    }

    @Test
    void aMissingFileIsNamed() {
        Path none = folder.resolve("none.csv");
        assertThat(Guard.run(none, none, stream(out), stream(err))).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("none.csv: found no such file");
    }

    @Test
    void theNoiseIsHalfTheRangeAndFilesAreReadBack() throws IOException {
        Ratio ratio = Ratio.of("time", new double[] {2.2, 2, 1.6});
        assertThat(ratio.value()).isEqualTo(2);
        assertThat(ratio.noise()).isCloseTo(0.15, within(1e-12));
        Ratio once = Ratio.of("memory", new double[] {3});
        assertThat(once.noise()).isNaN();
        Path file = folder.resolve("ratios.csv");
        Ratio.write(List.of(ratio, once), file);
        assertThat(Ratio.read(file)).containsExactly(new Ratio("time", 2, 0.15), once);
    }

    /** The median of what was measured, and as noise half the range of all but the smallest and the largest. */
    @Test
    void measuredRatiosAreSummarised() throws IOException {
        Path measured =
                Files.writeString(folder.resolve("measured.csv"), "a,1.0\nb,2\na,1.1\na,0.9\na,9\na,0.1\nb,2\nc,3\n");
        Path ratios = folder.resolve("ratios.csv");
        assertThat(Guard.summarise(measured, ratios, stream(err))).isZero();
        assertThat(ratios).hasContent("name,ratio,noise\na,1.0000,0.1000\nb,2.0000,0.0600\nc,3.0000,NaN\n");
        Files.writeString(measured, "a,one\n");
        assertThat(Guard.summarise(measured, ratios, stream(err))).isEqualTo(2);
    }
}
