package io.plumbrank.bench.peers;

import io.plumbrank.bench.rows.Generate;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A data set as folds of dense LETOR text, which every tool can read.
 *
 * @param words what it is
 * @param folds training, validation and test files of each
 * @param fixed what each tool is told beyond its defaults, by the tool's name
 */
record PeerSet(String words, List<List<Path>> folds, Map<String, List<String>> fixed) {
    private static final int PARTS = 5;

    /** Every fifth query of a training file without validation file validates. */
    private static final int EVERY = 5;

    static List<String> names() {
        return List.of("mq2008", "lightgbm-rank", "generated");
    }

    /** Whether what it is made of is there. */
    static boolean isThere(String name, Path data) {
        return name.equals("generated") || Files.isDirectory(data.resolve(name));
    }

    /**
     * Writes its folds.
     *
     * @param data the folder with the sets
     * @param scratch where files go
     */
    static PeerSet of(String name, Path data, Path scratch) throws IOException {
        return switch (name) {
            case "mq2008" -> mq2008(data.resolve(name), scratch);
            case "lightgbm-rank" -> example(data.resolve(name), scratch);
            case "generated" -> generated(scratch);
            default -> throw new IllegalArgumentException("no set '" + name + "'; there are " + names());
        };
    }

    /** Fold k trains on three parts, validates on the next, and tests on the one after that. */
    private static PeerSet mq2008(Path folder, Path scratch) throws IOException {
        List<List<Path>> folds = new ArrayList<>();
        for (int fold = 0; fold < PARTS; fold++) {
            Path train = scratch.resolve("mq2008-train" + fold + ".txt");
            try (Writer out = Files.newBufferedWriter(train)) {
                for (int part = 0; part < 3; part++) {
                    out.write(Files.readString(part(folder, fold + part)));
                }
            }
            folds.add(List.of(train, part(folder, fold + 3), part(folder, fold + 4)));
        }
        return new PeerSet("LETOR's MQ2008, five folds", folds, Map.of());
    }

    private static Path part(Path folder, int number) {
        return folder.resolve("S" + (1 + number % PARTS) + ".txt");
    }

    private static PeerSet example(Path folder, Path scratch) throws IOException {
        Path train = scratch.resolve("example-train.txt");
        Path valid = scratch.resolve("example-valid.txt");
        Path test = scratch.resolve("example-test.txt");
        dense(folder.resolve("rank.train"), EVERY, train, valid);
        dense(folder.resolve("rank.test"), Integer.MAX_VALUE, test, test);
        return new PeerSet(
                "LightGBM's ranking example, every fifth training query for validation",
                List.of(List.of(train, valid, test)),
                Map.of());
    }

    /** Sparse lines without queries, whose sizes stand in another file, as dense lines; absent values are 0. */
    private static void dense(Path file, int every, Path most, Path some) throws IOException {
        int features = 0;
        for (String line : Files.readAllLines(file)) {
            features = Math.max(
                    features, Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1, line.lastIndexOf(':'))));
        }
        StringBuilder ofMost = new StringBuilder();
        StringBuilder ofSome = new StringBuilder();
        try (BufferedReader in = Files.newBufferedReader(file)) {
            int query = 0;
            for (String size : Files.readAllLines(file.resolveSibling(file.getFileName() + ".query"))) {
                query++;
                StringBuilder out = query % every == 0 ? ofSome : ofMost;
                for (int row = 0; row < Integer.parseInt(size.strip()); row++) {
                    String[] fields = line(in).strip().split("\\s+", -1);
                    Map<Integer, String> values = new LinkedHashMap<>();
                    for (int f = 1; f < fields.length; f++) {
                        String[] pair = fields[f].split(":", -1);
                        values.put(Integer.valueOf(pair[0]), pair[1]);
                    }
                    out.append(fields[0]).append(" qid:").append(query);
                    for (int feature = 1; feature <= features; feature++) {
                        out.append(' ').append(feature).append(':').append(values.getOrDefault(feature, "0"));
                    }
                    out.append('\n');
                }
            }
        }
        Files.writeString(most, ofMost);
        if (!some.equals(most)) {
            Files.writeString(some, ofSome);
        }
    }

    private static String line(BufferedReader in) throws IOException {
        String line = in.readLine();
        if (line == null) {
            throw new IOException("a file ends before its last query");
        }
        return line;
    }

    /** 6,000 queries of 120 items to train, 250 each to validate and test; a hundred trees of each tool. */
    private static PeerSet generated(Path scratch) throws IOException {
        Path all = scratch.resolve("generated.txt");
        Generate.letor(all, 6_500, 120, 136);
        List<Path> fold = List.of(
                scratch.resolve("generated-train.txt"),
                scratch.resolve("generated-valid.txt"),
                scratch.resolve("generated-test.txt"));
        int[] rows = {6_000 * 120, 250 * 120, 250 * 120};
        try (BufferedReader in = Files.newBufferedReader(all)) {
            for (int part = 0; part < rows.length; part++) {
                try (Writer out = Files.newBufferedWriter(fold.get(part))) {
                    for (int row = 0; row < rows[part]; row++) {
                        out.append(line(in)).append('\n');
                    }
                }
            }
        }
        Files.delete(all);
        return new PeerSet(
                "720,000 generated rows of 136 features, 100 trees each",
                List.of(fold),
                Map.of("ranklib", List.of("tree=100"), "trees", List.of("num_round=100")));
    }
}
