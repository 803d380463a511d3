package io.plumbrank.server.lab;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.Ranking;
import io.plumbrank.json.Fields;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.theory.distributions.LabelDistribution;
import io.plumbrank.theory.distributions.LabelSpace;
import io.plumbrank.theory.search.CalibrationCheck;
import io.plumbrank.theory.search.CalibrationProblem;
import io.plumbrank.theory.search.CalibrationProblems;
import io.plumbrank.theory.search.CalibrationTable;
import io.plumbrank.theory.search.CheckReport;
import io.plumbrank.theory.search.Finding;
import io.plumbrank.theory.search.RegretScatter;
import io.plumbrank.theory.surrogates.MethodChoice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Searches for distributions that break calibration, and pairs of regrets, on a few items. */
final class Counterexamples {
    private static final int MOST_ITEMS = 4;
    private static final int MOST_TRIALS = 5000;
    private static final int MOST_PROBES = 2000;
    private static final int THREADS = 1;

    private Counterexamples() {}

    /** The request. */
    private record Question(MeasureSpec measure, MethodChoice choice, int items, boolean graphs) {
        static Question of(Fields request) {
            String labels = request.has("labels") ? request.text("labels") : "grades";
            if (!List.of("grades", "graphs").contains(labels)) {
                throw new IllegalArgumentException("labels are grades or graphs, not '" + labels + "'");
            }
            return new Question(
                    MeasureSpec.parse(request.text("measure")),
                    MethodChoice.of(request.text("surrogate")),
                    (int) request.whole("items", 2, MOST_ITEMS),
                    labels.equals("graphs"));
        }

        CalibrationProblem<double[], Ranking> ofGrades() {
            return CalibrationProblems.ofMeasure(measure, items, choice, CalibrationTable.largestGrade(measure));
        }

        CalibrationProblem<PreferenceGraph, Ranking> ofGraphs() {
            if (!measure.typed().equals("pd")) {
                throw new IllegalArgumentException("preferences as labels are for pd");
            }
            return CalibrationProblems.ofGraphs(LabelSpace.preferences(items), choice);
        }
    }

    /** One step of a search: the same seed with more trials goes the same way further. */
    static Map<String, Object> search(Fields request) {
        Question question = Question.of(request);
        int trials = (int) request.whole("trials", 1, MOST_TRIALS);
        long seed = request.whole("seed", 0, Long.MAX_VALUE);
        NoiseCondition condition = condition(request);
        request.requireNoOthers();
        return question.graphs
                ? search(question.ofGraphs(), trials, seed, condition)
                : search(question.ofGrades(), trials, seed, condition);
    }

    private static <Y> Map<String, Object> search(
            CalibrationProblem<Y, Ranking> problem, int trials, long seed, @Nullable NoiseCondition condition) {
        CheckReport<Y, Ranking> report = new CalibrationCheck(trials, seed, condition, THREADS).run(problem);
        Map<String, Object> answer = about(problem);
        answer.put("trials", report.trials());
        answer.put("worstRegret", report.worstRegret());
        answer.put(
                "counterexample",
                report.counterexample().map(found -> finding(problem, found)).orElse(null));
        return answer;
    }

    /** A distribution that somebody shared. */
    static Map<String, Object> examine(Fields request) {
        Question question = Question.of(request);
        List<String> texts = request.texts("distribution");
        double[] probabilities = request.numbers("probabilities", 1);
        request.requireNoOthers();
        if (texts.size() > 100) {
            throw new IllegalArgumentException("at most 100 labels, not " + texts.size());
        }
        return question.graphs
                ? examine(question.ofGraphs(), texts, probabilities)
                : examine(question.ofGrades(), texts, probabilities);
    }

