package io.plumbrank.cli.theory;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.output.Json;
import io.plumbrank.cli.output.TextTable;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.target.RegretBound;
import io.plumbrank.theory.conditions.DmjLemma10;
import io.plumbrank.theory.distributions.Fractions;
import io.plumbrank.theory.distributions.LabelDistribution;
import io.plumbrank.theory.search.BoundBreach;
import io.plumbrank.theory.search.CalibrationProblem;
import io.plumbrank.theory.search.CheckReport;
import io.plumbrank.theory.search.CheckReport.CurvePoint;
import io.plumbrank.theory.search.Finding;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Prints what {@code check} found. */
final class CheckPrinter<Y, T> {
    private final CommonOptions common;
    private final CalibrationProblem<Y, T> problem;
    private final Function<LabelDistribution<Y>, Optional<DmjLemma10>> lemma;
    private final Function<T, String> text;

    /** @param lemma what DMJ10's Lemma 10 says of a distribution; empty where it is not of its form */
    CheckPrinter(
            CommonOptions common,
            CalibrationProblem<Y, T> problem,
            Function<LabelDistribution<Y>, Optional<DmjLemma10>> lemma,
            Function<T, String> text) {
        this.common = common;
        this.problem = problem;
        this.lemma = lemma;
        this.text = text;
    }

    /** Prints the report of a search, and says whether calibration is broken. */
    boolean print(CheckReport<Y, T> report, @Nullable NoiseCondition condition) {
        boolean broken = report.counterexample().isPresent();
        boolean refuted = report.refutes();
        switch (common.format) {
            case TABLE -> {
                printProblem(condition == null ? "all distributions" : "those where " + problem.words(condition));
                String tried = report.trials() + " distributions";
                if (report.uncertified() > 0) {
                    tried += " (" + report.uncertified() + " ignored: no certified minimiser)";
                }
                report.counterexample().ifPresent(finding -> {
                    printBroken(finding);
                    printLemma(finding);
                });
                common.out()
                        .println(
                                broken
                                        ? "Largest regret among " + tried + ": " + Fractions.text(report.worstRegret())
                                                + "."
                                        : "No counterexample among " + tried
                                                + ": a perfect fit predicted the best in each.");
                printCurve(report.curve());
                report.breach().ifPresent(this::printBreach);
            }
            case JSON ->
                Json.print(common.out(), json -> {
                    json.field("outcome", refuted ? "counterexample" : "none-found")
                            .field("trials", report.trials())
                            .field("uncertified", report.uncertified())
                            .field("worstRegret", report.worstRegret());
                    writeProblem(json, condition);
                    if (broken) {
                        writeLemma(json, report.counterexample().orElseThrow());
                    }
                    writeFinding(
                            json,
                            report.counterexample().or(() -> report.breach().map(BoundBreach::finding)));
                    writeBound(json, report.curve());
                    if (report.breach().isPresent()) {
                        BoundBreach<Y, T> breach = report.breach().get();
                        json.object(
                                "boundBroken",
                                fields -> fields.field("surrogateRegret", breach.surrogateRegret())
                                        .field("regret", breach.finding().regret())
                                        .field("allowed", breach.allowed()));
                    }
                });
        }
        return refuted;
    }

    /** Prints what becomes of one distribution, and says whether calibration is broken. */
    boolean print(Finding<Y, T> finding) {
        switch (common.format) {
            case TABLE -> {
                printProblem("this distribution only");
                if (finding.broken()) {
                    printBroken(finding);
                } else {
                    common.out().println("Calibrated at this distribution: a perfect fit predicts best.");
                    printDistribution(finding);
                }
                printConditions(finding.distribution());
                printLemma(finding);
            }
            case JSON ->
                Json.print(common.out(), json -> {
                    json.field("outcome", finding.broken() ? "counterexample" : "none-found")
                            .field("trials", 1)
                            .field("worstRegret", finding.regret());
                    writeProblem(json, null);
                    json.object("conditions", fields -> {
                        for (NoiseCondition condition : NoiseCondition.values()) {
                            if (problem.conditions().contains(condition)) {
                                fields.field(
                                        condition.text(),
                                        problem.breach(condition, finding.distribution())
                                                .isEmpty());
                            }
                        }
                    });
                    writeLemma(json, finding);
                    writeFinding(json, Optional.of(finding).filter(Finding::broken));
                    writeBound(json, List.of());
                });
        }
        return finding.broken();
    }

    private void printBreach(BoundBreach<Y, T> breach) {
        common.out()
                .println(String.format(
                        Locale.ROOT,
                        "The bound is broken: this fit is %.4g above the surrogate's smallest, and %.4g above the smallest"
                                + " loss, where the bound allows %.4g.",
                        breach.surrogateRegret(),
                        breach.finding().regret(),
                        breach.allowed()));
        printDistribution(breach.finding(), "fit");
    }

    private void printLemma(Finding<Y, T> finding) {
        lemma.apply(finding.distribution()).map(DmjLemma10::sentence).ifPresent(common.out()::println);
    }

    private void writeLemma(Json json, Finding<Y, T> finding) throws IOException {
        Optional<DmjLemma10> applied = lemma.apply(finding.distribution());
        json.field("notes", applied.map(DmjLemma10::sentence).stream().toList());
        if (applied.isPresent()) {
            DmjLemma10 found = applied.get();
            json.object(
                    "lemma10",
                    fields -> fields.field("items", found.items().toString())
                            .field("condition1", found.condition1())
                            .field("condition2", found.condition2()));
        }
    }

