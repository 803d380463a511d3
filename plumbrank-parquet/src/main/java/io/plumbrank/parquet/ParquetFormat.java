package io.plumbrank.parquet;

import io.plumbrank.data.TableFormat;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Parquet: a file, or a directory of part files as Spark writes them, which are read in the order of their names. Scalar columns, lists
 * of numbers, and vectors of Spark ML; plain, or packed by Snappy, gzip, Zstandard or LZ4.
 */
public final class ParquetFormat implements TableFormat {
    @Override
    public String ending() {
        return PARQUET;
    }

    @Override
    public Table open(Path file) {
        return new ParquetTable(file, parts(file));
    }

    /** Names that begin with a dot or an underscore are not data. */
    private static List<Path> parts(Path file) {
        if (!Files.isDirectory(file)) {
            return List.of(file);
        }
        try (Stream<Path> all = Files.list(file)) {
            List<Path> parts = all.filter(Files::isRegularFile)
                    .filter(part -> !part.getFileName().toString().matches("[._].*"))
                    .sorted()
                    .toList();
            if (parts.isEmpty()) {
                throw new InputException(
                        file.toString(),
                        0,
                        "a directory without files",
                        "part files of Parquet in it, not in others below it");
            }
            return parts;
        } catch (IOException e) {
            throw new InputException(
                    file.toString(), 0, "a directory that cannot be listed", "one that can be read", e);
        }
    }
}
