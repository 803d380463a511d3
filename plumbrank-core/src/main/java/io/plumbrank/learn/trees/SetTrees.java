package io.plumbrank.learn.trees;

import io.plumbrank.learn.arithmetic.Shapes;
import io.plumbrank.learn.splits.RowTest;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Trees that may also split on tests of a row: the ensemble sees a row with the number of each test behind its features. Immutable.
 */
public final class SetTrees implements Trees {
    private static final long serialVersionUID = 1;
    private static final int BLOCK = 64;

    private final int inputs;
    private final List<RowTest> tests;
    private final TreeEnsemble ensemble;

    /**
     * @param tests those of features {@code inputs}, {@code inputs + 1}, … of the ensemble
     * @throws IllegalArgumentException if the ensemble has another number of features, or a test looks at one beyond the inputs
     */
    public SetTrees(int inputs, List<? extends RowTest> tests, TreeEnsemble ensemble) {
        this.inputs = inputs;
        this.tests = List.copyOf(tests);
        this.ensemble = ensemble;
        if (ensemble.inputs() != inputs + tests.size()) {
            throw new IllegalArgumentException(ensemble.inputs() + " features of trees for " + inputs + " features and "
                    + tests.size() + " tests");
        }
        for (RowTest test : tests) {
            for (int feature : test.features()) {
                if (feature < 0 || feature >= inputs) {
                    throw new IllegalArgumentException(
                            "a test of feature " + feature + ", but " + inputs + " features");
                }
            }
        }
    }

    @Override
    public int inputs() {
        return inputs;
    }

    @Override
    public int outputs() {
        return ensemble.outputs();
    }

    public List<RowTest> tests() {
        return tests;
    }

    @Override
    public TreeEnsemble ensemble() {
        return ensemble;
    }

    @Override
    public void scoreInto(float[] x, double[] u) {
        Shapes.requireRow(this, x, u);
        ensemble.scoreInto(tested(x, 0, 1), u);
    }

    @Override
    public void scoreInto(float[] x, int rows, double[] u) {
        Shapes.requireRows(this, x, rows, u);
        double[] scores = new double[BLOCK * outputs()];
        for (int first = 0; first < rows; first += BLOCK) {
            int block = Math.min(BLOCK, rows - first);
            ensemble.scoreInto(tested(x, first, block), block, scores);
            System.arraycopy(scores, 0, u, first * outputs(), block * outputs());
        }
    }

    /** Rows with the numbers of the tests behind each. */
    private float[] tested(float[] x, int first, int rows) {
        int width = ensemble.inputs();
        float[] wide = new float[Math.multiplyExact(rows, width)];
        for (int row = 0; row < rows; row++) {
            int from = (first + row) * inputs;
            System.arraycopy(x, from, wide, row * width, inputs);
            for (int test = 0; test < tests.size(); test++) {
                wide[row * width + inputs + test] = tests.get(test).value(x, from);
            }
        }
        return wide;
    }

    @Override
    public void differenceInto(float[] a, float[] b, int output, double[] contributions) {
        from(b, output).into(a, contributions);
    }

    @Override
    public boolean isExplained() {
        return ensemble.isExplained();
    }

    /** A test is a player of its own; what it adds in a row is added to the feature that it is attributed to there. */
    @Override
    public Differences from(float[] b, int output) {
        TreeContributions explained = TreeContributions.of(ensemble);
        double[] each = new double[explained.size()];
        double[] ofB = new double[inputs];
        addContributions(explained, b, output, each, ofB);
        return (a, contributions) -> {
            Shapes.requirePair(this, a, b, output, contributions);
            for (int j = 0; j < inputs; j++) {
                contributions[j] = -ofB[j];
            }
            addContributions(explained, a, output, each, contributions);
        };
    }

    private void addContributions(TreeContributions explained, float[] x, int output, double[] each, double[] to) {
        explained.contributionsInto(tested(x, 0, 1), each);
        int first = output * (ensemble.inputs() + 1);
        for (int j = 0; j < ensemble.inputs(); j++) {
            int input = j < inputs ? j : tests.get(j - inputs).attributed(x, 0);
            to[input] += each[first + j];
        }
    }

    @Override
    public boolean uses(int feature) {
        if (ensemble.uses(feature)) {
            return true;
        }
        for (int test = 0; test < tests.size(); test++) {
            if (Arrays.binarySearch(tests.get(test).features(), feature) >= 0 && ensemble.uses(inputs + test)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public SetTrees countedFrom(int first) {
        List<RowTest> moved =
                tests.stream().map(test -> test.countedFrom(first)).toList();
        // tests stay behind the inputs, so all features of the trees move
        return new SetTrees(Math.addExact(inputs, first), moved, ensemble.countedFrom(first));
    }

    /** The gain of a test is shared equally by the features that it looks at. */
    @Override
    public Importance importance() {
        Importance all = Importance.of(ensemble);
        double[] gains = Arrays.copyOf(all.gains(), inputs);
        double[] covers = Arrays.copyOf(all.covers(), inputs);
        int[] splits = Arrays.copyOf(all.splits(), inputs);
        for (int test = 0; test < tests.size(); test++) {
            int[] features = tests.get(test).features();
            for (int feature : features) {
                gains[feature] += all.gains()[inputs + test] / features.length;
                covers[feature] += all.covers()[inputs + test] / features.length;
                splits[feature] += all.splits()[inputs + test];
            }
        }
        return new Importance(gains, covers, splits);
    }

    @Override
    public Optional<TreeEnsemble> plain(int mostNodes) {
        return PlainTrees.of(ensemble, inputs, tests, mostNodes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SetTrees that
                && inputs == that.inputs
                && tests.equals(that.tests)
                && ensemble.equals(that.ensemble);
    }

    @Override
    public int hashCode() {
        return 31 * tests.hashCode() + ensemble.hashCode();
    }
}
