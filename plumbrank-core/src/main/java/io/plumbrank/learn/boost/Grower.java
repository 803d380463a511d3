package io.plumbrank.learn.boost;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Grows trees on binned rows. The rows of a node stand together, in their order; a split parts them, sums the smaller child and
 * takes it from the parent for the other. A node of few rows is split by its rows in place of a histogram, to the same result,
 * since sums are exact.
 */
final class Grower {
    private static final int CHUNK = 1 << 14;
    /** Work on fewer rows times features is not worth waking a thread. */
    private static final int WORTH_SHARING = 1 << 15;

    private final BinnedRows bins;
    private final RoundedGradients gradients;
    private final GrowthRules rules;
    private final Workers workers;
    private final Histograms histograms;

    private int[] rows;
    private int[] otherRows;
    /** The numbers of {@link RoundedGradients} in the order of rows, where there is one per row. */
    private long[] moved;

    private long[] otherMoved;
    /** By place, 1 where the row goes left. */
    private byte[] onLeft;

    private final long[] none = {};

    Grower(BinnedRows bins, RoundedGradients gradients, GrowthRules rules, Workers workers) {
        this.bins = bins;
        this.gradients = gradients;
        this.rules = rules;
        this.workers = workers;
        histograms = new Histograms(bins, gradients.stride());
        rows = new int[bins.rows()];
        otherRows = new int[bins.rows()];
        onLeft = new byte[bins.rows()];
        moved = gradients.isPacked() ? new long[bins.rows()] : none;
        otherMoved = gradients.isPacked() ? new long[bins.rows()] : none;
    }

    /**
     * Grows a tree.
     *
     * @param sample the rows to grow it on, in their order; a row may come again
     * @param key of everything that is drawn
     */
    GrownTree grow(int[] sample, long key) {
        Growth growth = new Growth(sample, key);
        return growth.grow();
    }

    /** The rows of the last tree, by node. */
    int[] rows() {
        return rows;
    }

