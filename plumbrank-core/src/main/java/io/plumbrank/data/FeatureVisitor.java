package io.plumbrank.data;

/** Sees the features of an item that are not missing. */
@FunctionalInterface
public interface FeatureVisitor {
    /**
     * Takes one feature.
     *
     * @param feature its number
     * @param value its value, never NaN
     */
    void visit(int feature, float value);
}
