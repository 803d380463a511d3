package io.plumbrank.target.classes;

import io.plumbrank.target.ClassLoss;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.Vectors;
import java.util.List;

/** The losses of a matrix, however they are encoded: ℓ itself, not an approximation. */
public abstract class TabulatedLoss implements ClassLoss<Integer> {
    final LossMatrix matrix;
    final Argmin argmin;

    TabulatedLoss(LossMatrix matrix, Argmin argmin) {
        this.matrix = matrix;
        this.argmin = argmin;
    }

    @Override
    public final Integer decode(double[] u) {
        Vectors.requireSize(u, encodedSize());
        return requireFound(argmin.of(u, 0));
    }

    static int requireFound(int prediction) {
        if (prediction < 0) {
            throw new IllegalArgumentException("u is so large that its products overflow");
        }
        return prediction;
    }

    @Override
    public double loss(Integer label, Integer prediction) {
        return matrix.loss(label, prediction);
    }

    @Override
    public double given(int label, Integer prediction) {
        return matrix.given(label, prediction);
    }

    @Override
    public int classes() {
        return matrix.classes();
    }

    @Override
    public String className(int label) {
        return matrix.className(label);
    }

    @Override
    public String predictionName(Integer prediction) {
        return matrix.predictionName(prediction);
    }

    @Override
    public List<Integer> predictions() {
        return Vectors.range(matrix.predictions());
    }

    @Override
    public LossMatrix toMatrix() {
        return matrix;
    }

    /** For people; a matrix has no text form. */
    @Override
    public String toString() {
        return "loss matrix, " + matrix.classes() + " × " + matrix.predictions();
    }
}
