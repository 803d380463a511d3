package io.plumbrank.learn.trees;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.data.Query;
import io.plumbrank.json.Fields;
import io.plumbrank.learn.ExplainedScorer;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.ScorerCodec;
import io.plumbrank.learn.arithmetic.Shapes;
import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.trees.TreeEnsemble.Member;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * u = Σ_k weight_k · u_k(x), a weighted sum of functions with the same outputs. Where each u_k estimates E[α | x], so does their sum, and
 * what decodes one decodes the other.
 *
 * <pre>{@code
 * Scorer sum = Blend.of(List.of(new Blend.Part(0.4, 1, scorer), new Blend.Part(0.6, 1, ensemble)));
 * }</pre>
 *
 * <p>Immutable. It is an {@link ExplainedScorer} where all parts are.
 */
public class Blend implements Scorer {
    private static final long serialVersionUID = 1;

    @SuppressWarnings("serial") // an immutable list
    private final List<Part> parts;

    private final int inputs;

    private Blend(List<Part> parts) {
        this.parts = List.copyOf(parts);
        this.inputs = parts.get(0).inputs();
        for (Part part : parts) {
            if (part.inputs() != inputs || part.scorer.outputs() != outputs()) {
                throw new IllegalArgumentException("parts of " + inputs + " and " + part.inputs() + " features, with "
                        + outputs() + " and " + part.scorer.outputs() + " outputs");
            }
        }
    }

    /**
     * A term of the sum.
     *
     * @param step its feature j is feature j · step of a row: a function of features without context sees every third of those with two
     *     contexts
     */
    public record Part(double weight, int step, Scorer scorer) implements Serializable {
        public Part {
            if (!(weight > 0 && weight < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("a weight must be positive and finite, got " + weight);
            }
            if (step < 1 || (long) step * scorer.inputs() > Integer.MAX_VALUE) {
                throw new IllegalArgumentException("every feature of " + scorer.inputs() + " at a step of " + step);
            }
        }

        private int inputs() {
            return step * scorer.inputs();
        }

        /** The features that it sees. */
        private float[] narrowed(float[] x, int rows) {
            if (step == 1) {
                return x;
            }
            float[] own = new float[rows * scorer.inputs()];
            for (int i = 0; i < own.length; i++) {
                own[i] = x[i * step];
            }
            return own;
        }
    }

    /**
     * The sum of some parts, in as few as there may be: linear functions add up to one, and trees to one ensemble. So it is a blend only
     * where parts differ in kind.
     *
     * @throws IllegalArgumentException if there are none, or inputs or outputs differ
     */
    public static Scorer of(List<Part> parts) {
        Part first = parts.get(0);
        if (first.weight == 1 && first.step == 1 && parts.size() == 1) {
            return first.scorer;
        }
        made(parts); // requires that they fit
        List<Part> linear = parts.stream()
                .filter(part -> part.scorer instanceof LinearScorer)
                .toList();
        List<Part> trees = parts.stream()
                .filter(part -> part.scorer instanceof TreeEnsemble)
                .toList();
        List<Part> sums = new ArrayList<>();
        LinearScorer line = linear(linear);
        if (line != null) {
            sums.add(new Part(1, 1, line));
        }
        if (!trees.isEmpty()) {
            sums.add(new Part(1, 1, ensemble(trees)));
        }
        parts.stream()
                .filter(part -> !trees.contains(part) && (line == null || !linear.contains(part)))
                .forEach(sums::add);
        boolean alone = sums.size() == 1 && sums.get(0).weight == 1 && sums.get(0).step == 1;
        return alone ? sums.get(0).scorer : made(sums);
    }

    private static Blend made(List<Part> parts) {
        boolean explained =
                parts.stream().allMatch(part -> part.scorer instanceof ExplainedScorer scorer && scorer.isExplained());
        return explained ? new Explained(parts) : new Blend(parts);
    }

    /** The sum of linear functions; null where there are none, or missing values count differently in them. */
    private static @Nullable LinearScorer linear(List<Part> parts) {
        if (parts.isEmpty()) {
            return null;
        }
        int inputs = parts.get(0).inputs();
        int outputs = parts.get(0).scorer.outputs();
        float[] reference = new float[inputs];
        boolean[] known = new boolean[inputs];
        double[] intercepts = new double[outputs];
        double[][] weights = new double[outputs][inputs];
        for (Part part : parts) {
            LinearScorer own = (LinearScorer) part.scorer;
            float[] from = own.reference();
            for (int j = 0; j < from.length; j++) {
                int at = j * part.step;
                if (known[at] && reference[at] != from[j]) {
                    return null;
                }
                known[at] = true;
                reference[at] = from[j];
            }
            for (int o = 0; o < outputs; o++) {
                intercepts[o] += part.weight * own.intercepts()[o];
                for (int j = 0; j < from.length; j++) {
                    weights[o][j * part.step] += part.weight * own.weight(o, j);
                }
            }
        }
        return LinearScorer.of(reference, intercepts, weights);
    }

