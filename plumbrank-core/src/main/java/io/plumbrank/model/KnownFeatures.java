package io.plumbrank.model;

import io.plumbrank.data.Absent;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.trees.FeatureInfluence;
import io.plumbrank.model.FeatureSummary.Feature;
import io.plumbrank.util.InputException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What a model knows of features, and what of other data does not go with it. */
public final class KnownFeatures {
    /** Of features that the model uses less, nothing is said. */
    private static final double MATTERS = 0.01;

    /** Data in which a feature would have been expected in fewer rows may lack it by chance. */
    private static final double EXPECTED_ROWS = 10;

    /** A feature that is so much rarer than in training is as good as absent. */
    private static final double RARER = 0.1;

    /** A value is far off when it lies outside of the training range by so many times its width. */
    private static final double FAR = 10;

    /** All values are far off when even the nearest lies outside by so many times the width. */
    private static final double ALL_FAR = 1;

    private static final int MOST_NAMED = 6;

    private final List<String> names;
    private final FeatureSummary seen;
    private final boolean summarised;
    private final double[] influence;
    private final @Nullable ImportedFeatures imported;

    private KnownFeatures(
            List<String> names,
            FeatureSummary seen,
            boolean summarised,
            double[] influence,
            @Nullable ImportedFeatures imported) {
        this.names = names;
        this.seen = seen;
        this.summarised = summarised;
        this.influence = influence;
        this.imported = imported;
    }

    /** What a model of ours knows; one without a summary knows its scorer. */
    public static KnownFeatures of(Provenance.Features features, InstanceScorer scorer, QueryFeatures view) {
        FeatureSummary seen = features.seen();
        if (seen == null) {
            return of(features.names(), scorer, view);
        }
        Map<Integer, Double> widths = new HashMap<>();
        seen.features().forEach(feature -> widths.put(feature.number(), feature.high() - feature.low()));
        return new KnownFeatures(
                features.names(),
                seen,
                true,
                FeatureInfluence.shares(scorer, view, input -> widths.getOrDefault(input, 0.0)),
                null);
    }

    /** What a model of another tool knows: which features it goes by. */
    public static KnownFeatures of(ImportedFeatures imported, InstanceScorer scorer) {
        return of(imported.columns() ? imported.names() : List.of(), scorer, QueryFeatures.PLAIN, imported);
    }

    /** What a scorer alone knows: which features it goes by. */
    public static KnownFeatures of(List<String> names, InstanceScorer scorer, QueryFeatures view) {
        return of(names, scorer, view, null);
    }

    private static KnownFeatures of(
            List<String> names, InstanceScorer scorer, QueryFeatures view, @Nullable ImportedFeatures imported) {
        double[] influence = FeatureInfluence.shares(scorer, view, input -> 1);
        List<Feature> used = IntStream.range(0, influence.length)
                .filter(j -> influence[j] > 0)
                .mapToObj(j -> new Feature(j, 1, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY))
                .toList();
        int first = used.isEmpty() ? 0 : used.get(0).number();
        int last = used.isEmpty() ? 0 : used.get(used.size() - 1).number();
        return new KnownFeatures(names, new FeatureSummary(used.size(), first, last, used), false, influence, imported);
    }

    public List<String> names() {
        return names;
    }

