package io.plumbrank.report;

import io.plumbrank.explain.FeatureImportances;
import io.plumbrank.explain.ScoreDifference;
import io.plumbrank.model.ModelChoice.Estimate;
import io.plumbrank.report.Plot.Interval;
import io.plumbrank.report.ReportPage.Section;
import java.util.List;

/** Plots of features with their tables. The plots show the first features, the tables all. */
final class FeatureTables {
    private static final int MOST_SHOWN = 15;

    private FeatureTables() {}

    /** The loss in the measure when a feature is shuffled. */
    static void importanceInto(String what, int repeats, List<FeatureImportances.Feature> features, Section section) {
        ReportTable table = new ReportTable("feature", ">" + what, ">standard error");
        features.forEach(feature ->
                table.row(feature.name(), Texts.signed(feature.drop()), Texts.fixed(feature.standardError())));
        List<Interval> shown = features.stream()
                .limit(MOST_SHOWN)
                .map(feature -> {
                    double margin =
                            new Estimate(feature.drop(), feature.standardError(), Math.max(1, repeats - 1)).reach();
                    return new Interval(
                            feature.name(), feature.drop(), feature.drop() - margin, feature.drop() + margin);
                })
                .toList();
        section.figure(
                what + " when a feature is shuffled, the mean of " + repeats + " shuffles"
                        + (features.size() > shown.size()
                                ? "; the first " + shown.size() + " of " + features.size()
                                : ""),
                Plot.bars(shown),
                table);
    }

    /**
     * What features add to a difference between two rows.
     *
     * @param here the heading of the one row
     * @param there the heading of the other
     */
    static void contributionsInto(
            String caption, String here, String there, List<ScoreDifference.Feature> features, Section section) {
        ReportTable table = new ReportTable("feature", ">" + here, ">" + there, ">adds to the difference");
        features.forEach(feature -> table.row(
                feature.name(),
                Texts.brief(feature.above()),
                Texts.brief(feature.below()),
                Texts.signed(feature.contribution())));
        List<Interval> shown = features.stream()
                .limit(MOST_SHOWN)
                .map(feature -> new Interval(feature.name(), feature.contribution(), Double.NaN, Double.NaN))
                .toList();
        section.figure(caption, Plot.bars(shown), table);
    }

    /**
     * Predictions in bins beside what was seen.
     *
     * @param predicted the word for predictions
     * @param many the heading of how many there are in a bin
     */
    static void reliabilityInto(String caption, String predicted, String many, Reliability numbers, Section section) {
        List<Reliability.Bin> bins = numbers.bins(10);
        ReportTable table = new ReportTable(">" + predicted, ">seen", ">standard error", ">" + many);
        bins.forEach(bin -> table.row(
                Texts.brief(bin.predicted()),
                Texts.brief(bin.observed().mean()),
                Texts.brief(bin.observed().error()),
                Integer.toString(bin.count())));
        section.figure(
                caption,
                Plot.reliability(
                        predicted,
                        "seen, on average",
                        bins.stream().map(Reliability.Bin::point).toList(),
                        true),
                table);
    }
}