    private void printProblem(String searched) {
        Guarantee guarantee = problem.guarantee();
        TextTable table = new TextTable("", "");
        table.row("target", problem.target());
        table.row("surrogate", problem.surrogate() + ", decoder " + problem.decoder());
        table.row("searched", searched);
        table.row(
                "guarantee",
                guarantee == null
                        ? "none"
                        : switch (guarantee.calibration()) {
                            case ALWAYS -> "calibrated for every distribution (" + guarantee.theorem() + ")";
                            case UNDER_CONDITION ->
                                "calibrated (" + guarantee.theorem() + ") if " + guarantee.condition();
                            case NO -> "none (" + guarantee.theorem() + ")";
                        });
        table.print(common.out());
        common.out().println();
    }

    private void printBroken(Finding<Y, T> finding) {
        common.out().println("Not calibrated: at this distribution a perfect fit predicts worse than the best.");
        printDistribution(finding);
        common.out()
                .println(
                        finding.strict()
                                ? "It is worse for every way to break ties."
                                : "The minimiser has ties. Fits arbitrarily close to it decode to the ranking above.");
    }

    private void printDistribution(Finding<Y, T> finding) {
        printDistribution(finding, "minimiser");
    }

    /** @param scores what the scores of the finding are */
    private void printDistribution(Finding<Y, T> finding, String scores) {
        LabelDistribution<Y> p = finding.distribution();
        TextTable labels = new TextTable(">probability", "label");
        for (int y = 0; y < p.size(); y++) {
            labels.row(Fractions.text(p.probability(y)), problem.labels().text(p.label(y)));
        }
        labels.print(common.out());
        TextTable predictions = new TextTable("", "prediction", ">risk");
        predictions.row(
                "decoded",
                text.apply(finding.decoded()),
                Fractions.text(finding.risks().decoded()));
        predictions.row(
                "optimal",
                text.apply(finding.optimal()),
                Fractions.text(finding.risks().optimal()));
        if (finding.broken()) {
            predictions.row("regret", "", Fractions.text(finding.regret()));
        }
        predictions.print(common.out());
        String u =
                Arrays.stream(finding.minimiser()).mapToObj(CheckPrinter::shown).collect(Collectors.joining(", "));
        common.out().println(scores + " (" + u + ")");
    }

    private static String shown(double score) {
        return Double.isInfinite(score) ? (score > 0 ? "∞" : "-∞") : String.format(Locale.ROOT, "%.3f", score + 0.0);
    }

    private void printConditions(LabelDistribution<Y> p) {
        for (NoiseCondition condition : NoiseCondition.values()) {
            if (problem.conditions().contains(condition)) {
                String verdict = problem.breach(condition, p)
                        .map(breach -> "is broken: " + breach.sentence())
                        .orElse("holds");
                common.out().println("Condition " + condition + " " + verdict + ".");
            }
        }
    }

    private void printCurve(List<CurvePoint> curve) {
        if (curve.isEmpty()) {
            return;
        }
        common.out().println();
        common.out()
                .println(
                        "Smallest surrogate regret that was found with a target regret of at least ε, and the proven bound");
        TextTable table = new TextTable(">ε", ">found", ">proven");
        for (CurvePoint point : curve) {
            table.row(number(point.epsilon()), number(point.observed()), number(point.proven()));
        }
        table.print(common.out());
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%.4g", value);
    }

    private void writeProblem(Json json, @Nullable NoiseCondition condition) throws IOException {
        json.field("target", problem.target())
                .field("surrogate", problem.surrogate())
                .field("decoder", problem.decoder())
                .field("condition", condition == null ? null : condition.text());
    }

    private void writeFinding(Json json, Optional<Finding<Y, T>> found) throws IOException {
        if (found.isEmpty()) {
            json.field("counterexample", (String) null);
            return;
        }
        Finding<Y, T> finding = found.get();
        LabelDistribution<Y> p = finding.distribution();
        json.object(
                "counterexample",
                fields -> fields.field(
                                "labels",
                                p.labels().stream().map(problem.labels()::text).toList())
                        .field("probabilities", p.probabilities())
                        .field(
                                "fractions",
                                Arrays.stream(p.probabilities())
                                        .mapToObj(Fractions::text)
                                        .toList())
                        .field("decoded", text.apply(finding.decoded()))
                        .field("optimal", text.apply(finding.optimal()))
                        .field("decodedRisk", finding.risks().decoded())
                        .field("optimalRisk", finding.risks().optimal())
                        .field("regret", finding.regret())
                        .field("regretText", Fractions.text(finding.regret()))
                        .field("strict", finding.strict())
                        .field("minimiser", finding.minimiser()));
    }

    private void writeBound(Json json, List<CurvePoint> curve) throws IOException {
        Guarantee guarantee = problem.guarantee();
        RegretBound bound = guarantee == null ? null : guarantee.bound();
        json.object(
                "bound",
                fields -> fields.field(
                                "calibrated",
                                guarantee == null
                                        ? null
                                        : guarantee.calibration().toString())
                        .field("theorem", guarantee == null ? null : guarantee.theorem())
                        .field("constant", bound == null ? Double.NaN : bound.constant())
                        .field("slack", bound == null ? Double.NaN : bound.slack())
                        .array(
                                "delta",
                                curve,
                                (values, point) -> values.field("epsilon", point.epsilon())
                                        .field("observed", point.observed())
                                        .field("proven", point.proven())));
    }
}
