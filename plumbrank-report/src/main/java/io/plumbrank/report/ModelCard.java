package io.plumbrank.report;

import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.ScorerCodec;
import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.features.MappedScorer;
import io.plumbrank.learn.maps.FourierFeatures;
import io.plumbrank.learn.maps.LaplaceKernel;
import io.plumbrank.learn.trees.Blend;
import io.plumbrank.learn.trees.LogForest;
import io.plumbrank.learn.trees.Trees;
import io.plumbrank.model.FeatureSummary;
import io.plumbrank.model.Model;
import io.plumbrank.model.ModelChoice;
import io.plumbrank.model.ModelChoice.Rival;
import io.plumbrank.model.Provenance;
import io.plumbrank.model.TaskKind;
import io.plumbrank.target.Guarantee;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A model's card: its task, data, candidates, features and guarantee. Everything is in the model's file.
 *
 * <pre>{@code
 * String markdown = ModelCard.of(ModelFile.read(Path.of("model.json"))).markdown();
 * }</pre>
 *
 * @param title the kind of the model
 * @param sections in order
 */
public record ModelCard(String title, List<Section> sections) {
    /** Features that are named one by one. */
    private static final int MOST_FEATURES = 40;

    public ModelCard {
        sections = List.copyOf(sections);
    }

    /**
     * One part of a card.
     *
     * @param title above it
     * @param table rows of equally many cells, the first of them a header; empty where there is none
     * @param sentences below the table
     */
    public record Section(String title, List<List<String>> table, List<String> sentences) {
        public Section {
            table = table.stream().map(List::copyOf).toList();
            sentences = List.copyOf(sentences);
        }
    }

    /** The card of a model. */
    public static ModelCard of(Model model) {
        List<Section> sections = new ArrayList<>();
        sections.add(made(model));
        model.provenance()
                .choice()
                .ifPresent(
                        choice -> sections.add(chosen(TaskKind.of(model.task()).heading(model.task()), choice)));
        sections.addAll(LinearWeights.of(model).sections(model.task().view()));
        sections.add(features(model));
        Guarantee guarantee = model.guarantee();
        sections.add(new Section("Guarantee", List.of(), promised(guarantee)));
        sections.add(new Section(
                "Not guaranteed",
                List.of(),
                guarantee.notPromised().isEmpty()
                        ? List.of("Anything on data from another source than the training data.")
                        : guarantee.notPromised().stream()
                                .map(ModelCard::capitalised)
                                .toList()));
        return new ModelCard(capitalised(model.predictor().words()), sections);
    }

    private static List<String> promised(Guarantee guarantee) {
        return guarantee.sentences().stream()
                .filter(sentence -> !sentence.startsWith("Not promised: "))
                .toList();
    }

    private static String capitalised(String text) {
        return text.isEmpty() ? text : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    private static Section made(Model model) {
        Provenance provenance = model.provenance();
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("", ""));
        rows.add(List.of("trained for", model.task().measureName()));
        rows.add(List.of("surrogate", model.task().surrogate()));
        rows.add(List.of("function", function(model.scorer())));
        rows.add(List.of("lambda", String.format(Locale.ROOT, "%.3g", model.lambda())));
        QueryFeatures view = model.task().view();
        if (!view.isPlain()) {
            rows.add(List.of(
                    "items seen",
                    (view.standardised() ? "standardised in the query" : "as they are")
                            + (view.contexts().isEmpty()
                                    ? ""
                                    : ", with "
                                            + view.contexts().stream()
                                                    .map(QueryFeatures.Context::text)
                                                    .collect(Collectors.joining(",")))));
        }
        for (Map.Entry<String, String> parameter : new TreeMap<>(provenance.parameters()).entrySet()) {
            rows.add(List.of(parameter.getKey(), parameter.getValue()));
        }
        rows.add(List.of(
                "data", provenance.data().file() + " (" + provenance.data().checksum() + ")"));
        Provenance.DataFile labels = provenance.labels();
        if (labels != null) {
            rows.add(List.of("labels", labels.file() + " (" + labels.checksum() + ")"));
        }
        rows.add(List.of("rows", Long.toString(provenance.rows())));
        rows.add(List.of("seed", Long.toString(provenance.seed())));
        rows.add(List.of("made by", provenance.program()));
        return new Section("Model", rows, List.of());
    }

    private static String function(InstanceScorer scorer) {
        Scorer rows = scorer instanceof RowScorer ofRows ? ofRows.scorer() : null;
        if (rows == null) {
            return "of pairs of items";
        }
        return function(rows);
    }