    /**
     * What does not go with training, a sentence each.
     *
     * @param here of features by the numbers of training
     * @throws InputException if no feature of the model occurs
     */
    List<String> compare(String file, FeatureTally here) {
        List<Feature> matter = seen.features().stream()
                .filter(feature -> influence(feature) > 0)
                .sorted(Comparator.comparingDouble(feature -> -influence(feature)))
                .toList();
        if (here.rows() == 0 || matter.isEmpty()) {
            return List.of();
        }
        if (matter.stream().noneMatch(feature -> here.isPresent(feature.number()))) {
            throw new InputException(
                    file,
                    0,
                    occurring(here) + ", and none that the model uses",
                    "features such as in training: " + listed(matter, feature -> name(feature.number()))
                            + base(here).map(text -> "; " + text).orElse(""));
        }
        List<String> notes = new ArrayList<>();
        if (imported != null) {
            notes.addAll(compareBase(file, here, imported));
        }
        base(here).ifPresent(text -> notes.add(file + ": " + text));
        List<Feature> absent = matter.stream()
                .filter(feature -> (summarised || imported != null)
                        && influence(feature) >= MATTERS
                        && feature.present() * here.rows() >= EXPECTED_ROWS
                        && here.share(feature.number()) < RARER * feature.present())
                .toList();
        if (!absent.isEmpty()) {
            notes.add(file + ": " + counted(absent.size(), "feature") + " that the model uses "
                    + (absent.size() == 1 ? "is" : "are") + " in few rows or none: "
                    + listed(absent, feature -> absence(feature, here))
                    + "; check that the data are made as in training");
        }
        List<Feature> far = matter.stream()
                .filter(feature -> influence(feature) >= MATTERS && isFarOff(feature, here))
                .toList();
        if (!far.isEmpty()) {
            notes.add(file + ": " + counted(far.size(), "feature") + " of the model "
                    + (far.size() == 1 ? "has" : "have") + " values far from those in training: "
                    + listed(far, feature -> ranges(feature, here)) + "; check units and scaling");
        }
        unknown(here).ifPresent(text -> notes.add(file + ": " + text));
        return notes;
    }

    /** Whether the numbers of a model of XGBoost are those of the text. */
    private List<String> compareBase(String file, FeatureTally here, ImportedFeatures features) {
        String choices =
                "a feature base of 0 if the model was trained on an array, whose column 0 is feature 1 of the text, or"
                        + " a feature base of 1 if on such text";
        if (features.isShifted() && here.isPresent(0)) {
            throw new InputException(
                    file,
                    0,
                    "feature 0, although a feature base of 0 makes feature 1 the first",
                    "features from 1, or a feature base of 1, which takes numbers as they are");
        }
        if (!features.isUnsaid() || here.isPresent(0)) {
            return List.of();
        }
        if (influence[0] > 0) {
            throw new InputException(
                    file,
                    0,
                    "no feature 0 in any row, and the model splits on its feature 0",
                    "to be told: " + choices);
        }
        // a model that was trained on an array would hardly use all features but the first
        boolean allButFirst = seen.count() >= 0.9 * (influence.length - 1);
        return allButFirst
                ? List.of()
                : List.of(file + ": the model does not say whether it was trained on text or on an array; its feature"
                        + " numbers are taken as those of the text. To be sure give " + choices);
    }

    private double influence(Feature feature) {
        return feature.number() < influence.length ? influence[feature.number()] : 0;
    }

    private String absence(Feature feature, FeatureTally here) {
        String now = here.isPresent(feature.number()) ? percent(here.share(feature.number())) : "none";
        return name(feature.number()) + " (in " + now + " of the rows"
                + (summarised ? ", in training " + percent(feature.present()) : "") + "; "
                + percent(influence(feature)) + " of the model)";
    }

    private static boolean isFarOff(Feature feature, FeatureTally here) {
        double width = feature.high() - feature.low();
        if (!here.isPresent(feature.number()) || !(width > 0) || Double.isInfinite(width)) {
            return false;
        }
        double low = here.low(feature.number());
        double high = here.high(feature.number());
        return high - feature.high() > FAR * width
                || feature.low() - low > FAR * width
                || low - feature.high() > ALL_FAR * width
                || feature.low() - high > ALL_FAR * width;
    }

    private String ranges(Feature feature, FeatureTally here) {
        return name(feature.number()) + " (" + number(here.low(feature.number())) + " to "
                + number(here.high(feature.number())) + ", in training " + number(feature.low()) + " to "
                + number(feature.high()) + ")";
    }

