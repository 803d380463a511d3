package io.plumbrank.target.classes;

/** argmin_t ⟨u, β_t⟩ + b_t for one u or many, the first t on ties; the two ways agree to the last bit. */
interface Argmin {
    /** Of the vector that begins at {@code start}; −1 if no value is finite or −∞. */
    int of(double[] us, int start);

    /** {@link #of} for the vectors that lie one after the other in {@code us}. */
    void into(double[] us, int count, int[] out);
}
