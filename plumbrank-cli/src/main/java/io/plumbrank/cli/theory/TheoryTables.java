package io.plumbrank.cli.theory;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.output.Json;
import io.plumbrank.cli.output.TextTable;
import io.plumbrank.cli.output.Texts;
import io.plumbrank.data.Ranking;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.measures.RefusedMeasureException;
import io.plumbrank.target.rankings.RankingTarget.CalibratedChoice;
import io.plumbrank.theory.distributions.Fractions;
import io.plumbrank.theory.distributions.LabelDistribution;
import io.plumbrank.theory.search.CalibrationCheck;
import io.plumbrank.theory.search.CalibrationTable;
import io.plumbrank.theory.search.CalibrationTable.Advice;
import io.plumbrank.theory.search.CalibrationTable.Entry;
import io.plumbrank.theory.search.CheckReport;
import io.plumbrank.theory.search.Finding;
import io.plumbrank.theory.search.TightnessTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

/** The tables of {@code check}. */
final class TheoryTables {
    private final CommonOptions common;

    TheoryTables(CommonOptions common) {
        this.common = common;
    }

    void printCalibration(int items, CalibrationCheck check) {
        List<MeasureSpec> measures =
                CalibrationTable.MEASURES.stream().map(MeasureSpec::parse).toList();
        List<Entry> entries = CalibrationTable.of(CalibrationTable.SURROGATES, measures, items, check);
        List<Advice> advice = CalibrationTable.advice(
                CalibrationTable.ADVISED.stream().map(MeasureSpec::parse).toList(), items, check);
        switch (common.format) {
            case TABLE -> {
                common.out()
                        .println(
                                "Queries of " + items + " items, " + check.trials()
                                        + " distributions for each line; risks are what falls short of the best ranking for the label");
                TextTable table =
                        new TextTable("surrogate", "measure", "broken by", "decoded", "optimal", ">regret", "ties");
                for (Entry entry : entries) {
                    table.row(row(entry));
                }
                table.print(common.out());
                common.out().println();
                common.out().println("What to train with instead");
                TextTable instead =
                        new TextTable("measure", "surrogate", "calibrated", "searched within the condition");
                advice.forEach(line -> instead.row(row(line)));
                instead.print(common.out());
            }
            case JSON ->
                Json.print(
                        common.out(),
                        json -> json.field("items", items)
                                .array("entries", entries, (fields, entry) -> writeEntry(fields, entry))
                                .array("advice", array -> {
                                    for (Advice line : advice) {
                                        String[] row = row(line);
                                        array.object(fields -> fields.field("measure", row[0])
                                                .field("surrogate", row[1])
                                                .field("calibrated", row[2])
                                                .field("searched", row[3]));
                                    }
                                }));
        }
    }

    private static String[] row(Advice line) {
        CalibratedChoice choice = line.choice();
        CheckReport<double[], Ranking> report = line.report();
        RefusedMeasureException refusal = line.refusal();
        if (refusal != null) {
            String instead = "train for " + refusal.nearest() + ", " + refusal.because();
            return new String[] {line.measure().typed(), "none", instead, ""};
        }
        if (choice == null || report == null) {
            throw new IllegalStateException("no advice for " + line.measure());
        }
        return new String[] {
            line.measure().typed(),
            choice.surrogate(),
            choice.condition().map(condition -> "under " + condition.text()).orElse("always"),
            report.refutes() ? "broken" : report.trials() + ", none broken"
        };
    }

    private static String[] row(Entry entry) {
        String surrogate = entry.problem().surrogate();
        Optional<Finding<double[], Ranking>> found = entry.report().counterexample();
        if (found.isEmpty()) {
            return new String[] {surrogate, entry.measure().typed(), "none found", "", "", "", ""};
        }
        Finding<double[], Ranking> finding = found.get();
        LabelDistribution<double[]> p = finding.distribution();
        StringJoiner mixture = new StringJoiner(" + ");
        for (int y = 0; y < p.size(); y++) {
            mixture.add(Fractions.text(p.probability(y)) + " ("
                    + entry.problem().labels().text(p.label(y)) + ")");
        }
        return new String[] {
            surrogate,
            entry.measure().typed(),
            mixture.toString(),
            finding.decoded().toString(),
            finding.optimal().toString(),
            Fractions.text(finding.regret()),
            finding.strict() ? "" : "broken against"
        };
    }

    private static void writeEntry(Json json, Entry entry) throws IOException {
        json.field("surrogate", entry.problem().surrogate())
                .field("measure", entry.measure().typed())
                .field("broken", entry.report().counterexample().isPresent())
                .field("trials", entry.report().trials())
                .field("worstRegret", entry.report().worstRegret())
                .field("brokenBy", row(entry)[2]);
    }

    void printTightness(int probes) {
        List<TightnessTable.Row> inside = TightnessTable.rows(probes, common.seed, common.threads());
        List<TightnessTable.Row> outside = TightnessTable.smoothHingeOutside(probes, common.seed, common.threads());
        switch (common.format) {
            case TABLE -> {
                common.out().println("Largest regret/bound seen in " + probes + " adversarial probes a cell");
                print(inside);
                common.out().println();
                common.out().println("Outside the conditions: the smooth hinge with α above 1");
                print(outside);
            }
            case JSON ->
                Json.print(
                        common.out(),
                        json -> json.array("constants", array -> write(array, inside))
                                .array("outside", array -> write(array, outside)));
        }
    }

    private void print(List<TightnessTable.Row> rows) {
        List<String> header = new ArrayList<>(List.of("surrogate", "c"));
        TightnessTable.ITEMS.forEach(items -> header.add(">" + items + " items"));
        TextTable table = new TextTable(header.toArray(String[]::new));
        for (TightnessTable.Row row : rows) {
            List<String> cells = new ArrayList<>(List.of(row.surrogate(), row.constant()));
            row.ratios().forEach(ratio -> cells.add(Texts.fixed(ratio)));
            table.row(cells.toArray(String[]::new));
        }
        table.print(common.out());
    }

    private static void write(Json array, List<TightnessTable.Row> rows) throws IOException {
        for (TightnessTable.Row row : rows) {
            array.object(fields -> fields.field("surrogate", row.surrogate())
                    .field("constant", row.constant())
                    .field(
                            "ratios",
                            row.ratios().stream()
                                    .mapToDouble(Double::doubleValue)
                                    .toArray()));
        }
    }
}
