package io.plumbrank.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What {@code docs/measures.md} says is so. */
class MeasuresPageTest {
    private static final Pattern READING = Pattern.compile("\\| (?:(\\w+) \\| )?`([^`]+)` \\| `([^`]+)` \\|");
    private static final Pattern MEASURE = Pattern.compile("\\| ((?:`\\w+`(?:, )?)+) \\|.*\\|.*\\|.*\\| .* \\|");

    @Test
    void everyTextOnThePageMeansWhatItSays() throws IOException {
        int readings = 0;
        for (String line : page()) {
            Matcher row = READING.matcher(line);
            if (row.matches()) {
                readings++;
                Conventions conventions = row.group(1) == null
                        ? Conventions.plumbrank()
                        : Compat.parse(row.group(1)).conventions();
                assertThat(MeasureSpec.parse(row.group(2), conventions).text())
                        .as(line)
                        .isEqualTo(row.group(3));
            }
        }
        assertThat(readings).isGreaterThan(25);
    }

    @Test
    void everyMeasureHasItsRow() throws IOException {
        List<String> names = new ArrayList<>();
        for (String line : page()) {
            Matcher row = MEASURE.matcher(line);
            if (row.matches()) {
                names.addAll(List.of(row.group(1).replace("`", "").split(", ")));
            }
        }
        assertThat(names)
                .containsExactlyInAnyOrderElementsOf(
                        MeasureKinds.ALL.stream().map(MeasureKind::name).toList());
    }

    private static List<String> page() throws IOException {
        return Files.readAllLines(Path.of("..", "docs", "measures.md"));
    }
}
