package io.plumbrank.learn.boost;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Grows trees on binned rows. The rows of a node stand together, in their order; a split parts them, sums the smaller child and
 * takes it from the parent for the other. A node of few rows is split by its rows in place of a histogram, to the same result,
 * since sums are exact.
 */
final class Grower {
    /** Work on fewer rows times features is not worth waking a thread. */
    private static final int WORTH_SHARING = 1 << 15;

    private final BinnedRows bins;
    private final RoundedGradients gradients;
    private final GrowthRules rules;
    private final Workers workers;
    private final Histograms histograms;

    private final NodeRows nodeRows;
    private final long[] none = {};
    private final List<int[]> categories;

    /** @param categories the features of each category */
    Grower(BinnedRows bins, RoundedGradients gradients, GrowthRules rules, List<int[]> categories, Workers workers) {
        // what is asked of single features is not known of sets of them
        this.categories =
                rules.isMonotone() || rules.hasInteractions() ? List.of() : Categories.of(bins, categories, workers);
        this.bins = bins;
        this.gradients = gradients;
        this.rules = rules;
        this.workers = workers;
        histograms = new Histograms(bins, gradients.stride());
        nodeRows = new NodeRows(bins, gradients, histograms, workers);
    }

    /** @param sample the rows to grow it on, in their order; a row may come again */
    GrownTree grow(int[] sample, long key) {
        Growth growth = new Growth(sample, key);
        return growth.grow();
    }

    /** The rows of the last tree, by node. */
    int[] rows() {
        return nodeRows.rows();
    }

    /** The gradients of all outputs over the rows of each leaf of the last tree, in their order. */
    double[][] leafSums(GrownTree grown, RoundedGradients.Source source, int outputs) {
        List<Node> nodes = grown.nodes();
        double[][] sums = new double[nodes.size()][];
        int[] rows = rows();
        workers.run(sums.length, number -> {
            Node node = nodes.get(number);
            double[] gradient = new double[outputs];
            double[] sum = new double[outputs];
            for (int i = node.from; i < node.to && !node.isSplit(); i++) {
                source.gradientInto(rows[i], gradient);
                for (int o = 0; o < outputs; o++) {
                    sum[o] += gradient[o];
                }
            }
            sums[number] = sum;
        });
        return sums;
    }

    private final class Growth {
        private final Branching branching;
        private final Node root;
        /** Nodes with a split that is worth its while, and that nobody has made yet. */
        private final ArrayDeque<Node> newest = new ArrayDeque<>();

        private final PriorityQueue<Node> ordered;
        private int leaves = 1;

        Growth(int[] sample, long key) {
            branching = new Branching(bins.cuts(), gradients, rules, key);
            root = branching.root(sample.length, nodeRows.begin(sample));
            Comparator<Node> order = rules.isBestFirst()
                    ? Comparator.comparingDouble((Node node) -> -gain(node))
                    : Comparator.comparingInt((Node node) -> node.depth);
            // rows never overlap, so that this decides between any two
            ordered = new PriorityQueue<>(order.thenComparingInt(node -> node.from));
        }

        GrownTree grow() {
            if (branching.maySplit(root)) {
                search(root, null, null);
                offer(root);
            }
            for (Node node = next(); node != null; node = next()) {
                if (leaves >= rules.mostLeaves()) {
                    free(node);
                } else {
                    split(node);
                    leaves++;
                }
            }
            return new GrownTree(root, bins.cuts(), gradients, rules);
        }

        /** Without a limit of leaves the order changes nothing, and the newest first need the least memory. */
        private @Nullable Node next() {
            return rules.mostLeaves() == Integer.MAX_VALUE ? newest.poll() : ordered.poll();
        }

        private void offer(Node node) {
            if (node.split == null) {
                free(node);
            } else if (rules.mostLeaves() == Integer.MAX_VALUE) {
                newest.push(node);
            } else {
                ordered.add(node);
            }
        }

        private void free(Node node) {
            if (node.histogram != null) {
                histograms.giveBack(node.histogram);
                node.histogram = null;
            }
        }

        /** Few enough that sorting them costs less than a histogram. */
        private boolean isSmall(Node node) {
            return node.rows() * 4L * branching.ofTree().length
                            < bins.cuts().offset(bins.cuts().features())
                    && node.rows() < 1 << SplitSearch.PLACE_BITS;
        }

        private void split(Node node) {
            Node.Split split = node.split;
            if (split == null) {
                throw new IllegalStateException("a node without a split");
            }
            int middle = nodeRows.part(node.from, node.to, split);
            branching.split(node, split, middle - node.from, node.to - middle);
            Node left = Objects.requireNonNull(node.left);
            Node right = Objects.requireNonNull(node.right);
            Node small = left.rows() <= right.rows() ? left : right;
            Node large = small == left ? right : left;
            boolean smallMay = branching.maySplit(small);
            boolean largeMay = branching.maySplit(large);
            long[] parent = node.histogram;
            node.histogram = null;
            if (smallMay || largeMay) {
                search(small, largeMay ? large : null, parent);
            }
            if (parent != null && parent != large.histogram) {
                histograms.giveBack(parent);
            }
            offer(small);
            offer(large);
        }

