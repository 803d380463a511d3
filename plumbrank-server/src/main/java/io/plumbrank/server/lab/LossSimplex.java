package io.plumbrank.server.lab;

import io.plumbrank.json.Fields;
import io.plumbrank.surrogate.ClassSurrogate;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.RegretBound;
import io.plumbrank.target.classes.Factorization;
import io.plumbrank.target.classes.MatrixLoss;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * A loss of three classes over all distributions of the class: what is best, and what a surrogate that was fitted perfectly is
 * decoded to. The triangle is cut into small ones, and each shows what holds at its centre.
 */
final class LossSimplex {
    static final int SIDE = 96;
    private static final int CLASSES = 3;
    private static final int MOST_PREDICTIONS = 6;
    private static final double LARGEST = 1e6;
    private static final double ROUNDING = 1e-12;

    private LossSimplex() {}

    /** The surrogates that can be chosen, by the words that the page sends. */
    private enum Method {
        SQUARED("squared", ClassSurrogate.SQUARED),
        ONE_DIMENSION("squared-1", ClassSurrogate.SQUARED),
        CHEAPEST("log-loss-cheapest", ClassSurrogate.LOGISTIC),
        MOST_PROBABLE("log-loss-most-probable", ClassSurrogate.LOGISTIC);

        private final String text;
        private final ClassSurrogate surrogate;

        Method(String text, ClassSurrogate surrogate) {
            this.text = text;
            this.surrogate = surrogate;
        }

        static Method of(String text) {
            for (Method method : values()) {
                if (method.text.equals(text)) {
                    return method;
                }
            }
            throw new IllegalArgumentException("unknown surrogate '" + text + "'");
        }
    }

    static Map<String, Object> of(Fields request) {
        double[][] losses = request.rows("losses", LARGEST);
        Method method = Method.of(request.text("surrogate"));
        request.requireNoOthers();
        if (losses.length != CLASSES) {
            throw new IllegalArgumentException("three classes make a triangle, not " + losses.length);
        }
        if (losses[0].length < 2 || losses[0].length > MOST_PREDICTIONS) {
            throw new IllegalArgumentException(
                    "there are 2 to " + MOST_PREDICTIONS + " predictions, not " + losses[0].length);
        }
        LossMatrix matrix = LossMatrix.of(losses);
        Factorization whole = Factorization.of(matrix);
        Factorization used = method == Method.ONE_DIMENSION && whole.dimension() > 1 ? whole.truncate(1) : whole;
        MatrixLoss loss = MatrixLoss.of(used);
        ToIntFunction<double[]> decoded = decoder(method, matrix, loss, used);
        StringBuilder best = new StringBuilder();
        StringBuilder made = new StringBuilder();
        double worst = 0;
        double[] where = {1, 0, 0};
        int wrong = 0;
        List<double[]> centres = centres();
        for (double[] p : centres) {
            double[] risks = risks(matrix, p);
            int optimal = cheapest(risks);
            int predicted = decoded.applyAsInt(p);
            double regret = risks[predicted] - risks[optimal];
            // equal costs are no mistake, whatever the order of the columns
            boolean equal = regret <= 1e-9 * (1 + largest(losses));
            best.append(optimal);
            made.append(equal ? optimal : predicted);
            wrong += equal ? 0 : 1;
            if (regret > worst) {
                worst = regret;
                where = p;
            }
        }
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("side", SIDE);
        answer.put("best", best.toString());
        answer.put("decoded", made.toString());
        answer.put("wrong", (double) wrong / centres.size());
        answer.put("worstRegret", worst);
        answer.put("worstAt", where);
        answer.put("rank", whole.rank());
        answer.put("affineDimension", whole.affineDimension());
        answer.put("dimension", whole.dimension());
        answer.put("used", used.size());
        answer.put("embedding", used.a());
        answer.put("predictions", used.b());
        answer.put("shifts", used.shifts());
        answer.put("epsilon", used.epsilon());
        boolean sure = method != Method.MOST_PROBABLE || isMostProbableBest(matrix);
        RegretBound bound = sure ? guarantee(method, loss).bound() : null;
        answer.put("regretConstant", bound == null ? null : bound.constant());
        answer.put("slack", bound == null ? null : bound.slack());
        answer.put("boundOf", method.surrogate == ClassSurrogate.SQUARED ? "squared error" : "log-loss");
        answer.put("promise", promise(method, loss, sure));
        answer.put("notes", matrix.notes());
        return answer;
    }

    private static Guarantee guarantee(Method method, MatrixLoss loss) {
        return method.surrogate.guarantee(loss);
    }

