package io.plumbrank.data;

import java.nio.file.Path;

/** LETOR text in so small chunks that a short file has many, each as wide as its rows. */
public final class SmallChunks {
    private SmallChunks() {}

    public static QuerySource open(Path file, Grouping grouping, ReadOptions options, int chunk) {
        return new LetorSource(file, grouping, options, chunk);
    }
}