    private static <Y> Map<String, Object> examine(
            CalibrationProblem<Y, Ranking> problem, List<String> texts, double[] probabilities) {
        List<Y> labels = texts.stream().map(problem.labels().format()::parse).toList();
        Finding<Y, Ranking> found = problem.examine(LabelDistribution.of(labels, probabilities))
                .orElseThrow(() -> new IllegalArgumentException(
                        "the minimiser could not be certified; probabilities may be too far apart"));
        Map<String, Object> answer = about(problem);
        answer.put("trials", 1);
        answer.put("worstRegret", found.regret());
        answer.put("counterexample", finding(problem, found));
        return answer;
    }

    private static <Y> Map<String, Object> about(CalibrationProblem<Y, Ranking> problem) {
        Guarantee guarantee = problem.guarantee();
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("target", problem.target());
        answer.put("surrogate", problem.surrogate());
        answer.put("decoder", problem.decoder());
        answer.put(
                "promise",
                guarantee == null
                        ? List.of(
                                "Nothing is promised: no surrogate that sorts scores is calibrated with this measure.")
                        : guarantee.sentences());
        answer.put(
                "conditions",
                problem.conditions().stream().map(NoiseCondition::text).toList());
        return answer;
    }

    private static <Y> Map<String, Object> finding(CalibrationProblem<Y, Ranking> problem, Finding<Y, Ranking> found) {
        LabelDistribution<Y> p = found.distribution();
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put(
                "labels",
                p.labels().stream().map(problem.labels().format()::text).toList());
        answer.put("probabilities", p.probabilities());
        answer.put("decoded", items(found.decoded()));
        answer.put("optimal", items(found.optimal()));
        answer.put("regret", found.regret());
        answer.put("risks", new double[] {found.risks().decoded(), found.risks().optimal()});
        answer.put("scores", found.minimiser());
        answer.put("broken", found.broken());
        answer.put("strict", found.strict());
        List<Map<String, Object>> conditions = new ArrayList<>();
        for (NoiseCondition condition : problem.conditions()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("name", condition.text());
            one.put("words", problem.words(condition));
            one.put(
                    "breach",
                    problem.breach(condition, p)
                            .map(breach -> breach.sentence())
                            .orElse(null));
            conditions.add(one);
        }
        answer.put("conditions", conditions);
        return answer;
    }

    /** The items from the top, counted from 1. */
    static List<Integer> items(Ranking ranking) {
        return IntStream.range(0, ranking.size())
                .mapToObj(position -> ranking.itemAt(position) + 1)
                .toList();
    }

    private static @Nullable NoiseCondition condition(Fields request) {
        if (!request.has("condition") || request.text("condition").isEmpty()) {
            request.skip("condition");
            return null;
        }
        String text = request.text("condition");
        Optional<NoiseCondition> known = Arrays.stream(NoiseCondition.values())
                .filter(each -> each.text().equals(text))
                .findFirst();
        return known.orElseThrow(() -> new IllegalArgumentException("unknown condition '" + text + "'"));
    }

    /** Regrets of imperfect fits, and the bound. */
    static Map<String, Object> scatter(Fields request) {
        Question question = Question.of(request);
        int probes = (int) request.whole("probes", 1, MOST_PROBES);
        long seed = request.whole("seed", 0, Long.MAX_VALUE);
        request.requireNoOthers();
        CalibrationProblem<double[], Ranking> problem = question.ofGrades();
        RegretScatter scatter = RegretScatter.of(problem, probes, seed, THREADS);
        Map<String, Object> answer = about(problem);
        answer.put(
                "surrogateRegrets",
                scatter.points().stream()
                        .mapToDouble(RegretScatter.Point::surrogate)
                        .toArray());
        answer.put(
                "targetRegrets",
                scatter.points().stream()
                        .mapToDouble(RegretScatter.Point::target)
                        .toArray());
        var bound = scatter.bound();
        answer.put("constant", bound == null ? Double.NaN : bound.constant());
        answer.put("slack", bound == null ? Double.NaN : bound.slack());
        return answer;
    }
}