    /** Numbers that seem to be counted from another number than in training. */
    private Optional<String> base(FeatureTally here) {
        int[] present = here.features();
        if (!names.isEmpty() || present.length == 0 || seen.count() == 0) {
            return Optional.empty();
        }
        int first = present[0];
        int last = present[present.length - 1];
        boolean from0 = first == 0 && seen.first() == 1 && last < seen.last();
        boolean from1 = first == 1 && seen.first() == 0 && last > seen.last() && summarised;
        if (!from0 && !from1) {
            return Optional.empty();
        }
        return Optional.of("features are " + first + " to " + last + ", and in training they were "
                + seen.first() + " to " + seen.last() + ": the data look counted from " + (from0 ? "0" : "1")
                + " and training from " + (from0 ? "1" : "0")
                + ", so that each feature is taken for its neighbour; "
                + (from0 ? "add 1 to" : "take 1 from") + " each number");
    }

    /** Features that training never saw have no weight; those between the kept ones of wide data are not known. */
    private Optional<String> unknown(FeatureTally here) {
        if (!summarised || !names.isEmpty()) {
            return Optional.empty();
        }
        Set<Integer> kept = seen.features().stream().map(Feature::number).collect(Collectors.toSet());
        boolean all = kept.size() == seen.count();
        List<Integer> strange = IntStream.of(here.features())
                .filter(j -> all ? !kept.contains(j) : j < seen.first() || j > seen.last())
                .boxed()
                .toList();
        if (strange.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(counted(strange.size(), "feature") + " that training never saw "
                + (strange.size() == 1 ? "is" : "are") + " ignored: " + listed(strange, this::name));
    }

    private static String occurring(FeatureTally here) {
        int[] present = here.features();
        return present.length == 0
                ? "no feature in any row"
                : counted(present.length, "feature") + ", numbers " + present[0] + " to " + present[present.length - 1];
    }

    private String name(int feature) {
        return names.isEmpty() ? Integer.toString(feature) : names.get(feature);
    }

    private static <T> String listed(List<T> all, Function<T, String> text) {
        String some = all.stream().limit(MOST_NAMED).map(text).collect(Collectors.joining(", "));
        return all.size() > MOST_NAMED ? some + " and " + (all.size() - MOST_NAMED) + " more" : some;
    }

    private static String counted(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, share > 0 && share < 0.01 ? "%.2g %%" : "%.0f %%", 100 * share);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.4g", value);
    }

    /**
     * The features of a model of another tool, as data of ours have them. XGBoost and LightGBM do not tell whether they were trained on
     * text, whose features count from 1, or on an array, whose columns count from 0: the base says it.
     *
     * @param names what the tool calls them; empty where its file does not tell
     * @param base 1 where numbers are those of LETOR text, 0 where column 0 is feature 1 of the text, null where nobody said
     * @param absent what a row of text leaves out
     * @param columns whether data are columns, by name or in order, and not text
     */
    public record ImportedFeatures(
            List<String> names, @Nullable Integer base, boolean columns, Absent absent) {
        /** RankLib reads nothing but text, and what a line leaves out as 0. */
        public static final ImportedFeatures OF_TEXT = new ImportedFeatures(List.of(), 1, false, Absent.ZERO);

        public ImportedFeatures {
            names = List.copyOf(names);
        }

        public static ImportedFeatures unsaid(List<String> names, Absent absent) {
            return new ImportedFeatures(names, null, false, absent);
        }

        public ImportedFeatures withBase(int said) {
            return new ImportedFeatures(names, said, columns, absent);
        }

        public ImportedFeatures inColumns() {
            return new ImportedFeatures(names, base, true, absent);
        }

        /** Whether its numbers are those of text, so that it does not tell how many there are. */
        public boolean isOfText() {
            return names.isEmpty() && base != null && base == 1 && !columns;
        }

        public boolean isUnsaid() {
            return base == null && !columns;
        }

        /** Whether feature j + 1 of text is what the model calls j. */
        public boolean isShifted() {
            return base != null && base == 0 && !columns;
        }
    }
}
