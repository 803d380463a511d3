package io.plumbrank.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How many values of each of some series fall between borders.
 *
 * @param borders rising, one more than there are places between them
 * @param counts by series and place; the last place holds its upper border too
 */
record Histogram(double[] borders, int[][] counts) {
    private static final int PLACES = 10;

    static Histogram of(double[][] values) {
        double low = Arrays.stream(values).flatMapToDouble(Arrays::stream).min().orElse(0);
        double high =
                Arrays.stream(values).flatMapToDouble(Arrays::stream).max().orElse(1);
        if (low >= 0 && high <= 1) {
            low = 0;
            high = 1;
        } else if (low == high) {
            high = low + 1;
        }
        double[] borders = new double[PLACES + 1];
        for (int i = 0; i <= PLACES; i++) {
            borders[i] = low + (high - low) * i / PLACES;
        }
        int[][] counts = new int[values.length][PLACES];
        for (int s = 0; s < values.length; s++) {
            for (double value : values[s]) {
                int place = 0;
                while (place < PLACES - 1 && value >= borders[place + 1]) {
                    place++;
                }
                counts[s][place]++;
            }
        }
        return new Histogram(borders, counts);
    }

    ReportTable table(String what, List<String> names) {
        List<String> header = new ArrayList<>(List.of(">" + what + " from", ">to"));
        names.forEach(name -> header.add(">" + name));
        ReportTable table = new ReportTable(header.toArray(String[]::new));
        for (int place = 0; place < PLACES; place++) {
            List<String> row = new ArrayList<>(List.of(Texts.brief(borders[place]), Texts.brief(borders[place + 1])));
            for (int[] count : counts) {
                row.add(Integer.toString(count[place]));
            }
            table.row(row);
        }
        return table;
    }
}