    private static TreeEnsemble ensemble(List<Part> parts) {
        double[] bases = new double[parts.get(0).scorer.outputs()];
        List<Member> members = new ArrayList<>();
        for (Part part : parts) {
            TreeEnsemble own = ((TreeEnsemble) part.scorer).atStep(part.step);
            float[] from = own.baseScores();
            for (int o = 0; o < bases.length; o++) {
                bases[o] += part.weight * from[o];
            }
            for (Member member : own.members()) {
                members.add(new Member(member.output(), (float) (part.weight * member.weight()), member.tree()));
            }
        }
        float[] rounded = new float[bases.length];
        for (int o = 0; o < bases.length; o++) {
            rounded[o] = (float) bases[o];
        }
        return TreeEnsemble.of(parts.get(0).inputs(), rounded, members);
    }

    /** The terms, in the order of addition. */
    public List<Part> parts() {
        return parts;
    }

    @Override
    public int inputs() {
        return inputs;
    }

    @Override
    public int outputs() {
        return parts.get(0).scorer.outputs();
    }

    @Override
    public void scoreInto(float[] x, double[] u) {
        Shapes.requireRow(this, x, u);
        scoreInto(x, 1, u);
    }

    @Override
    public void scoreInto(float[] x, int rows, double[] u) {
        Shapes.requireRows(this, x, rows, u);
        int count = rows * outputs();
        double[] own = new double[count];
        Arrays.fill(u, 0, count, 0);
        for (Part part : parts) {
            part.scorer.scoreInto(part.narrowed(x, rows), rows, own);
            for (int i = 0; i < count; i++) {
                u[i] += part.weight * own[i];
            }
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Blend that && parts.equals(that.parts);
    }

    @Override
    public int hashCode() {
        return parts.hashCode();
    }

    private static final class Explained extends Blend implements ExplainedScorer {
        private static final long serialVersionUID = 1;

        Explained(List<Part> parts) {
            super(parts);
        }

        /** The weighted sum of what features add to the parts. */
        @Override
        public void differenceInto(float[] a, float[] b, int output, double[] contributions) {
            from(b, output).into(a, contributions);
        }

        @Override
        public Differences from(float[] b, int output) {
            List<Differences> each = parts().stream()
                    .map(part -> ((ExplainedScorer) part.scorer).from(part.narrowed(b, 1), output))
                    .toList();
            return (a, contributions) -> {
                Shapes.requirePair(this, a, b, output, contributions);
                Arrays.fill(contributions, 0);
                for (int k = 0; k < each.size(); k++) {
                    Part part = parts().get(k);
                    double[] own = new double[part.scorer.inputs()];
                    each.get(k).into(part.narrowed(a, 1), own);
                    for (int j = 0; j < own.length; j++) {
                        contributions[j * part.step] += part.weight * own[j];
                    }
                }
            };
        }

        @Override
        public boolean uses(int feature) {
            return parts().stream()
                    .anyMatch(part ->
                            feature % part.step == 0 && ((ExplainedScorer) part.scorer).uses(feature / part.step));
        }
    }

    /** {@code blend} in files. */
    public static final class Codec implements ScorerCodec<Blend> {
        @Override
        public String name() {
            return "blend";
        }

        @Override
        public Class<Blend> type() {
            return Blend.class;
        }

        @Override
        public void write(Blend blend, JsonGenerator json) throws IOException {
            json.writeArrayFieldStart("parts");
            for (Part part : blend.parts) {
                json.writeStartObject();
                json.writeNumberField("weight", part.weight);
                json.writeNumberField("step", part.step);
                ScorerCodec.write(ROWS, part.scorer, json);
                json.writeEndObject();
            }
            json.writeEndArray();
        }

        @Override
        public Blend read(Fields json) {
            List<Part> parts = new ArrayList<>();
            for (Fields part : json.objects("parts")) {
                parts.add(new Part(
                        part.number("weight"),
                        (int) part.whole("step", 1, Query.MOST_FEATURES),
                        ScorerCodec.read(ROWS, Scorer.class, part)));
            }
            if (parts.isEmpty()) {
                throw new IllegalArgumentException("'parts' is empty");
            }
            return made(parts);
        }
    }
}
