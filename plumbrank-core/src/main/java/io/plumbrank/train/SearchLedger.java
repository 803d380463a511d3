package io.plumbrank.train;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.Settings;
import io.plumbrank.model.Provenance;
import io.plumbrank.task.HeldOutValues;
import io.plumbrank.task.Result;
import io.plumbrank.task.Trial;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.SealedFile;
import io.plumbrank.util.internal.Sha256;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The trials of a search that are done, in one {@link SealedFile} that is replaced whole after each: the checksum of data and options,
 * and of each trial what it reached. A trial is a function of these, so that a search that goes on from here ends as one that was never
 * interrupted.
 */
final class SearchLedger {
    private static final String FORMAT = "plumbrank-search-checkpoint-1";

    private final @Nullable Path file;
    private final String checksum;
    private final List<Entry> entries = new ArrayList<>();
    private int resumed;

    /**
     * A trial that is done.
     *
     * @param key what was tried
     * @param settings what it came to, in words
     * @param tried everything that its candidate was chosen from
     * @param values what it reached; of several candidates those that a choice may need
     * @param failure why it came to nothing; empty where it did not
     */
    record Entry(String key, String settings, List<Trial> tried, HeldOutValues values, double seconds, String failure) {
        Entry {
            tried = List.copyOf(tried);
        }

        boolean hasFailed() {
            return !failure.isEmpty();
        }
    }

    private SearchLedger(@Nullable Path file, String checksum) {
        this.file = file;
        this.checksum = checksum;
    }

    /**
     * The ledger of a search.
     *
     * @throws InputException if the one to go on from is damaged, or of other data or options
     */
    static SearchLedger of(Trainer<?> search, TrainingRun.Files files) {
        Kept kept = search.kept();
        if (kept == null) {
            return new SearchLedger(null, "");
        }
        SearchLedger ledger = new SearchLedger(kept.file(), checksum(search, files));
        if (kept.resume() && Files.exists(kept.file())) {
            ledger.read(kept.file());
            ledger.resumed = ledger.entries.size();
        }
        return ledger;
    }

    /** How many trials were done before. */
    int resumed() {
        return resumed;
    }

    /** A trial that was done before; null for one that is still to be done. */
    @Nullable
    Entry entry(int number, String key) {
        if (number >= entries.size()) {
            return null;
        }
        Entry entry = entries.get(number);
        if (!entry.key.equals(key)) {
            throw other();
        }
        return entry;
    }

    void add(Entry entry) {
        entries.add(entry);
        if (file != null) {
            SealedFile.write(file, FORMAT, bytes());
        }
    }

    private InputException other() {
        return new InputException(
                String.valueOf(file),
                0,
                "the trials of a search with other data or options",
                "those of this search: remove the file, or search without resuming");
    }

    private byte[] bytes() {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        try (DataOutputStream data = new DataOutputStream(content)) {
            data.writeUTF(checksum);
            data.writeInt(entries.size());
            for (Entry entry : entries) {
                write(entry, data);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return content.toByteArray();
    }

    private static void write(Entry entry, DataOutputStream data) throws IOException {
        data.writeUTF(entry.key);
        data.writeUTF(entry.settings);
        data.writeDouble(entry.seconds);
        data.writeUTF(entry.failure);
        data.writeInt(entry.tried.size());
        for (Trial trial : entry.tried) {
            data.writeUTF(trial.learner());
            data.writeUTF(trial.surrogate());
            data.writeDouble(trial.lambda());
            data.writeDouble(trial.valid().measure());
            data.writeDouble(trial.valid().surrogateRisk());
            data.writeBoolean(trial.chosen());
        }
        entry.values.write(data);
    }

    private void read(Path from) {
        try (DataInputStream data =
                new DataInputStream(new ByteArrayInputStream(SealedFile.content(Files.readAllBytes(from), FORMAT)))) {
            if (!data.readUTF().equals(checksum)) {
                throw other();
            }
            for (int left = data.readInt(); left > 0; left--) {
                entries.add(entry(data));
            }
            if (data.available() > 0) {
                throw new IOException("bytes after its end");
            }
        } catch (IOException e) {
            throw new InputException(
                    from.toString(),
                    0,
                    "a damaged checkpoint (" + e.getMessage() + ")",
                    "a whole one: remove the file, and search from the start",
                    e);
        }
    }

    private static Entry entry(DataInputStream data) throws IOException {
        String key = data.readUTF();
        String settings = data.readUTF();
        double seconds = data.readDouble();
        String failure = data.readUTF();
        List<Trial> tried = new ArrayList<>();
        for (int left = data.readInt(); left > 0; left--) {
            tried.add(new Trial(
                    data.readUTF(),
                    data.readUTF(),
                    data.readDouble(),
                    new Result(data.readDouble(), data.readDouble()),
                    data.readBoolean()));
        }
        return new Entry(key, settings, tried, HeldOutValues.read(data), seconds, failure);
    }

    /** Of all that decides what a trial comes to, save how many there are. */
    private static String checksum(Trainer<?> search, TrainingRun.Files files) {
        Sum sum = new Sum();
        Settings settings = search.settings();
        sum.add(settings.program() + " " + settings.seed() + " " + settings.lambdas() + " " + search.scope());
        sum.add(files.valid() == null ? settings.folds() : 0);
        search.task().identity().forEach(sum::add);
        sum.add(files.train());
        if (files.valid() != null) {
            sum.add(files.valid());
        }
        return HexFormat.of().formatHex(sum.digest.digest());
    }

    private static final class Sum {
        private final MessageDigest digest = Sha256.digest();
        private final ByteBuffer buffer = ByteBuffer.allocate(1 << 13);

        private void add(String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            add(bytes.length);
            digest.update(bytes);
        }

        private void add(double value) {
            digest.update(buffer.clear().putDouble(value).flip());
        }

        private void add(QuerySource source) {
            add(source.featureNames().toString());
            source.labelFile()
                    .ifPresent(file -> add(Provenance.DataFile.of(file, 1).checksum()));
            for (Query query : source.load().queries()) {
                add(query.id());
                add(query.weight());
                for (int item = 0; item < query.size(); item++) {
                    add(query.label(item));
                    add(query.itemWeight(item));
                    buffer.clear();
                    query.forEachFeature(item, this::add);
                    digest.update(buffer.flip());
                }
            }
        }

        private void add(int feature, float value) {
            if (buffer.remaining() < Integer.BYTES + Float.BYTES) {
                digest.update(buffer.flip());
                buffer.clear();
            }
            buffer.putInt(feature).putFloat(value);
        }
    }
}
