package io.plumbrank.cli.models;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.options.FileOption;
import io.plumbrank.util.internal.AtomicOutput;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where predictions go: a file that is replaced whole, or standard output, which gets all of them or nothing. */
final class PredictionOutput {
    private PredictionOutput() {}

    /**
     * Writes what is handed on.
     *
     * @param out null or {@link FileOption#STANDARD_OUTPUT} for standard output
     */
    static void write(@Nullable Path out, CommonOptions common, Consumer<Consumer<String>> predictions) {
        if (out == null || out.equals(FileOption.STANDARD_OUTPUT)) {
            print(common, predictions);
            return;
        }
        try (AtomicOutput file = AtomicOutput.create(out)) {
            Writer writer = new OutputStreamWriter(file.stream(), StandardCharsets.UTF_8);
            predictions.accept(text -> write(text, writer));
            writer.flush();
            file.commit();
        } catch (IOException e) {
            throw AtomicOutput.fault(out, e);
        }
    }

    /** Nothing may be printed before a fault further down the file could be, so it goes to a file first. */
    private static void print(CommonOptions common, Consumer<Consumer<String>> predictions) {
        try {
            Path spool = AtomicOutput.spool();
            try {
                try (Writer writer = Files.newBufferedWriter(spool)) {
                    predictions.accept(text -> write(text, writer));
                } catch (IOException e) {
                    throw AtomicOutput.fault(spool, e);
                }
                try (Reader reader = Files.newBufferedReader(spool)) {
                    reader.transferTo(common.out());
                }
            } finally {
                Files.delete(spool);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(String text, Writer writer) {
        try {
            writer.write(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