    private static List<String> promise(Method method, MatrixLoss loss, boolean sure) {
        return switch (method) {
            case SQUARED, ONE_DIMENSION -> guarantee(method, loss).sentences();
            case CHEAPEST ->
                List.of("Calibrated for every distribution: log-loss is strictly proper, so a perfect fit gives the"
                        + " probabilities themselves, and the cheapest prediction by them is the best.");
            case MOST_PROBABLE ->
                List.of(
                        sure
                                ? "Calibrated for these costs: the probabilities are right, and whichever class is the"
                                        + " most probable, what is best for it alone is best."
                                : "Not calibrated for these costs: the probabilities are right, but what is best for"
                                        + " the most probable class alone is not always the best prediction.");
        };
    }

    /**
     * Whether the prediction for the most probable class is always a best one. Where class y is the most probable, p lies in the hull of
     * e_y, the middles of e_y and each other class, and the middle of all. Costs are linear in p, so that what is cheapest at these is
     * cheapest in between.
     */
    private static boolean isMostProbableBest(LossMatrix matrix) {
        int[] own = ofClasses(matrix);
        for (int y = 0; y < CLASSES; y++) {
            List<double[]> corners = new ArrayList<>(List.of(new double[] {1, 1, 1}));
            for (int z = 0; z < CLASSES; z++) {
                double[] middle = new double[CLASSES];
                middle[y] = 1;
                middle[z] = 1;
                corners.add(middle);
            }
            for (double[] p : corners) {
                double[] risks = risks(matrix, p);
                double above = risks[own[y]] - risks[cheapest(risks)];
                if (above > 1e-9 * (1 + Math.abs(risks[own[y]]))) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The cheapest prediction for each class alone. */
    private static int[] ofClasses(LossMatrix matrix) {
        return IntStream.range(0, CLASSES)
                .map(y -> cheapest(IntStream.range(0, matrix.predictions())
                        .mapToDouble(t -> matrix.loss(y, t))
                        .toArray()))
                .toArray();
    }

    private static ToIntFunction<double[]> decoder(
            Method method, LossMatrix matrix, MatrixLoss loss, Factorization used) {
        if (method == Method.CHEAPEST) {
            return p -> cheapest(risks(matrix, p));
        }
        if (method == Method.MOST_PROBABLE) {
            int[] own = ofClasses(matrix);
            return p -> own[cheapest(new double[] {-p[0], -p[1], -p[2]})];
        }
        double[][] alphas = used.a();
        return p -> {
            double[] u = new double[used.size()]; // u^p = Σ_y p_y α_y, the perfect fit of least squares
            for (int y = 0; y < CLASSES; y++) {
                for (int o = 0; o < u.length; o++) {
                    u[o] += p[y] * alphas[y][o];
                }
            }
            return loss.decode(u);
        };
    }

    private static double[] risks(LossMatrix matrix, double[] p) {
        double[] risks = new double[matrix.predictions()];
        for (int t = 0; t < risks.length; t++) {
            for (int y = 0; y < CLASSES; y++) {
                risks[t] += p[y] * matrix.given(y, t);
            }
        }
        return risks;
    }

    /** The first of the least, where what differs by rounding is equal. */
    private static int cheapest(double[] costs) {
        int best = 0;
        for (int t = 1; t < costs.length; t++) {
            best = costs[t] < costs[best] - ROUNDING * (1 + Math.abs(costs[best])) ? t : best;
        }
        return best;
    }

    private static double largest(double[][] losses) {
        double largest = 0;
        for (double[] row : losses) {
            for (double loss : row) {
                largest = Math.max(largest, Math.abs(loss));
            }
        }
        return largest;
    }

    /**
     * Row by row from the corner of the first class; in each row triangles that point up and down take turns. With i, j, k whole and
     * i + j + k = SIDE − 1, the centre of one that points up is (i, j, k) + ⅓; of one that points down, with a sum of SIDE − 2, it
     * is (i, j, k) + ⅔.
     */
    private static List<double[]> centres() {
        List<double[]> centres = new ArrayList<>();
        for (int row = 0; row < SIDE; row++) {
            for (int across = 0; across <= 2 * row; across++) {
                boolean up = across % 2 == 0;
                double part = up ? 1 / 3.0 : 2 / 3.0;
                int third = across / 2;
                int first = SIDE - 1 - row;
                int second = up ? row - third : row - 1 - third;
                centres.add(new double[] {(first + part) / SIDE, (second + part) / SIDE, (third + part) / SIDE});
            }
        }
        return centres;
    }
}
