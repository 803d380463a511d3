package io.plumbrank.measure;

import io.plumbrank.measure.settings.Key;
import io.plumbrank.measure.settings.Key.Denominator;
import io.plumbrank.measure.settings.Key.Gain;
import io.plumbrank.measure.settings.Key.Ideal;
import io.plumbrank.measure.settings.PairWeight;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * The measures by their textbook definitions on one strict ranking, and the mean of these over all rankings that agree with
 * the scores, by enumeration. Shares no code with the measures: the oracle of the property tests.
 */
public final class Textbook {
    private Textbook() {}

    /**
     * One query. Retrieved items carry scores; unretrieved ones stand below, tied.
     *
     * @param grades NaN where unjudged
     */
    record Case(double[] scores, double[] grades, double[] unretrieved) {
        JudgedList list() {
            return new Judgements(grades.clone(), unretrieved.clone(), Integer::compare, null).rankedBy(scores.clone());
        }

        int retrieved() {
            return scores.length;
        }

        /** Grades of all items, the unretrieved last. */
        double[] all() {
            double[] all = Arrays.copyOf(grades, grades.length + unretrieved.length);
            System.arraycopy(unretrieved, 0, all, grades.length, unretrieved.length);
            return all;
        }

        /** Scores of all items, the unretrieved below all others. */
        double[] allScores() {
            double[] all = Arrays.copyOf(scores, grades.length + unretrieved.length);
            Arrays.fill(all, scores.length, all.length, Double.NEGATIVE_INFINITY);
            return all;
        }

        @Override
        public String toString() {
            return "scores " + Arrays.toString(scores) + " grades " + Arrays.toString(grades) + " unretrieved "
                    + Arrays.toString(unretrieved);
        }
    }

    /** The mean of the measure over all rankings of all items that never put a lower score above a higher one. */
    static double mean(Case query, MeasureSpec spec) {
        return mean(rankings(query), query.retrieved(), spec);
    }

    static double mean(List<double[]> rankings, int retrieved, MeasureSpec spec) {
        double sum = 0;
        for (double[] ranking : rankings) {
            sum += value(ranking, retrieved, spec);
        }
        return sum / rankings.size();
    }

    /** The grades of all items in ranked order, one array for every ranking that agrees with the scores. */
    static List<double[]> rankings(Case query) {
        List<double[]> rankings = new ArrayList<>();
        double[] all = query.all();
        double[] scores = query.allScores();
        extend(
                scores,
                new int[all.length],
                new boolean[all.length],
                0,
                ranking -> rankings.add(
                        Arrays.stream(ranking).mapToDouble(item -> all[item]).toArray()));
        return rankings;
    }

