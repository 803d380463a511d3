package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A run that is killed at any moment leaves the old file whole, and the next one gives what a run gives that nobody killed. The
 * long form is the Maven profile {@code fuzz}.
 */
@Tag("full")
class KillTest {
    private static final int KILLS = Integer.getInteger("fuzz.kills", 2);
    private static final long SEED = Long.getLong("fuzz.seed", 15);
    private static final String[] ENGINES = {"xgboost", "own"};

    @TempDir
    private Path folder;

    private List<String> train(Path model, String engine, boolean resume) {
        List<String> command = new ArrayList<>(List.of(
                "train",
                "--train",
                folder.resolve("d.txt").toString(),
                "--valid",
                folder.resolve("d.txt").toString(),
                "--measure",
                "ndcg",
                "--model",
                "trees",
                "--engine",
                engine,
                "--param",
                "num_round=120",
                "--threads",
                "1",
                "--quiet",
                "--out",
                model.toString()));
        if (resume) {
            command.add("--resume");
        }
        return command;
    }

    private Path whole(String engine) {
        return folder.resolve("whole-" + engine + ".json");
    }

    @Test
    void noKillLosesAFileOrChangesAModel() throws IOException, InterruptedException {
        SplittableRandom random = new SplittableRandom(SEED);
        StringBuilder rows = new StringBuilder();
        for (int row = 0; row < 400; row++) {
            rows.append(random.nextInt(3) + " qid:" + row / 10 + " 1:" + random.nextInt(9) + " 2:" + random.nextInt(9)
                    + "\n");
        }
        Files.writeString(folder.resolve("d.txt"), rows);
        long longest = 1;
        for (String engine : ENGINES) {
            long start = System.nanoTime();
            assertThat(OtherJvm.run(List.of(), train(whole(engine), engine, false))
                            .exit())
                    .isZero();
            longest = Math.max(longest, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
        }
        Path model = folder.resolve("m.json");
        int died = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            String engine = ENGINES[kill % ENGINES.length];
            Files.writeString(model, "old");
            Process process = new ProcessBuilder(OtherJvm.command(List.of(), train(model, engine, false)))
                    .redirectErrorStream(true)
                    .redirectOutput(new File(folder.toFile(), "log"))
                    .start();
            boolean ended = process.waitFor(random.nextLong(longest), TimeUnit.MILLISECONDS);
            process.destroyForcibly().waitFor();
            died += ended ? 0 : 1;
            assertThat(Files.readString(model)).isIn("old", Files.readString(whole(engine)));
            CommandRun resumed = CommandRun.of(train(model, engine, true).toArray(String[]::new));
            assertThat(resumed.exit()).as(resumed.err()).isZero();
            assertThat(model).hasSameTextualContentAs(whole(engine));
        }
        System.out.println("kills: " + KILLS + ", of which " + died + " before the end, seed " + SEED);
    }
}