    /** The gradients of all outputs over the rows of each leaf of the last tree, in their order. */
    double[][] leafSums(GrownTree grown, RoundedGradients.Source source, int outputs) {
        List<Node> nodes = grown.nodes();
        double[][] sums = new double[nodes.size()][];
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
        private final long key;
        private final int[] ofTree;
        private final boolean[] groupsOfTree = new boolean[bins.groups()];
        private final Node root;
        /** Nodes with a split that is worth its while, and that nobody has made yet. */
        private final ArrayDeque<Node> newest = new ArrayDeque<>();

        private final PriorityQueue<Node> ordered;
        private int leaves = 1;

        Growth(int[] sample, long key) {
            this.key = key;
            int[] features = IntStream.range(0, bins.cuts().features()).toArray();
            ofTree = Mixing.draw(features, rules.ofTree(), Mixing.mix(key, 1));
            for (int feature : ofTree) {
                groupsOfTree[feature / BinnedRows.ABREAST] = true;
            }
            if (rows.length < sample.length) {
                rows = new int[sample.length];
                otherRows = new int[sample.length];
                onLeft = new byte[sample.length];
                moved = gradients.isPacked() ? new long[sample.length] : none;
                otherMoved = gradients.isPacked() ? new long[sample.length] : none;
            }
            System.arraycopy(sample, 0, rows, 0, sample.length);
            root = Node.root(sample.length, sums(sample), rules.isMonotone() ? gradients.outputs() : 0);
            Comparator<Node> order = rules.isBestFirst()
                    ? Comparator.comparingDouble((Node node) -> -gain(node))
                    : Comparator.comparingInt((Node node) -> node.depth);
            // rows never overlap, so that this decides between any two
            ordered = new PriorityQueue<>(order.thenComparingInt(node -> node.from));
        }

        private long[] sums(int[] sample) {
            int stride = gradients.stride();
            long[] values = gradients.values();
            long[][] parts = new long[(sample.length + CHUNK - 1) / CHUNK][stride];
            workers.ranges(sample.length, CHUNK, (from, to) -> {
                long[] part = parts[from / CHUNK];
                for (int i = from; i < to; i++) {
                    for (int o = 0; o < stride; o++) {
                        part[o] += values[sample[i] * stride + o];
                    }
                    if (moved.length > 0) {
                        moved[i] = values[sample[i]];
                    }
                }
            });
            long[] sums = new long[stride];
            for (long[] part : parts) {
                for (int o = 0; o < stride; o++) {
                    sums[o] += part[o];
                }
            }
            return sums;
        }

        GrownTree grow() {
            if (maySplit(root)) {
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
            return new GrownTree(root, bins, gradients, rules);
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

        private boolean maySplit(Node node) {
            return node.depth < rules.deepest()
                    && node.rows() > 1
                    && gradients.curvature(node.sums, 0) >= 2 * rules.leastWeight();
        }

        /** Few enough that sorting them costs less than a histogram. */
        private boolean isSmall(Node node) {
            return node.rows() * 4L * ofTree.length
                            < bins.cuts().offset(bins.cuts().features())
                    && node.rows() < 1 << SplitSearch.PLACE_BITS;
        }

        private void split(Node node) {
            Node.Split split = node.split;
            if (split == null) {
                throw new IllegalStateException("a node without a split");
            }
            int middle = part(node, split);
            long[] rest = node.sums.clone();
            for (int i = 0; i < rest.length; i++) {
                rest[i] -= split.left()[i];
            }
            int[] way = rules.hasInteractions() ? with(node.onTheWay, split.feature()) : node.onTheWay;
            double[][] bounds = bounds(node, split, rest);
            Node left = node.child(true, node.from, middle, split.left(), bounds[0], bounds[1], way);
            Node right = node.child(false, middle, node.to, rest, bounds[2], bounds[3], way);
            node.left = left;
            node.right = right;
            Node small = left.rows() <= right.rows() ? left : right;
            Node large = small == left ? right : left;
            boolean smallMay = maySplit(small);
            boolean largeMay = maySplit(large);
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

        private int[] with(int[] way, int feature) {
            int[] longer = Arrays.copyOf(way, way.length + 1);
            longer[way.length] = feature;
            return longer;
        }

        /** Of left and right, lower and upper: what lies between the children bounds both from then on. */
        private double[][] bounds(Node node, Node.Split split, long[] rest) {
            double[][] bounds = {
                node.lower.clone(), node.upper.clone(), node.lower.clone(), node.upper.clone(),
            };
            int sign = rules.monotone(split.feature());
            for (int o = 0; o < node.lower.length && sign != 0; o++) {
                double middle = (GrownTree.value(split.left(), o, node, gradients, rules)
                                + GrownTree.value(rest, o, node, gradients, rules))
                        / 2;
                bounds[sign > 0 ? 1 : 0][o] = middle;
                bounds[sign > 0 ? 2 : 3][o] = middle;
            }
            return bounds;
        }

        /**
         * Looks for the splits of a node and of its larger sibling, feature group by feature group.
         *
         * @param large null where it cannot be split
         * @param parent the histogram of both together, which the sibling takes over
         */
        private void search(Node small, @Nullable Node large, long @Nullable [] parent) {
            boolean searchSmall = maySplit(small);
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
            int[] smallFeatures = searchSmall ? features(small) : new int[0];
            int[] largeFeatures = large == null ? new int[0] : features(large);
            SplitSearch[] ofSmall = new SplitSearch[bins.groups()];
            SplitSearch[] ofLarge = new SplitSearch[bins.groups()];
            share(small.rows() + (large == null || !largeByRows ? 0 : large.rows()), slice -> {
                if (sums) {
                    sum(slice, small, own);
                }
                int first = bins.firstGroup(slice);
                for (int group = first; group < first + bins.groupsOf(slice); group++) {
                    if (!groupsOfTree[group]) {
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
            small.split = best(ofSmall);
            if (large != null) {
                large.split = best(ofLarge);
            }
        }

        private void share(int count, IntConsumer work) {
            if ((long) count * ofTree.length < WORTH_SHARING) {
                for (int slice = 0; slice < bins.slices(); slice++) {
                    work.accept(slice);
                }
            } else {
                workers.run(bins.slices(), work);
            }
        }

        private void sum(int slice, Node node, long[] histogram) {
            if (gradients.isPacked()) {
                histograms.sumPacked(slice, groupsOfTree, rows, moved, node.from, node.to, histogram);
            } else if (gradients.stride() == 2) {
                histograms.sumTwo(slice, groupsOfTree, rows, gradients.values(), node.from, node.to, histogram);
            } else {
                histograms.sum(slice, groupsOfTree, rows, gradients.values(), node.from, node.to, histogram);
            }
        }

        private Node.@Nullable Split best(SplitSearch[] ofGroups) {
            SplitSearch best = null;
            for (SplitSearch search : ofGroups) {
                best = SplitSearch.better(best, search);
            }
            return best == null ? null : best.found();
        }

        private int[] features(Node node) {
            int[] ofLevel = Mixing.draw(ofTree, rules.ofLevel(), Mixing.mix(key, 2, node.depth));
            int[] allowed = rules.allowed(ofLevel, node.onTheWay);
            return allowed.length == 0 ? allowed : Mixing.draw(allowed, rules.ofNode(), Mixing.mix(key, 3, node.path));
        }

        /** @param histogram null to go by rows */
        private SplitSearch searched(Node node, int group, int[] features, long @Nullable [] histogram) {
            SplitSearch search = new SplitSearch(gradients, rules, bins.cuts(), node);
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

        /** Puts the rows that go left before the others, each in their order; gives where the others begin. */
        private int part(Node node, Node.Split split) {
            byte[] goesLeft = new byte[256];
            for (int code = 0; code < goesLeft.length; code++) {
                goesLeft[code] = (byte) (split.goesLeft(code, bins.cuts().bins(split.feature())) ? 1 : 0);
            }
            int[] lefts = new int[(node.rows() + CHUNK - 1) / CHUNK + 1];
            workers.ranges(
                    node.rows(),
                    CHUNK,
                    (from, to) -> lefts[from / CHUNK + 1] =
                            bins.mark(split.feature(), goesLeft, rows, node.from + from, node.from + to, onLeft));
            for (int chunk = 1; chunk < lefts.length; chunk++) {
                lefts[chunk] += lefts[chunk - 1];
            }
            int middle = node.from + lefts[lefts.length - 1];
            workers.ranges(node.rows(), CHUNK, (from, to) -> {
                int left = node.from + lefts[from / CHUNK];
                int right = middle + from - lefts[from / CHUNK];
                for (int i = node.from + from; i < node.from + to; i++) {
                    int place = onLeft[i] != 0 ? left : right;
                    otherRows[place] = rows[i];
                    if (moved.length > 0) {
                        otherMoved[place] = moved[i];
                    }
                    left += onLeft[i];
                    right += 1 - onLeft[i];
                }
            });
            workers.ranges(node.rows(), CHUNK, (from, to) -> {
                System.arraycopy(otherRows, node.from + from, rows, node.from + from, to - from);
                if (moved.length > 0) {
                    System.arraycopy(otherMoved, node.from + from, moved, node.from + from, to - from);
                }
            });
            return middle;
        }
    }

    private static double gain(Node node) {
        return node.split == null ? Double.NEGATIVE_INFINITY : node.split.gain();
    }
}
