package io.plumbrank.target.classes;

import java.util.Arrays;

/** Where β_t are the corners of {@link SimplexCode}: O(k) per vector, not O(k²). */
final class SimplexArgmin implements Argmin {
    private final double[] shifts;

    SimplexArgmin(double[] shifts) {
        this.shifts = shifts;
    }

    @Override
    public int of(double[] us, int start) {
        double[] values = SimplexCode.decode(shifts.length, Arrays.copyOfRange(us, start, start + shifts.length - 1));
        double best = Double.POSITIVE_INFINITY;
        int at = -1;
        for (int t = 0; t < values.length; t++) {
            double value = values[t] + shifts[t];
            if (value < best) {
                best = value;
                at = t;
            }
        }
        return at;
    }

    @Override
    public void into(double[] us, int count, int[] out) {
        for (int v = 0; v < count; v++) {
            out[v] = of(us, v * (shifts.length - 1));
        }
    }
}
