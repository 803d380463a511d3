package io.plumbrank.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabelsTest {
    @TempDir
    Path folder;

    @Test
    void aClassIsReadAsTheIndexOfItsName() throws IOException {
        Labels names = Labels.classes(List.of("ill", "gesünd"));
        assertThat(labels("a.txt", "gesünd 1:2\nill 1:3 # x\n", names)).containsExactly(1.0, 0.0);
        assertThat(labels("a.csv", "label,f\ngesünd,1\n\"ill\",2\n", names)).containsExactly(1.0, 0.0);
    }

    @ParameterizedTest
    @CsvSource({"3,1", "3.0,1", "03,1", "+3,1", "3e0,1", "1,0"})
    void aWholeNumberMayBeWrittenInAnyWay(String text, double index) throws IOException {
        Labels numbers = Labels.classes(List.of("1", "3"));
        assertThat(labels("a.txt", text + " 1:2\n", numbers)).containsExactly(index);
        assertThat(labels("a.csv", "label,f\n" + text + ",1\n", numbers)).containsExactly(index);
    }

    @Test
    void aClassThatDoesNotExistIsNamedWithItsLine() throws IOException {
        Labels names = Labels.classes(List.of("a", "b"));
        Path letor = write("bad.txt", "a 1:1\nc 1:1\n");
        assertThatThrownBy(() -> source(letor, names).load())
                .hasMessage(letor + ":2: found 'c' as the label, expected a row that begins with its label, one of the"
                        + " classes a, b");
        Path csv = write("bad.csv", "label,f\na,1\n7,1\n");
        assertThatThrownBy(() -> source(csv, names).load())
                .hasMessageStartingWith(csv + ":3: found ")
                .hasMessageContaining("'7'")
                .hasMessageEndingWith("expected one of the classes a, b as the label");
    }

    @Test
    void ignoredLabelsMayBeAnythingAndACsvFileNeedsNone() throws IOException {
        assertThat(labels("a.txt", "? 1:2\nfoo 1:3\n", Labels.ignored())).containsExactly(Double.NaN, Double.NaN);
        assertThat(labels("a.csv", "f,g\n1,2\n", Labels.ignored())).containsExactly(Double.NaN);
        assertThat(labels("b.csv", "f,label,g\n1,?,2\n", Labels.ignored())).containsExactly(Double.NaN);
        assertThat(source(folder.resolve("b.csv"), Labels.ignored()).featureNames())
                .containsExactly("f", "g");
    }

    @Test
    void aNameMayStandOnlyOnce() {
        assertThatThrownBy(() -> Labels.classes(List.of("a", "a"))).hasMessageContaining("'a'");
    }

    private double[] labels(String name, String text, Labels labels) throws IOException {
        return source(write(name, text), labels).load().queries().stream()
                .mapToDouble(query -> query.label(0))
                .toArray();
    }

    private static QuerySource source(Path file, Labels labels) {
        return QuerySource.of(file, CsvColumns.defaults(), Grouping.ROW, new ReadOptions(2, 0).withLabels(labels));
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }
}
