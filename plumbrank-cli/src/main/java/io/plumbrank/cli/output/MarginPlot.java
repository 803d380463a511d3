package io.plumbrank.cli.output;

import io.plumbrank.data.Ranking;
import io.plumbrank.votes.Majorities;
import java.awt.Color;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Draws margins as a map of colours: a row per item, best first, and a column for the items that it is compared with. Where a ranking
 * agrees with a majority, what stands above the diagonal is blue; what it contradicts is red there.
 */
public final class MarginPlot {
    private static final Color LOST = new Color(0xb2182b);
    private static final Color EVEN = new Color(0xf7f7f7);
    private static final Color WON = new Color(0x2166ac);
    private static final int TOP = 40;
    private static final int SCALE = 110;
    private static final int GAP = 8;
    private static final int SHADES = 100;
    private static final int LONGEST = 40;

    private MarginPlot() {}

    public static void write(Path file, Majorities majorities, Ranking ranking) throws IOException {
        int size = ranking.size();
        int cell = Math.max(1, Math.min(40, 1700 / size));
        int letters = Math.max(1, Math.min(12, cell - 1));
        List<String> names = IntStream.range(0, size)
                .mapToObj(position -> shortened(majorities.names().get(ranking.itemAt(position))))
                .toList();
        double widest = names.stream()
                .mapToDouble(name -> Picture.width(name, letters))
                .max()
                .orElse(0);
        int left = 2 * GAP + (int) Math.ceil(widest);
        int map = cell * size;
        double[][] margins = new double[size][size];
        double largest = 1e-300;
        for (int row = 0; row < size; row++) {
            for (int column = 0; column < size; column++) {
                margins[row][column] =
                        row == column ? 0 : majorities.margin(ranking.itemAt(row), ranking.itemAt(column));
                largest = Math.max(largest, Math.abs(margins[row][column]));
            }
        }
        int width = left + Math.max(map, 220) + SCALE;
        Picture picture = new Picture(width, TOP + Math.max(map, SHADES) + left);
        picture.text("Margins of the row over the column", 14, left, TOP - 15, 0);
        for (int row = 0; row < size; row++) {
            double middle = (row + 0.5) * cell + letters / 3;
            picture.text(names.get(row), letters, left - GAP, TOP + middle, 1);
            picture.upwards(names.get(row), letters, left + middle, TOP + map + GAP, 1);
            for (int column = 0; column < size; column++) {
                picture.fill(
                        new Rectangle2D.Double(left + column * cell, TOP + row * cell, cell, cell),
                        color(margins[row][column] / largest));
            }
        }
        scale(picture, width - SCALE + 2 * GAP, largest);
        picture.write(file);
    }

    private static String shortened(String name) {
        return name.codePointCount(0, name.length()) <= LONGEST
                ? name
                : name.substring(0, name.offsetByCodePoints(0, LONGEST - 1)) + "…";
    }

    /** Shows which colour is which margin. */
    private static void scale(Picture picture, int x, double largest) {
        for (int i = 0; i < SHADES; i++) {
            picture.fill(new Rectangle2D.Double(x, TOP + i, 15, 1), color(1 - 2.0 * i / (SHADES - 1)));
        }
        for (int sign = -1; sign <= 1; sign++) {
            String margin = String.format(Locale.ROOT, "%.4g", sign * largest).replaceFirst("\\.0+$", "");
            picture.text(sign == 0 ? "0" : margin, 11, x + 15 + GAP, TOP + 54 - 50 * sign, 0);
        }
    }

    /** A shade between the colours of −1, 0 and 1. */
    private static Color color(double share) {
        Color end = share < 0 ? LOST : WON;
        return new Color(
                mixed(EVEN.getRed(), end.getRed(), share),
                mixed(EVEN.getGreen(), end.getGreen(), share),
                mixed(EVEN.getBlue(), end.getBlue(), share));
    }

    private static int mixed(int even, int end, double share) {
        return (int) Math.round(even + Math.abs(share) * (end - even));
    }
}
