package io.plumbrank.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadedSourceTest {
    private static final String CSV = "label,qid,item_weight,f,g\n1,b,2,3,4\n2,a,1,,6\nx,a,1,1,1\n3,b,0.5,7,8\n";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void visitingSeesWhatLoadingGives(long seed) {
        String text = LetorTexts.random(new SplittableRandom(seed), 40, 8, 10, 0.5);
        List<String> lines = new ArrayList<>(List.of(text.split("\n")));
        if (seed % 2 == 0) {
            Collections.shuffle(lines, new Random(seed));
        }
        String shuffled = String.join("\n", lines) + "\n";
        Path file = LetorTexts.write(folder, "data.txt", shuffled);
        QuerySource source = new LetorSource(file, Grouping.QUERY, new ReadOptions(2, 0), 200);
        QuerySource loaded = source.loaded();
        assertThat(Snapshots.visited(loaded))
                .isEqualTo(Snapshots.of(source.load()))
                .isEqualTo(NaiveLetor.snapshots(shuffled));
        assertThat(loaded.load()).isSameAs(loaded.load());
        assertThat(loaded.loaded()).isSameAs(loaded);
    }

    @Test
    void afterTheFirstUseTheFileIsNotNeeded() throws IOException {
        List<Consumer<QuerySource>> uses = List.of(
                QuerySource::load,
                source -> source.visit(query -> {}),
                QuerySource::featureNames,
                source -> source.featureIndex("g"));
        for (Consumer<QuerySource> use : uses) {
            Path file = LetorTexts.write(folder, "data.csv", CSV);
            CsvSource plain = new CsvSource(file, CsvColumns.defaults(), Grouping.QUERY, new ReadOptions(1, 1));
            List<String> expected = Snapshots.of(plain.load());
            QuerySource source =
                    new CsvSource(file, CsvColumns.defaults(), Grouping.QUERY, new ReadOptions(1, 1)).loaded();
            assertThat(source.skippedLines()).isZero();
            use.accept(source);
            Files.delete(file);
            assertThat(Snapshots.visited(source)).isEqualTo(expected);
            assertThat(Snapshots.of(source.load())).isEqualTo(expected);
            assertThat(source.skippedLines()).isEqualTo(plain.skippedLines()).isEqualTo(1);
            assertThat(source.featureNames()).containsExactly("f", "g");
            assertThat(source.featureIndex("g")).isEqualTo(1);
            assertThat(source.file()).isEqualTo(file);
            assertThatThrownBy(() -> source.featureIndex("h")).hasMessageStartingWith(file + ":1: found no column 'h'");
        }
    }

    @Test
    void nothingIsReadBeforeTheFirstUseAndAFaultIsThrownAtEveryUse() {
        Path file = folder.resolve("data.csv");
        QuerySource source = QuerySource.of(file, new ReadOptions(1, 0)).loaded();
        LetorTexts.write(folder, "data.csv", CSV);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> source.visit(query -> {}))
                    .isInstanceOf(InputException.class)
                    .hasMessageStartingWith(file + ":4: found 'x' in column 'label'");
        }
        LetorTexts.write(folder, "data.csv", CSV.replace('x', '0'));
        assertThat(source.load().rows()).isEqualTo(4);
    }
}
