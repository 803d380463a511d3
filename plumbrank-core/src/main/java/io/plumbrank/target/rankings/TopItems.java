package io.plumbrank.target.rankings;

import java.util.stream.IntStream;

/** The best few of many items by a heap of the best so far, the worst of them on top. O(n log k). */
final class TopItems {
    private TopItems() {}

    /** The k items of largest key, best first, equal keys in item order: the first k of a stable sort. */
    static int[] of(double[] keys, int k) {
        int[] heap = IntStream.range(0, k).toArray();
        for (int node = k / 2 - 1; node >= 0; node--) {
            sink(heap, k, node, keys);
        }
        for (int item = k; item < keys.length && k > 0; item++) {
            if (isBetter(item, heap[0], keys)) {
                heap[0] = item;
                sink(heap, k, 0, keys);
            }
        }
        // Taking the worst away again and again leaves the heap sorted, best first.
        for (int size = k; size > 1; size--) {
            int worst = heap[0];
            heap[0] = heap[size - 1];
            heap[size - 1] = worst;
            sink(heap, size - 1, 0, keys);
        }
        return heap;
    }

    private static void sink(int[] heap, int size, int start, double[] keys) {
        int node = start;
        int item = heap[node];
        while (2 * node + 1 < size) {
            int child = 2 * node + 1;
            if (child + 1 < size && isBetter(heap[child], heap[child + 1], keys)) {
                child++;
            }
            if (!isBetter(item, heap[child], keys)) {
                break;
            }
            heap[node] = heap[child];
            node = child;
        }
        heap[node] = item;
    }

    private static boolean isBetter(int item, int other, double[] keys) {
        return keys[item] > keys[other] || (keys[item] == keys[other] && item < other);
    }
}
