package io.plumbrank.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;

/**
 * Small invented data sets of every form that training takes. They are made of whole numbers, thousandths, by a seed, so that
 * their bytes are the same on every machine. Features go together, so that it matters how much a fit is regularised.
 */
final class GeneratedData {
    private final Path folder;

    private GeneratedData(Path folder) {
        this.folder = folder;
    }

    /** Writes all files. */
    static void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        GeneratedData data = new GeneratedData(folder);
        data.queries();
        data.preferences();
        data.classes();
        data.rankings();
    }

    private void write(String name, List<String> lines) throws IOException {
        Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n");
    }

    private void queries() throws IOException {
        write("queries.txt", letor(1, 40, query -> query % 9 == 4 ? 1 : 3 + query * 5 % 6, 5));
        // with a feature that training never saw
        write("more-queries.txt", letor(2, 24, query -> query % 7 == 3 ? 1 : 3 + query * 3 % 5, 6));
        write("large-queries.txt", letor(3, 8, query -> 30 + 4 * query, 4));
        write("wide-queries.txt", letor(4, 30, query -> 4 + query % 3, 14));
        // more rows than a block of sums, and a query that is longer than one
        write("many-queries.txt", letor(5, 700, query -> 1 + query * 7 % 14, 4));
        write("long-query.txt", letor(6, 20, query -> query == 7 ? 4500 : 3 + query % 5, 4));
        List<String> scattered = new ArrayList<>(letor(7, 30, query -> 2 + query % 6, 4));
        scattered.sort((a, b) -> Integer.compare(a.hashCode(), b.hashCode()));
        write("scattered.txt", scattered);
        write("weighted.csv", csv(8, 36, 3, false));
        // with a higher grade than training saw
        write("more-weighted.csv", csv(9, 20, 4, false));
        write("item-weighted.csv", csv(10, 36, 3, true));
        write("more-item-weighted.csv", csv(11, 20, 3, true));
    }

    /**
     * LETOR text. The last feature comes only in the last tenth of the queries, the one before it, beyond the third, only in the
     * last third. One in ten values is missing. Every sixth query has no relevant item.
     */
    private static List<String> letor(long seed, int queries, IntUnaryOperator items, int features) {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> lines = new ArrayList<>();
        for (int query = 0; query < queries; query++) {
            for (int item = 0; item < items.applyAsInt(query); item++) {
                StringBuilder line = new StringBuilder();
                int[] x = bells(random, features);
                int worth = 1200 + 2 * (x[0] - x[1]) + x[0] * x[2] / 1000 + bell(random) / 2;
                line.append(query % 6 == 5 ? 0 : Math.max(0, Math.min(4, worth / 700)));
                line.append(" qid:").append(query + 1);
                for (int j = 0; j < features; j++) {
                    boolean late = j >= 3
                            && query < (j == features - 1 ? queries * 9 / 10 : j == features - 2 ? queries * 2 / 3 : 0);
                    if (random.nextInt(10) > 0 && !late) {
                        line.append(' ').append(j + 1).append(':').append(thousandths(x[j]));
                    }
                }
                lines.add(line.append(" # d").append(item + 1).toString());
            }
        }
        return lines;
    }

    /** CSV with weights of queries, some of them 0. One in ten fields is empty. */
    private static List<String> csv(long seed, int queries, int best, boolean itemWeights) {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> lines = new ArrayList<>();
        lines.add("query,docid,label,weight,match,links,age" + (itemWeights ? ",item_weight" : ""));
        for (int query = 0; query < queries; query++) {
            for (int item = 0; item < 2 + query * 5 % 7; item++) {
                int[] x = bells(random, 3);
                int grade = Math.max(0, Math.min(best, (900 + 2 * (x[0] - x[1]) + x[2] / 2 + bell(random) / 3) / 600));
                String line = "q" + query + ",d" + item + "," + grade + "," + thousandths(query % 8 * 500);
                for (int value : x) {
                    line += "," + (random.nextInt(10) == 0 ? "" : thousandths(value));
                }
                lines.add(line + (itemWeights ? "," + thousandths(250 + random.nextInt(8) * 250) : ""));
            }
        }
        return lines;
    }

    private void preferences() throws IOException {
        preferences(12, "items.csv", "votes.csv", 40);
        preferences(13, "more-items.csv", "more-votes.csv", 20);
    }

    /** Votes run in circles. Every ninth query has none. */
    private void preferences(long seed, String itemFile, String voteFile, int queries) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> items = new ArrayList<>(List.of("query,docid,length,pictures,colour"));
        List<String> votes = new ArrayList<>(List.of("query,better,worse,weight"));
        for (int query = 0; query < queries; query++) {
            int[][] x = new int[3 + query % 3][];
            for (int i = 0; i < x.length; i++) {
                x[i] = bells(random, 3);
                items.add("q" + query + ",r" + i + "," + thousandths(x[i][0]) + "," + thousandths(x[i][1]) + ","
                        + thousandths(x[i][2]));
                for (int j = 0; j < i && query % 9 < 8; j++) {
                    int circle = (x[i][1] * x[j][2] - x[j][1] * x[i][2]) / 1000;
                    boolean first = 3 * (x[i][0] - x[i][1] - x[j][0] + x[j][1]) + circle + bell(random) > 0;
                    votes.add("q" + query + ",r" + (first ? i : j) + ",r" + (first ? j : i) + ","
                            + (1 + random.nextInt(9)));
                }
            }
        }
        write(itemFile, items);
        write(voteFile, votes);
    }

    private void classes() throws IOException {
        write(
                "costs.csv",
                List.of("class,wait,pills,ward,surgery", "cold,0,1,6,30", "flu,3,0,5,25", "pneumonia,30,20,0,4"));
        write("equal-costs.csv", List.of("class,wait,pills", "cold,1,1", "flu,3,3", "pneumonia,2,2"));
        write("rows.csv", named(14, 150));
        write("more-rows.csv", named(15, 80));
        write("rows.txt", numbered(16, 120));
        write("more-rows.txt", numbered(17, 60));
        List<String> bits = List.of("000", "001", "011", "101", "110");
        write(
                "bits.txt",
                numbered(23, 120).stream()
                        .map(line -> bits.get(line.charAt(0) - '0') + line.substring(1))
                        .toList());
        // more rows than two blocks of sums
        write("many-rows.txt", numbered(18, 9000));
    }

    /** CSV rows of three classes with weights, some of them 0. One in ten fields is empty. */
    private static List<String> named(long seed, int rows) {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> lines = new ArrayList<>(List.of("label,fever,weight,cough,age"));
        for (int row = 0; row < rows; row++) {
            int[] x = bells(random, 3);
            int sick = 2 * (x[0] - x[1]) + x[0] * x[1] / 2000 + x[2] / 2 + bell(random) / 2;
            String line = sick < 0 ? "cold" : sick < 900 ? "flu" : "pneumonia";
            for (int j = 0; j < 3; j++) {
                line += "," + (random.nextInt(10) == 0 ? "" : thousandths(x[j])) + (j == 0 ? "," + row % 4 : "");
            }
            lines.add(line);
        }
        return lines;
    }

    /** SVMlight rows of classes 0 to 4. The last feature comes only in the last third. */
    private static List<String> numbered(long seed, int rows) {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> lines = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            int[] x = bells(random, 4);
            StringBuilder line = new StringBuilder();
            line.append(Math.max(0, Math.min(4, (2500 + 2 * (x[0] - x[1]) + x[2] / 2 + bell(random) / 2) / 1000)));
            for (int j = 0; j < 4; j++) {
                if (random.nextInt(10) > 0 && (j < 3 || row >= rows * 2 / 3)) {
                    line.append(' ').append(j + 1).append(':').append(thousandths(x[j]));
                }
            }
            lines.add(line.toString());
        }
        return lines;
    }

    private void rankings() throws IOException {
        write("rankings.csv", rankings(19, 90, 4, false));
        write("more-rankings.csv", rankings(20, 50, 4, false));
        write("partial.csv", rankings(21, 90, 4, true));
        write("more-partial.csv", rankings(22, 50, 4, true));
        write("many-labels.csv", rankings(24, 60, 18, false));
    }

    /** Rows that rank labels; where partial, with weights, ties, and one in six positions not known. */
    private static List<String> rankings(long seed, int rows, int labels, boolean partial) {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> lines = new ArrayList<>();
        String header = "distance,hurry,rain" + (partial ? ",weight" : "");
        for (int i = 0; i < labels; i++) {
            header += ",by_" + i;
        }
        lines.add(header);
        for (int row = 0; row < rows; row++) {
            int[] x = bells(random, 3);
            int[] likes = new int[labels];
            StringBuilder line = new StringBuilder();
            for (int value : x) {
                line.append(random.nextInt(20) == 0 ? "" : thousandths(value)).append(',');
            }
            line.append(partial ? thousandths(row % 5 * 500) + "," : "");
            for (int i = 0; i < labels; i++) {
                int worth = (i * 7 % 5 - 2) * (x[0] - x[1]) + (i * 3 % 7 - 3) * x[1] * x[2] / 1000 + bell(random) / 2;
                likes[i] = partial ? worth / 800 : worth * labels + i;
            }
            for (int i = 0; i < labels; i++) {
                int position = 1;
                for (int other : likes) {
                    position += other > likes[i] ? 1 : 0;
                }
                line.append(i == 0 ? "" : ",").append(partial && random.nextInt(6) == 0 ? "" : position);
            }
            lines.add(line.toString());
        }
        return lines;
    }

    /** The second is near the first. */
    private static int[] bells(SplittableRandom random, int count) {
        int[] x = new int[count];
        for (int j = 0; j < count; j++) {
            x[j] = bell(random);
        }
        x[1] = x[0] + x[1] / 2;
        return x;
    }

    /** Bell-shaped around 0, with a standard deviation of 1000. */
    private static int bell(SplittableRandom random) {
        return random.nextInt(2000) + random.nextInt(2000) + random.nextInt(2000) - 2999;
    }

    private static String thousandths(int value) {
        int size = Math.abs(value);
        return (value < 0 ? "-" : "") + size / 1000 + "."
                + Integer.toString(1000 + size % 1000).substring(1);
    }
}
