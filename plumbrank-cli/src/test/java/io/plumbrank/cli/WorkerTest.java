package io.plumbrank.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.cli.options.Exit;
import io.plumbrank.cli.worker.ArrayJobs;
import io.plumbrank.cli.worker.Frames;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What another process sends is what a file would have said; python/tests has the processes. */
class WorkerTest {
    private static final int ROWS = 60;
    private static final String TABLE = "rows.plumbrank-memory";

    @TempDir
    private Path folder;

    @Test
    void aTableInMemoryGivesTheModelAndTheMeasuresOfTheSameText() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        StringBuilder csv = new StringBuilder("label,query,a,b\n");
        ByteBuffer labels = buffer(8 * ROWS);
        ByteBuffer queries = buffer(4 * ROWS);
        ByteBuffer features = buffer(8 * ROWS);
        for (int row = 0; row < ROWS; row++) {
            int label = random.nextInt(3);
            float a = (float) random.nextDouble();
            float b = row % 7 == 0 ? Float.NaN : (float) random.nextDouble();
            labels.putDouble(label);
            queries.putInt(row / 6);
            features.putFloat(a).putFloat(b);
            csv.append(label).append(",q").append((char) ('a' + row / 6)).append(',');
            csv.append(a).append(',').append(Float.isNaN(b) ? "" : b).append('\n');
        }
        String words = "[\"qa\",\"qb\",\"qc\",\"qd\",\"qe\",\"qf\",\"qg\",\"qh\",\"qi\",\"qj\"]";
        Path text = Files.writeString(folder.resolve("rows.csv"), csv);
        send(
                "{\"file\":\"" + TABLE + "\",\"rows\":60,\"columns\":[{\"name\":\"label\",\"kind\":\"number\"},"
                        + "{\"name\":\"query\",\"kind\":\"text\"}],\"features\":[\"a\",\"b\"],\"unit\":8,\"blocks\":[480,240,"
                        + words.length() + ",480]}",
                labels.array(),
                queries.array(),
                words.getBytes(UTF_8),
                features.array());
        Path one = folder.resolve("one.json");
        Path other = folder.resolve("other.json");
        train(text.toString(), one);
        train(TABLE, other);
        assertThat(learnt(other)).isEqualTo(learnt(one));
        assertThat(measured(TABLE, one)).isEqualTo(measured(text.toString(), one));
    }

    @Test
    void aTableThatNobodySentIsBadInput() {
        CommandRun run = CommandRun.of("eval", "--data", "other.plumbrank-memory", "--score", "a", "--measures", "map");
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).contains("no such table in memory");
    }

    private static ByteBuffer buffer(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static void send(String head, byte[]... blocks) throws IOException {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        byte[] fields = head.getBytes(UTF_8);
        message.write(buffer(4).putInt(fields.length).array());
        message.write(fields);
        for (byte[] block : blocks) {
            message.write(block);
        }
        Frames frames = new Frames(new ByteArrayInputStream(message.toByteArray()), new ByteArrayOutputStream());
        new ArrayJobs(frames).table(Objects.requireNonNull(frames.next()));
        assertThat(frames.next()).isNull();
    }

    private static void train(String data, Path out) {
        CommandRun run = CommandRun.of("train", "--measure", "ndcg@5", "--train", data, "--out", out.toString());
        assertThat(run.exit()).as(run.err()).isZero();
    }

    /** All but the name and the sum of the file, and the sum over all. */
    private static String learnt(Path model) throws IOException {
        return Files.readString(model).replaceAll("\"(sha256|data|checksum)\" *: *\"[^\"]*\"", "");
    }

    private static String measured(String data, Path model) {
        CommandRun run = CommandRun.of(
                "eval", "--model", model.toString(), "--data", data, "--measures", "ndcg@5,map", "--format", "csv");
        assertThat(run.exit()).as(run.err()).isZero();
        return run.out();
    }
}
