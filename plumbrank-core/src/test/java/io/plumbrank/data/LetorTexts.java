package io.plumbrank.data;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;

/** Random LETOR text, and files to put it in. */
public final class LetorTexts {
    private LetorTexts() {}

    /** Well-formed text whose rows of a query stand together. */
    static String random(SplittableRandom random, int queries, int mostItems, int features, double density) {
        StringBuilder out = new StringBuilder();
        for (int q = 0; q < queries; q++) {
            int items = 1 + random.nextInt(mostItems);
            for (int item = 0; item < items; item++) {
                out.append(number(random)).append(" qid:q").append(q);
                for (int feature = 0; feature < features; feature++) {
                    if (random.nextDouble() < density) {
                        out.append(random.nextInt(20) == 0 ? "\t " : " ");
                        out.append(feature).append(':').append(number(random));
                    }
                }
                switch (random.nextInt(4)) {
                    case 0 -> out.append(" # d").append(item);
                    case 1 -> out.append("#docid = d").append(item).append(" inc = 1");
                    case 2 -> out.append(" #docid=d").append(item);
                    default -> {}
                }
                out.append(random.nextInt(10) == 0 ? "\r\n" : "\n");
                if (random.nextInt(15) == 0) {
                    out.append(random.nextBoolean() ? "# a remark\n" : "  \n");
                }
            }
        }
        return out.toString();
    }

    /** Numbers as people write them: short, long, whole, tiny, with and without exponents. */
    public static String number(SplittableRandom random) {
        String sign = random.nextInt(5) == 0 ? "-" : random.nextInt(20) == 0 ? "+" : "";
        String digits = switch (random.nextInt(8)) {
            case 0 -> Integer.toString(random.nextInt(10));
            case 1 -> Integer.toString(random.nextInt(1_000_000_000));
            case 2 -> random.nextInt(100) + "." + random.nextInt(1000);
            case 3 -> "." + random.nextInt(1000);
            case 4 -> random.nextInt(1000) + ".";
            case 5 -> Double.toString(random.nextDouble());
            case 6 -> Float.toString((float) (random.nextDouble() * Math.pow(10, random.nextInt(-40, 38))));
            default ->
                random.nextInt(10) + "."
                        + Integer.toString(1_000_000 + random.nextInt(1_000_000))
                                .substring(1);
        };
        return sign + digits;
    }

    public static Path write(Path folder, String name, String text) {
        return write(folder, name, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Packs the bytes when the name ends in {@code .gz}. */
    public static Path write(Path folder, String name, byte[] bytes) {
        try {
            return Files.write(folder.resolve(name), name.endsWith(".gz") ? gzip(bytes) : bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }
}