    private static void extend(double[] scores, int[] ranking, boolean[] used, int placed, Consumer<int[]> visitor) {
        if (placed == scores.length) {
            visitor.accept(ranking);
            return;
        }
        double best = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < scores.length; i++) {
            best = used[i] ? best : Math.max(best, scores[i]);
        }
        for (int i = 0; i < scores.length; i++) {
            if (!used[i] && scores[i] == best) {
                used[i] = true;
                ranking[placed] = i;
                extend(scores, ranking, used, placed + 1, visitor);
                used[i] = false;
            }
        }
    }

    /**
     * The measure of a strict ranking.
     *
     * @param all grades in ranked order, of which the first {@code retrieved} were retrieved
     */
    public static double value(double[] all, int retrieved, MeasureSpec spec) {
        double value = defined(all, retrieved, spec);
        if (!Double.isNaN(value)) {
            return value;
        }
        return switch (spec.empty()) {
            case ZERO -> 0;
            case ONE, ONE_UNWEIGHTED -> 1;
            case SKIP -> Double.NaN;
        };
    }

    /** NaN where the measure is undefined. */
    private static double defined(double[] all, int retrieved, MeasureSpec spec) {
        double[] list = Arrays.copyOf(all, retrieved);
        double[] judged = spec.ideal() == Ideal.RETRIEVED ? list : all;
        int k = spec.cutoff().orElse(Integer.MAX_VALUE);
        boolean capped = spec.denominator() == Denominator.CAPPED;
        double relevant = count(judged, judged.length, spec);
        return switch (spec.name()) {
            case "dcg" -> dcg(list, k, spec);
            case "ndcg" -> {
                double ideal = dcg(descending(judged), k, spec);
                yield ideal == 0 ? Double.NaN : dcg(list, k, spec) / ideal;
            }
            case "p" -> list.length == 0 && capped ? 0 : count(list, k, spec) / (capped ? Math.min(k, list.length) : k);
            case "wta" -> list.length > 0 && relevant(list[0], spec) ? 1 : 0;
            case "recall" -> relevant == 0 ? Double.NaN : count(list, k, spec) / relevant;
            case "rprec" -> relevant == 0 ? Double.NaN : count(list, (int) relevant, spec) / relevant;
            case "success" -> count(all, all.length, spec) == 0 ? Double.NaN : count(list, k, spec) > 0 ? 1 : 0;
            case "rr" -> count(all, all.length, spec) == 0 ? Double.NaN : reciprocalRank(list, k, spec);
            case "map" ->
                relevant == 0 ? Double.NaN : precisions(list, k, spec) / (capped ? Math.min(relevant, k) : relevant);
            case "err" -> err(all, list, k, spec);
            case "eru" -> eru(list, spec);
            case "bpref" -> bpref(all, list, spec);
            case "auc" -> auc(all, spec);
            case "pd" -> pd(all, spec);
            case "kendall" -> kendall(all);
            case "spearman" -> spearman(all);
            case "num_q" -> 1;
            case "num_ret" -> retrieved;
            case "num_rel" -> count(all, all.length, spec);
            case "num_rel_ret" -> count(list, list.length, spec);
            default -> throw new IllegalArgumentException("no textbook definition of " + spec);
        };
    }

    static boolean relevant(double grade, MeasureSpec spec) {
        double threshold = spec.relevance().threshold();
        return !Double.isNaN(grade) && (spec.relevance().strict() ? grade > threshold : grade >= threshold);
    }

    static double gain(double grade, MeasureSpec spec) {
        if (Double.isNaN(grade) || (grade < 0 && spec.gain() != Gain.SIGNED)) {
            return 0;
        }
        return switch (spec.gain()) {
            case LINEAR, SIGNED -> grade;
            case EXPONENTIAL -> Math.exp(grade * Math.log(2)) - 1;
            case EXPONENTIAL_INT -> Math.exp(Math.floor(grade) * Math.log(2)) - 1;
        };
    }

    private static double count(double[] grades, int k, MeasureSpec spec) {
        double count = 0;
        for (int i = 0; i < Math.min(k, grades.length); i++) {
            count += relevant(grades[i], spec) ? 1 : 0;
        }
        return count;
    }

    private static double[] descending(double[] grades) {
        return Arrays.stream(grades)
                .filter(grade -> !Double.isNaN(grade))
                .map(y -> -y)
                .sorted()
                .map(y -> -y)
                .toArray();
    }

    private static double dcg(double[] list, int k, MeasureSpec spec) {
        double sum = 0;
        for (int rank = 1; rank <= Math.min(k, list.length); rank++) {
            sum += gain(list[rank - 1], spec) * Math.log(2) / Math.log(rank + 1);
        }
        return sum;
    }

    private static double reciprocalRank(double[] list, int k, MeasureSpec spec) {
        for (int rank = 1; rank <= Math.min(k, list.length); rank++) {
            if (relevant(list[rank - 1], spec)) {
                return 1.0 / rank;
            }
        }
        return 0;
    }

    private static double precisions(double[] list, int k, MeasureSpec spec) {
        double sum = 0;
        for (int rank = 1; rank <= Math.min(k, list.length); rank++) {
            sum += relevant(list[rank - 1], spec) ? count(list, rank, spec) / rank : 0;
        }
        return sum;
    }

    private static double err(double[] all, double[] list, int k, MeasureSpec spec) {
        if (Arrays.stream(all).allMatch(grade -> gain(grade, spec) == 0)) {
            return Double.NaN;
        }
        double value = 0;
        for (int rank = 1; rank <= Math.min(k, list.length); rank++) {
            double stopsHere = 1.0 / rank;
            for (int i = 0; i < rank; i++) {
                double satisfied = gain(list[i], spec) / Math.exp(spec.get(Key.MAX) * Math.log(2));
                stopsHere *= i < rank - 1 ? 1 - satisfied : satisfied;
            }
            value += stopsHere;
        }
        return value;
    }

    private static double eru(double[] list, MeasureSpec spec) {
        double sum = 0;
        for (int rank = 1; rank <= list.length; rank++) {
            double grade = Double.isNaN(list[rank - 1]) ? Double.NEGATIVE_INFINITY : list[rank - 1];
            sum += Math.max(grade - spec.get(ExpectedRankUtility.V), 0)
                    * Math.exp((1.0 - rank) / (spec.get(ExpectedRankUtility.W) - 1) * Math.log(2));
        }
        return sum;
    }

    private static double bpref(double[] all, double[] list, MeasureSpec spec) {
        double relevant = count(all, all.length, spec);
        double others =
                Arrays.stream(all).filter(y -> y >= 0 && !relevant(y, spec)).count();
        double sum = 0;
        double above = 0;
        for (double grade : list) {
            if (relevant(grade, spec)) {
                sum += above == 0 ? 1 : 1 - Math.min(above, relevant) / Math.min(others, relevant);
            } else if (grade >= 0) {
                above++;
            }
        }
        return relevant == 0 ? Double.NaN : sum / relevant;
    }

    private static double auc(double[] all, MeasureSpec spec) {
        double right = 0;
        double pairs = 0;
        for (int i = 0; i < all.length; i++) {
            for (int j = 0; j < all.length; j++) {
                if (relevant(all[i], spec) && !relevant(all[j], spec)) {
                    pairs++;
                    right += i < j ? 1 : 0;
                }
            }
        }
        return pairs == 0 ? Double.NaN : right / pairs;
    }

    private static double pd(double[] all, MeasureSpec spec) {
        double[] grades = zeroForUnjudged(all);
        double wrong = 0;
        double total = 0;
        for (int i = 0; i < grades.length; i++) {
            for (int j = 0; j < grades.length; j++) {
                if (grades[i] > grades[j]) {
                    double weight = spec.pairWeight() == PairWeight.UNIT ? 1 : grades[i] - grades[j];
                    total += weight;
                    wrong += i > j ? weight : 0;
                }
            }
        }
        return total == 0 ? Double.NaN : wrong / total;
    }

    private static double kendall(double[] all) {
        double[] ranks = new double[all.length];
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = -i;
        }
        return tauB(ranks, zeroForUnjudged(all));
    }

    private static double spearman(double[] all) {
        double[] ranks = new double[all.length];
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = -i;
        }
        return pearsonOnMidRanks(ranks, zeroForUnjudged(all));
    }

    /** tau-b in O(n²), NaN where it is undefined. */
    static double tauB(double[] x, double[] y) {
        double surplus = 0;
        double unequalX = 0;
        double unequalY = 0;
        for (int i = 0; i < x.length; i++) {
            for (int j = 0; j < i; j++) {
                surplus += Math.signum(x[i] - x[j]) * Math.signum(y[i] - y[j]);
                unequalX += x[i] != x[j] ? 1 : 0;
                unequalY += y[i] != y[j] ? 1 : 0;
            }
        }
        return surplus / Math.sqrt(unequalX * unequalY);
    }

    /** Spearman's rho in O(n²), NaN where it is undefined. */
    static double pearsonOnMidRanks(double[] x, double[] y) {
        double[] p = midRanks(x);
        double[] q = midRanks(y);
        double meanP = Arrays.stream(p).average().orElse(0);
        double meanQ = Arrays.stream(q).average().orElse(0);
        double pq = 0;
        double pp = 0;
        double qq = 0;
        for (int i = 0; i < p.length; i++) {
            pq += (p[i] - meanP) * (q[i] - meanQ);
            pp += (p[i] - meanP) * (p[i] - meanP);
            qq += (q[i] - meanQ) * (q[i] - meanQ);
        }
        return pp == 0 || qq == 0 ? Double.NaN : pq / Math.sqrt(pp * qq);
    }

    private static double[] midRanks(double[] x) {
        double[] ranks = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            for (double other : x) {
                ranks[i] += other < x[i] ? 1 : other == x[i] ? 0.5 : 0;
            }
        }
        return ranks;
    }

    static double[] zeroForUnjudged(double[] grades) {
        return Arrays.stream(grades).map(y -> Double.isNaN(y) ? 0 : y).toArray();
    }
}
