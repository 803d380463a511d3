package io.plumbrank.votes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.plumbrank.util.InputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged vote files: a reader gives weights or an {@link InputException} that names the file, nothing else. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class VoteFuzzTest {
    private static final String INTERESTING = " \t\r\n#:,{}\"-+.eE0123456789xNaN\0\u00e9\uFEFF";
    private static final Map<String, String> TEXTS = Map.of(
            "votes.soc",
            """
            # NUMBER ALTERNATIVES: 3
            # NUMBER VOTERS: 3
            # ALTERNATIVE NAME 1: a
            # ALTERNATIVE NAME 2: b
            # ALTERNATIVE NAME 3: c
            2: 1,2,3
            1: 3,2,1
            """,
            "votes.toi",
            "# DATA TYPE: toi\n# NUMBER ALTERNATIVES: 4\n1: {1,2},3\n2: 4\n1: 3,{4,1}\n",
            "votes.csv",
            ",a,\"b\",c\na,0,1,2\nb,3,0,4.5\nc,-5,6e1,0\n",
            "plain.csv",
            "0,1\n2,0\n",
            "matrix.mat",
            " A TITLE\n 3\n 0 1 2\n 3 0 -4\n 5 6 0\n A TITLE\n",
            "unknown",
            "# NUMBER ALTERNATIVES: 2\n5: 2,1\n");

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void nothingButAnInputExceptionLeavesTheReaders(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        int faults = 0;
        int cases = 0;
        for (Map.Entry<String, String> text : TEXTS.entrySet()) {
            Path file = folder.resolve(text.getKey());
            for (int i = 0; i < 120; i++, cases++) {
                byte[] damaged = mutate(text.getValue().getBytes(StandardCharsets.UTF_8), random);
                Files.write(file, damaged);
                faults += readOrFault(file, damaged, random.nextBoolean() ? Unranked.IGNORE : Unranked.BOTTOM);
            }
        }
        assertThat(faults).as("most damage is noticed, some is harmless").isBetween(cases / 4, cases - 1);
    }

    private static int readOrFault(Path file, byte[] damaged, Unranked unranked) {
        try {
            PairwiseWeights weights = VoteFile.read(file, unranked);
            for (int i = 0; i < weights.size(); i++) {
                for (double weight : weights.row(i)) {
                    assertThat(weight).isFinite();
                }
            }
            return 0;
        } catch (InputException e) {
            assertThat(e.getMessage()).startsWith(file + ":").doesNotContain("\n");
            return 1;
        } catch (RuntimeException e) {
            return fail("on " + new String(damaged, StandardCharsets.UTF_8), e);
        }
    }

    private static byte[] mutate(byte[] text, SplittableRandom random) {
        byte[] bytes = text;
        for (int edits = 1 + random.nextInt(3); edits > 0; edits--) {
            int at = random.nextInt(8) == 0 ? 0 : random.nextInt(bytes.length + 1);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.write(bytes, 0, at);
            String insert = INTERESTING.substring(random.nextInt(INTERESTING.length()));
            byte[] inserted =
                    insert.substring(0, insert.offsetByCodePoints(0, 1)).getBytes(StandardCharsets.UTF_8);
            int skip = 0;
            switch (random.nextInt(5)) {
                case 0 -> out.writeBytes(inserted);
                case 1 -> skip = 1;
                case 2 -> {
                    out.writeBytes(inserted);
                    skip = 1;
                }
                case 3 -> out.write(random.nextInt(256));
                default -> skip = random.nextInt(8) == 0 ? bytes.length : random.nextInt(20);
            }
            int from = Math.min(bytes.length, at + skip);
            out.write(bytes, from, bytes.length - from);
            bytes = out.toByteArray();
        }
        return bytes;
    }
}
