package io.plumbrank.bench.rows;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * Writes data of the shape of public learning-to-rank sets. Seeded: the same arguments give the same bytes.
 *
 * <pre>
 * Generate letor FILE [QUERIES] [ITEMS] [FEATURES]   about 910 MB for 6000 120 136, the defaults
 * Generate trec FOLDER [QUERIES] [ITEMS]             qrels.txt and bench.run, 6000 120
 * </pre>
 */
public final class Generate {
    private static final int QUERIES = 6_000;
    private static final int ITEMS = 120;
    private static final int FEATURES = 136;

    private Generate() {}

    public static void main(String[] args) throws IOException {
        if (args.length < 2) {
            throw new IllegalArgumentException(
                    "usage: Generate letor FILE [QUERIES ITEMS FEATURES] | trec FOLDER [QUERIES ITEMS]");
        }
        Path path = Path.of(args[1]);
        switch (args[0]) {
            case "letor" -> letor(path, number(args, 2, QUERIES), number(args, 3, ITEMS), number(args, 4, FEATURES));
            case "trec" -> trec(path, number(args, 2, QUERIES), number(args, 3, ITEMS));
            default -> throw new IllegalArgumentException("letor or trec, not " + args[0]);
        }
    }

    private static int number(String[] args, int at, int otherwise) {
        return at < args.length ? Integer.parseInt(args[at]) : otherwise;
    }

    /** Dense features with six decimals, a tenth of them zero; the grade leans on the first ten. */
    public static void letor(Path file, int queries, int items, int features) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        StringBuilder line = new StringBuilder();
        try (Writer out = Files.newBufferedWriter(file)) {
            for (int query = 0; query < queries; query++) {
                for (int item = 0; item < items; item++) {
                    line.setLength(0);
                    double signal = 0;
                    for (int feature = 1; feature <= features; feature++) {
                        int millionths = random.nextInt(10) == 0 ? 0 : random.nextInt(1_000_000);
                        signal += feature <= 10 ? millionths / 1e6 - 0.45 : 0;
                        line.append(' ').append(feature).append(":0.");
                        appendPadded(line, millionths, 6);
                    }
                    double noisy = signal + random.nextDouble() - 0.5;
                    int grade = noisy > 1.8 ? 4 : noisy > 1.3 ? 3 : noisy > 0.8 ? 2 : noisy > 0.3 ? 1 : 0;
                    line.insert(0, grade + " qid:" + query)
                            .append(" # doc")
                            .append(query)
                            .append('-')
                            .append(item);
                    out.append(line).append('\n');
                }
            }
        }
    }

    /** Every item judged; scores lean on the grades. */
    static void trec(Path folder, int queries, int items) throws IOException {
        SplittableRandom random = new SplittableRandom(2);
        Files.createDirectories(folder);
        try (PrintStream qrels = stream(folder.resolve("qrels.txt"));
                PrintStream run = stream(folder.resolve("bench.run"))) {
            for (int query = 0; query < queries; query++) {
                for (int item = 0; item < items; item++) {
                    int draw = random.nextInt(100);
                    int grade = draw < 60 ? 0 : draw < 80 ? 1 : draw < 90 ? 2 : draw < 96 ? 3 : 4;
                    StringBuilder name = new StringBuilder("D");
                    appendPadded(name, random.nextInt(1_000) * items + item, 7);
                    qrels.append("q" + query + " 0 " + name + " " + grade + "\n");
                    long millionths = Math.round((grade + 6 * random.nextDouble()) * 1e6);
                    run.append("q" + query + " Q0 " + name + " " + (item + 1) + " " + millionths / 1e6 + " bench\n");
                }
            }
        }
    }

    private static PrintStream stream(Path file) throws IOException {
        return new PrintStream(
                new BufferedOutputStream(Files.newOutputStream(file), 1 << 16), false, StandardCharsets.UTF_8);
    }

    private static void appendPadded(StringBuilder out, int number, int digits) {
        String text = Integer.toString(number);
        out.append("0".repeat(digits - text.length())).append(text);
    }
}