        /**
         * Looks for the splits of a node and of its larger sibling, feature group by feature group.
         *
         * @param large null where it cannot be split
         * @param parent the histogram of both together, which the sibling takes over
         */
        private void search(Node small, @Nullable Node large, long @Nullable [] parent) {
            boolean searchSmall = branching.maySplit(small);
            boolean smallByRows = isSmall(small);
            boolean largeByRows = large == null || parent == null || isSmall(large);
            boolean sums = !largeByRows || (searchSmall && !smallByRows);
            long[] own = sums ? histograms.take() : none;
            if (sums) {
                small.histogram = own;
            }
            if (large != null && !largeByRows) {
                large.histogram = parent;
            }
            int[] smallFeatures = searchSmall ? branching.features(small) : new int[0];
            int[] largeFeatures = large == null ? new int[0] : branching.features(large);
            SplitSearch[] ofSmall = new SplitSearch[bins.groups()];
            SplitSearch[] ofLarge = new SplitSearch[bins.groups()];
            boolean[] groups = branching.groups();
            share(small.rows() + (large == null || !largeByRows ? 0 : large.rows()), slice -> {
                if (sums) {
                    nodeRows.sum(slice, groups, small.from, small.to, own);
                }
                int first = bins.firstGroup(slice);
                for (int group = first; group < first + bins.groupsOf(slice); group++) {
                    if (!groups[group]) {
                        continue;
                    }
                    if (searchSmall) {
                        ofSmall[group] = searched(small, group, smallFeatures, smallByRows ? null : own);
                    }
                    if (large != null && largeByRows) {
                        ofLarge[group] = searched(large, group, largeFeatures, null);
                    } else if (large != null && parent != null) {
                        histograms.subtract(group, parent, own);
                        ofLarge[group] = searched(large, group, largeFeatures, parent);
                    }
                }
            });
            small.split = best(ofSmall, small, smallFeatures, smallByRows ? null : own);
            if (large != null) {
                large.split = best(ofLarge, large, largeFeatures, largeByRows ? null : parent);
            }
        }

        private void share(int count, IntConsumer work) {
            if ((long) count * branching.ofTree().length < WORTH_SHARING) {
                for (int slice = 0; slice < bins.slices(); slice++) {
                    work.accept(slice);
                }
            } else {
                workers.run(bins.slices(), work);
            }
        }

        /** @param histogram null to go by rows */
        private Node.@Nullable Split best(
                SplitSearch[] ofGroups, Node node, int[] features, long @Nullable [] histogram) {
            SplitSearch best = null;
            for (SplitSearch search : ofGroups) {
                best = SplitSearch.better(best, search);
            }
            if (best != null && features.length > 0 && !categories.isEmpty()) {
                best = SplitSearch.better(best, searchedLevels(node, features, histogram));
            }
            return best == null ? null : best.found();
        }

        private SplitSearch searchedLevels(Node node, int[] features, long @Nullable [] histogram) {
            boolean[] allowed = new boolean[bins.cuts().features()];
            for (int feature : features) {
                allowed[feature] = true;
            }
            SplitSearch search = branching.search(node);
            for (int[] category : categories) {
                int[] columns = Arrays.stream(category)
                        .filter(feature -> allowed[feature])
                        .toArray();
                if (columns.length > 1) {
                    search.lookAtLevels(columns, histogram == null ? sums(columns, node) : sums(columns, histogram));
                }
            }
            return search;
        }

        /** Sums over the rows with each level, from the second bin of its feature. */
        private long[] sums(int[] columns, long[] histogram) {
            int stride = gradients.stride();
            long[] sums = new long[columns.length * stride];
            for (int level = 0; level < columns.length; level++) {
                int at = (bins.cuts().offset(columns[level]) + 1) * stride;
                System.arraycopy(histogram, at, sums, level * stride, stride);
            }
            return sums;
        }

        private long[] sums(int[] columns, Node node) {
            int stride = gradients.stride();
            long[] values = gradients.values();
            int[] rows = rows();
            long[] sums = new long[columns.length * stride];
            for (int i = node.from; i < node.to; i++) {
                int level = 0;
                while (level < columns.length && bins.code(columns[level], rows[i]) != 1) {
                    level++;
                }
                for (int n = 0; n < stride && level < columns.length; n++) {
                    sums[level * stride + n] += values[rows[i] * stride + n];
                }
            }
            return sums;
        }

        /** @param histogram null to go by rows */
        private SplitSearch searched(Node node, int group, int[] features, long @Nullable [] histogram) {
            SplitSearch search = branching.search(node);
            int[] rows = rows();
            int[] codes = new int[histogram == null ? node.rows() : 0];
            for (int feature : features) {
                if (feature / BinnedRows.ABREAST != group) {
                    continue;
                }
                if (histogram != null) {
                    search.lookAt(feature, histogram);
                    continue;
                }
                for (int i = 0; i < codes.length; i++) {
                    codes[i] = bins.code(feature, rows[node.from + i]) << SplitSearch.PLACE_BITS | i;
                }
                search.lookAt(feature, codes, codes.length, rows);
            }
            return search;
        }
    }

    private static double gain(Node node) {
        return node.split == null ? Double.NEGATIVE_INFINITY : node.split.gain();
    }
}
