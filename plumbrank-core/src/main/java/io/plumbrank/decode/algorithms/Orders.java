package io.plumbrank.decode.algorithms;

/** Moves on orders that are still being worked on: arrays of items, best first. */
final class Orders {
    private Orders() {}

    /** Takes the item at one position out and puts it in at another. */
    static void move(int[] order, int from, int to) {
        int item = order[from];
        if (to < from) {
            System.arraycopy(order, to, order, to + 1, from - to);
        } else {
            System.arraycopy(order, from + 1, order, from, to - from);
        }
        order[to] = item;
    }
}
