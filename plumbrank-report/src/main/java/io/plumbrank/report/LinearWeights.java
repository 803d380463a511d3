package io.plumbrank.report;

import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.trees.Blend;
import io.plumbrank.model.Model;
import io.plumbrank.report.ModelCard.Section;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The weights of a linear model, and of the parts of a blend. Where a blend has linear parts, a feature's weight is its weighted sum over them.
 *
 * @param parts of a blend, in the order of addition; empty for other models
 * @param features those with a weight that is not 0, in their order; empty where no part is linear
 */
public record LinearWeights(List<Part> parts, List<Feature> features) {
    private static final int MOST_FEATURES = 40;
    private static final int MOST_OUTPUTS = 6;

    /** @param function in words, such as {@code 40 trees} */
    public record Part(String function, double weight) {}

    /** @param weights by how much each output rises where the feature rises by one */
    public record Feature(String name, List<Double> weights) {
        private double size() {
            return weights.stream().mapToDouble(Math::abs).max().orElse(0);
        }
    }

    public LinearWeights {
        parts = List.copyOf(parts);
        features = List.copyOf(features);
    }

    /** The weights in a model. */
    public static LinearWeights of(Model model) {
        return model.scorer() instanceof RowScorer rows
                ? of(
                        rows.scorer(),
                        model.task().view(),
                        model.provenance().features().names())
                : new LinearWeights(List.of(), List.of());
    }

    /**
     * The weights in a function of rows.
     *
     * @param view of which features are
     * @param names of inputs; empty where they have numbers
     */
    static LinearWeights of(Scorer scorer, QueryFeatures view, List<String> names) {
        List<Blend.Part> all = scorer instanceof Blend blend ? blend.parts() : List.of(new Blend.Part(1, 1, scorer));
        double[][] sums = new double[scorer.outputs()][scorer.inputs()];
        for (Blend.Part part : all) {
            if (part.scorer() instanceof LinearScorer linear) {
                for (int o = 0; o < sums.length; o++) {
                    for (int j = 0; j < linear.inputs(); j++) {
                        sums[o][j * part.step()] += part.weight() * linear.weight(o, j);
                    }
                }
            }
        }
        List<Feature> features = new ArrayList<>();
        for (int j = 0; j < scorer.inputs(); j++) {
            int feature = j;
            int input = view.input(j);
            Feature named = new Feature(
                    view.name(j, names.isEmpty() ? Integer.toString(input) : names.get(input)),
                    Arrays.stream(sums).map(row -> row[feature]).toList());
            if (named.size() > 0) {
                features.add(named);
            }
        }
        return new LinearWeights(
                scorer instanceof Blend
                        ? all.stream()
                                .map(part -> new Part(ModelCard.function(part.scorer()), part.weight()))
                                .toList()
                        : List.of(),
                features);
    }

    /** Sections of the card, with the largest weights first. */
    List<Section> sections(QueryFeatures view) {
        List<Section> sections = new ArrayList<>();
        if (!parts.isEmpty()) {
            List<List<String>> rows = new ArrayList<>();
            rows.add(List.of("part", "weight"));
            parts.forEach(part -> rows.add(List.of(part.function, number(part.weight))));
            sections.add(new Section("Parts", rows, List.of("The model is the weighted sum of its parts.")));
        }
        if (!features.isEmpty()) {
            sections.add(weights(view));
        }
        return sections;
    }

    private Section weights(QueryFeatures view) {
        int outputs = features.get(0).weights.size();
        List<List<String>> rows = new ArrayList<>();
        List<String> header = new ArrayList<>(List.of("feature"));
        IntStream.range(0, Math.min(outputs, MOST_OUTPUTS))
                .forEach(o -> header.add(outputs == 1 ? "weight" : "output " + (o + 1)));
        rows.add(header);
        features.stream()
                .sorted(Comparator.comparingDouble(Feature::size).reversed())
                .limit(MOST_FEATURES)
                .forEach(feature -> {
                    List<String> row = new ArrayList<>(List.of(feature.name));
                    feature.weights.stream().limit(MOST_OUTPUTS).forEach(weight -> row.add(number(weight)));
                    rows.add(row);
                });
        List<String> sentences = new ArrayList<>();
        sentences.add("A weight is how much the " + (outputs == 1 ? "score" : "output")
                + (parts.isEmpty() ? "" : " of the linear parts") + " rises where the feature rises by "
                + (view.standardised() ? "one standard deviation of its query." : "one."));
        if (features.size() > MOST_FEATURES) {
            sentences.add("And " + (features.size() - MOST_FEATURES) + " others.");
        }
        if (outputs > MOST_OUTPUTS) {
            sentences.add("And " + (outputs - MOST_OUTPUTS) + " other outputs.");
        }
        return new Section("Weights", rows, sentences);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.4g", value);
    }
}
