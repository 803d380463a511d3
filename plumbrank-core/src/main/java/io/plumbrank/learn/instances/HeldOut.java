package io.plumbrank.learn.instances;

import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.Outputs;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.RowScorer.AdditiveScorer;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Outputs of all candidates for instances that they were not fitted to. Thread-safe. */
public interface HeldOut extends Serializable {
    /** u of some instances, all in the same fold. */
    Outputs score(List<? extends Instance> instances, int fold);

    /** How many numbers it makes of a row or pair, for all candidates together. */
    int outputs();

    /** The fold of an instance, by its number in the file; 0 where there are none. */
    default int fold(long instance) {
        return 0;
    }

    /** The outputs of one of the candidates alone. */
    default HeldOut only(int candidate) {
        HeldOut all = this;
        return new HeldOut() {
            @Override
            public Outputs score(List<? extends Instance> instances, int fold) {
                Outputs each = all.score(instances, fold);
                return new Outputs(
                        new double[][] {each.u()[candidate]}, each.ends(), new int[] {each.outputs()[candidate]});
            }

            @Override
            public int outputs() {
                return all.outputs();
            }

            @Override
            public int fold(long instance) {
                return all.fold(instance);
            }
        };
    }

    /** By one scorer, fitted to something else. */
    static HeldOut by(InstanceScorer scorer) {
        return by(List.of(scorer), null);
    }

    /** By the scorer that was fitted without the instance's fold; by the only one where there are none. */
    static HeldOut by(List<? extends InstanceScorer> withoutFold, @Nullable Folds folds) {
        return new HeldOut() {
            @Override
            public Outputs score(List<? extends Instance> instances, int fold) {
                return HeldOut.score(withoutFold.get(fold), instances);
            }

            @Override
            public int outputs() {
                return withoutFold.get(0).outputs();
            }

            @Override
            public int fold(long instance) {
                return folds == null ? 0 : folds.of(instance);
            }
        };
    }

    /** The candidates of several, one after another. */
    static HeldOut sideBySide(List<HeldOut> all) {
        if (all.size() == 1) {
            return all.get(0);
        }
        return new HeldOut() {
            @Override
            public Outputs score(List<? extends Instance> instances, int fold) {
                List<Outputs> each =
                        all.stream().map(one -> one.score(instances, fold)).toList();
                return new Outputs(
                        each.stream().flatMap(one -> Arrays.stream(one.u())).toArray(double[][]::new),
                        each.get(0).ends(),
                        each.stream()
                                .flatMapToInt(one -> Arrays.stream(one.outputs()))
                                .toArray());
            }

            @Override
            public int outputs() {
                return all.stream().mapToInt(HeldOut::outputs).sum();
            }

            @Override
            public int fold(long instance) {
                return all.get(0).fold(instance);
            }
        };
    }

    private static Outputs score(InstanceScorer scorer, List<? extends Instance> instances) {
        int[] rows = instances.stream().mapToInt(Instance::rows).toArray();
        if (scorer instanceof RowScorer wide && wide.isWide()) {
            return wide.split(values((AdditiveScorer) wide.scorer(), instances, rows), rows);
        }
        return scorer.score(rowsOf(instances, scorer.inputs()), rows);
    }

    /** u of all rows, in time for the values that are present; see {@link RowScorer#isWide}. */
    private static double[] values(AdditiveScorer linear, List<? extends Instance> instances, int[] rows) {
        int outputs = linear.outputs();
        double[] stacked = new double[Math.multiplyExact(IntStream.of(rows).sum(), outputs)];
        double[] u = new double[outputs];
        double[] start = new double[outputs];
        linear.startInto(start, 0);
        Padding padding =
                instances.isEmpty() ? Padding.MISSING : instances.get(0).padding();
        for (int feature = 0; feature < linear.inputs(); feature++) {
            linear.addValueInto(feature, padding.at(feature), start);
        }
        double[] left = new double[outputs];
        int first = 0;
        for (Instance instance : instances) {
            int at = first;
            for (int row = 0; row < instance.rows(); row++) {
                System.arraycopy(start, 0, stacked, (at + row) * outputs, outputs);
            }
            instance.visitValues((row, feature, x) -> {
                if (feature < linear.inputs()) {
                    System.arraycopy(stacked, (at + row) * outputs, u, 0, outputs);
                    Arrays.fill(left, 0);
                    linear.addValueInto(feature, padding.at(feature), left);
                    for (int o = 0; o < outputs; o++) {
                        u[o] -= left[o];
                    }
                    linear.addValueInto(feature, x, u);
                    System.arraycopy(u, 0, stacked, (at + row) * outputs, outputs);
                }
            });
            first += instance.rows();
        }
        return stacked;
    }

    /** The features of all rows of some instances, one row after another. */
    static float[] rowsOf(List<? extends Instance> instances, int width) {
        if (instances.size() == 1) {
            return instances.get(0).x(width);
        }
        long rows = instances.stream().mapToLong(Instance::rows).sum();
        float[] x = new float[Math.toIntExact(rows * width)];
        int at = 0;
        for (Instance instance : instances) {
            instance.xInto(width, x, at);
            at += instance.rows() * width;
        }
        return x;
    }
}