    /** Names the kind of a function of rows. */
    static String function(Scorer rows) {
        if (rows instanceof Blend blend) {
            return blend.parts().stream().map(part -> function(part.scorer())).collect(Collectors.joining(" + "));
        }
        return rows instanceof Trees trees
                ? trees.ensemble().members().size() + " trees"
                : rows instanceof LogForest forest
                        ? "a forest of " + forest.shares().members().size() + " trees"
                        : rows instanceof LinearScorer
                                ? "linear"
                                : rows instanceof MappedScorer mapped
                                        ? "linear in " + features(mapped)
                                        : ScorerCodec.nameOf(rows);
    }

    private static String features(MappedScorer scorer) {
        return scorer.map() instanceof FourierFeatures
                ? "Fourier features"
                : scorer.map() instanceof LaplaceKernel ? "a kernel at rows" : ScorerCodec.nameOf(scorer);
    }

    private static Section chosen(String measure, ModelChoice choice) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("tried", "settings", choice.criterion(), "behind the best", ""));
        for (Rival rival : choice.rivals()) {
            rows.add(List.of(
                    rival.name(),
                    rival.settings(),
                    words(rival.value()),
                    rival.behind().mean() == 0 ? "" : words(rival.behind()),
                    rival.chosen() ? "chosen" : ""));
        }
        List<String> sentences = new ArrayList<>();
        sentences.add("Judged on " + choice.judgedOn() + "; intervals are 95 %.");
        sentences.add("The model is the " + choice.preference().superlative() + " within "
                + choice.preference().margin() + " of the best. Expected on new data: "
                + measure + " " + words(choice.value()) + " (" + choice.valueBy() + ").");
        choice.leftOut()
                .forEach(each -> sentences.add(capitalised(each.name()) + " was not tried: " + each.why() + "."));
        return new Section("Candidates", rows, sentences);
    }

    private static String words(ModelChoice.Estimate estimate) {
        return String.format(Locale.ROOT, "%.4f ± %.4f", estimate.mean(), estimate.reach());
    }

    private static Section features(Model model) {
        Provenance.Features features = model.provenance().features();
        FeatureSummary seen = features.seen();
        if (seen == null) {
            return new Section(
                    "Features",
                    List.of(),
                    List.of("Unknown: this model file was written before models kept their features."));
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("feature", "from", "to", "present"));
        List<FeatureSummary.Feature> named = seen.features()
                .subList(0, Math.min(MOST_FEATURES, seen.features().size()));
        for (FeatureSummary.Feature feature : named) {
            rows.add(List.of(
                    features.names().isEmpty()
                            ? Integer.toString(feature.number())
                            : features.names().get(feature.number()),
                    String.format(Locale.ROOT, "%.4g", feature.low()),
                    String.format(Locale.ROOT, "%.4g", feature.high()),
                    share(feature.present())));
        }
        int others = seen.count() - named.size();
        return new Section("Features", rows, others > 0 ? List.of("And " + others + " others.") : List.of());
    }

    /** In per cent; all and nothing are said where they are meant. */
    private static String share(double part) {
        return part > 0 && part < 0.01
                ? "< 1 %"
                : part > 0.99 && part < 1 ? "> 99 %" : String.format(Locale.ROOT, "%.0f %%", 100 * part);
    }

    /** As Markdown. */
    public String markdown() {
        StringBuilder text = new StringBuilder("# " + title + "\n");
        for (Section section : sections) {
            text.append("\n## ").append(section.title).append("\n\n");
            for (int row = 0; row < section.table.size(); row++) {
                text.append("| ")
                        .append(section.table.get(row).stream()
                                .map(ModelCard::cell)
                                .collect(Collectors.joining(" | ")))
                        .append(" |\n");
                if (row == 0) {
                    text.append("|")
                            .append(" --- |".repeat(section.table.get(0).size()))
                            .append("\n");
                }
            }
            if (!section.table.isEmpty() && !section.sentences.isEmpty()) {
                text.append("\n");
            }
            section.sentences.forEach(
                    sentence -> text.append("- ").append(escaped(sentence)).append("\n"));
        }
        return text.toString();
    }

    private static String cell(String text) {
        return escaped(text).replace("|", "\\|");
    }

    /** Escapes characters of Markdown and HTML. */
    private static String escaped(String text) {
        return text.replaceAll("[\\p{Cntrl}]", " ")
                .replace("\\", "\\\\")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replaceAll("([*_`~$\\[\\]])", "\\\\$1");
    }
}
