package io.plumbrank.decode.algorithms;

/** Sums of the largest numbers without sorting all of them. */
final class Selection {
    private Selection() {}

    /**
     * The sum of the k largest of the first n values, 1 ≤ k ≤ n. Reorders the values: the k largest come first, the
     * smallest of these at k − 1. O(n) on average (Hoare 1961).
     */
    static double sumOfLargest(double[] values, int n, int k) {
        int low = 0;
        int high = n - 1;
        while (low < high) {
            double pivot = values[(low + high) >>> 1];
            int i = low;
            int j = high;
            while (i <= j) {
                while (values[i] > pivot) {
                    i++;
                }
                while (values[j] < pivot) {
                    j--;
                }
                if (i <= j) {
                    double t = values[i];
                    values[i++] = values[j];
                    values[j--] = t;
                }
            }
            if (k - 1 <= j) {
                high = j;
            } else if (k - 1 >= i) {
                low = i;
            } else {
                break;
            }
        }
        double sum = 0;
        for (int i = 0; i < k; i++) {
            sum += values[i];
        }
        return sum;
    }
}
