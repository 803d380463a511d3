package io.plumbrank.theory.search;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.Ranking;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.Measure;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.surrogate.ClassSurrogate;
import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.target.classes.MatrixLoss;
import io.plumbrank.target.measures.DisagreementScores;
import io.plumbrank.target.measures.PairScale;
import io.plumbrank.target.measures.RankingTargets;
import io.plumbrank.target.measures.RefusedMeasureException;
import io.plumbrank.target.rankings.PairRankingTarget;
import io.plumbrank.target.rankings.RankingTarget;
import io.plumbrank.theory.conditions.ConditionTest;
import io.plumbrank.theory.conditions.ConditionedSource;
import io.plumbrank.theory.distributions.LabelSpace;
import io.plumbrank.theory.distributions.LossTable;
import io.plumbrank.theory.surrogates.Method;
import io.plumbrank.theory.surrogates.MethodChoice;
import io.plumbrank.theory.surrogates.ProperMethod;
import io.plumbrank.theory.surrogates.ScoreMethods;
import io.plumbrank.theory.surrogates.TemplateMethod;
import io.plumbrank.theory.surrogates.VectorMethod;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

public final class CalibrationProblems {
    private CalibrationProblems() {}

    /** A measure on queries of r items, over all labels with grades from 0 to a largest. */
    public static CalibrationProblem<double[], Ranking> ofMeasure(
            MeasureSpec spec, int items, MethodChoice choice, int largestGrade) {
        return ofMeasure(spec, LabelSpace.grades(items, largestGrade), choice);
    }

    /**
     * The same over given labels. A measure that cannot be a target (ERR, reciprocal rank) is checked with the gains of the
     * grades as utilities.
     */
    public static CalibrationProblem<double[], Ranking> ofMeasure(
            MeasureSpec spec, LabelSpace<double[]> labels, MethodChoice choice) {
        RankingTarget<double[]> target;
        try {
            target = isOfTwoGrades(labels) ? RankingTargets.ofTwoGrades(spec) : RankingTargets.of(spec);
        } catch (RefusedMeasureException e) {
            return ofRefused(spec, labels, choice);
        }
        if (choice.isPairs()) {
            return ofPairs(
                    target,
                    decoded(RankingTargets.byPairs(spec), choice),
                    labels,
                    ConditionedSource.ofGrades(labels),
                    items(labels));
        }
        int items = items(labels);
        BiConsumer<double[], double[]> encoder = target::encodeInto;
        Method<double[], Ranking> method = ScoreMethods.of(
                choice, items, labels, encoder, (label, a) -> ScoreMethods.observedInto(choice, label, encoder, a));
        return ofScores(target, labels, method, promised(choice, labels, target, items, encoder));
    }

    /** What is promised; null for a surrogate of the user's own, of which nothing is known. */
    private static <Y> @Nullable Guarantee promised(
            MethodChoice choice,
            LabelSpace<Y> labels,
            RankingTarget<?> target,
            int items,
            BiConsumer<? super Y, double[]> encoder) {
        return choice.isFormula() || choice.isOwn()
                ? null
                : ScoreMethods.trained(choice, labels, items, encoder).guarantee(target, items);
    }

    /** A surrogate without a name, whose {@link Surrogate#optimalScores} are known; labels have grades. */
    static CalibrationProblem<double[], Ranking> ofSurrogate(
            RankingTarget<double[]> target, LabelSpace<double[]> labels, Surrogate surrogate) {
        int items = items(labels);
        Method<double[], Ranking> method = new TemplateMethod<>(surrogate, surrogate, items, target::encodeInto);
        return ofScores(target, labels, method, surrogate.guarantee(target, items));
    }

    private static CalibrationProblem<double[], Ranking> ofScores(
            RankingTarget<double[]> target,
            LabelSpace<double[]> labels,
            Method<double[], Ranking> method,
            @Nullable Guarantee guarantee) {
        int items = items(labels);
        return new CalibrationProblem<>(
                target.toString(),
                labels,
                LossTable.ofRankings(items, target::loss),
                method,
                conditions(target, items),
                ConditionedSource.ofGrades(labels),
                guarantee);
    }

    /**
     * Pairwise disagreement of DMJ10 and RAT13, a sum of weights, on labels that are preference graphs. In the losses of observed
     * pairs every preference counts by its weight.
     */
    public static CalibrationProblem<PreferenceGraph, Ranking> ofGraphs(
            LabelSpace<PreferenceGraph> labels, MethodChoice choice) {
        DisagreementScores<PreferenceGraph> target = DisagreementScores.ofGraphs(PairScale.SUM);
        int items = labels.labels().get(0).items();
        ConditionedSource<PreferenceGraph> source = labels.labels().stream().allMatch(graph -> graph.size() == 1)
                ? ConditionedSource.ofPreferences(labels)
                : ConditionedSource.uniform(labels);
        if (choice.isPairs()) {
            return ofPairs(target, decoded(target.byPairs().orElseThrow(), choice), labels, source, items);
        }
        Method<PreferenceGraph, Ranking> method = ScoreMethods.of(
                choice,
                items,
                labels,
                target::encodeInto,
                (label, a) -> label.forEach((above, below, weight) -> a[above * items + below] = weight));
        return new CalibrationProblem<>(
                target.toString(),
                labels,
                LossTable.ofRankings(items, target::loss),
                method,
                ConditionTest.ofPairs(items, target),
                source,
                promised(choice, labels, target, items, target::encodeInto));
    }

    /** Pairwise disagreement by the user's own scores f(y): least squares on them, and sorting (RAT13, Theorem 6). */
    public static CalibrationProblem<PreferenceGraph, Ranking> ofScores(
            LabelSpace<PreferenceGraph> labels, BiConsumer<PreferenceGraph, double[]> scores) {
        DisagreementScores<PreferenceGraph> target = DisagreementScores.ofGraphs(PairScale.SUM);
        int items = labels.labels().get(0).items();
        String condition =
                "the mean scores agree with every pair: whenever E[y_ij] > E[y_ji], also E[f_i(y)] > E[f_j(y)], with the f"
                        + " that is given (P_f)";
        MethodChoice squared = MethodChoice.of("squared");
        return new CalibrationProblem<>(
                target + ", scores of its own",
                labels,
                LossTable.ofRankings(items, target::loss),
                ScoreMethods.of(squared, items, labels, scores, (label, a) -> {}),
                ConditionTest.ofPairs(items, target).withScores(scores, condition),
                ConditionedSource.ofPreferences(labels),
                new Guarantee(
                        Guarantee.Calibration.UNDER_CONDITION,
                        "RAT13, Theorem 6",
                        condition,
                        null,
                        "all functions of the whole query",
                        List.of()));
    }

    /** A loss matrix with log-loss and the least expected cost. */
    public static CalibrationProblem<Integer, Integer> ofProbabilities(LossMatrix matrix) {
        MatrixLoss loss = MatrixLoss.of(matrix);
        return ofClasses(loss, new ProperMethod(matrix), ClassSurrogate.LOGISTIC.guarantee(loss));
    }

    /** A loss matrix with its least-squares surrogate and argmin (RAT13, Theorem 3); it may be truncated. */
    public static CalibrationProblem<Integer, Integer> ofMatrix(MatrixLoss loss) {
        double[][] b = loss.factorization().b();
        Method<Integer, Integer> method = new VectorMethod<>(
                "squared",
                "argmin",
                new VectorMethod.Encoding<>(loss.encodedSize(), loss::encodeInto),
                loss::decode,
                loss.predictions(),
                t -> Arrays.stream(b).mapToDouble(row -> row[t]).toArray());
        return ofClasses(loss, method, loss.guarantee());
    }

    private static CalibrationProblem<Integer, Integer> ofClasses(
            MatrixLoss loss, Method<Integer, Integer> method, Guarantee guarantee) {
        LabelSpace<Integer> labels = LabelSpace.classes(loss.toMatrix());
        return new CalibrationProblem<>(
                loss.toString(),
                labels,
                LossTable.of(loss.predictions(), loss::loss),
                method,
                ConditionTest.none(0),
                ConditionedSource.uniform(labels),
                guarantee);
    }

    private static <Y> PairRankingTarget<Y> decoded(PairRankingTarget<Y> pairs, MethodChoice choice) {
        return choice.decoder() == null ? pairs : pairs.promisedBy(choice.decoder());
    }

    private static <Y> CalibrationProblem<Y, Ranking> ofPairs(
            RankingTarget<Y> target,
            PairRankingTarget<Y> pairs,
            LabelSpace<Y> labels,
            ConditionedSource<Y> source,
            int items) {
        LossTable<Y, Ranking> losses = LossTable.ofRankings(items, pairs::loss);
        Method<Y, Ranking> method = new VectorMethod<>(
                "pairs",
                pairs.decoder().text(),
                new VectorMethod.Encoding<>(pairs.encodedSize(items), pairs::encodeInto, items),
                pairs::decode,
                losses.predictions(),
                pairs::embedding);
        return new CalibrationProblem<>(
                target.toString(), labels, losses, method, conditions(target, items), source, pairs.guarantee(items));
    }

    private static CalibrationProblem<double[], Ranking> ofRefused(
            MeasureSpec given, LabelSpace<double[]> labels, MethodChoice choice) {
        int items = items(labels);
        double top =
                labels.labels().stream().flatMapToDouble(Arrays::stream).max().orElseThrow();
        MeasureSpec spec = given.withMaxGrade(top);
        Measure measure = spec.measure();
        List<Ranking> rankings = new ArrayList<>();
        Ranking.forEach(items, rankings::add);
        BiConsumer<double[], double[]> encoder = (grades, v) -> {
            for (int i = 0; i < grades.length; i++) {
                v[i] = spec.hasGain()
                        ? spec.gain().of(grades[i])
                        : spec.relevance().test(grades[i]) ? 1 : 0;
            }
        };
        Method<double[], Ranking> method = ScoreMethods.of(
                choice, items, labels, encoder, (label, a) -> ScoreMethods.observedInto(choice, label, encoder, a));
        return new CalibrationProblem<>(
                spec + ", gains as utilities",
                labels,
                LossTable.ofRankings(items, (double[] grades, Ranking ranking) -> {
                    double best = rankings.stream()
                            .mapToDouble(other -> value(measure, grades, other))
                            .max()
                            .orElseThrow();
                    return best - value(measure, grades, ranking);
                }),
                method,
                ConditionTest.none(items),
                ConditionedSource.ofGrades(labels),
                (Guarantee) null);
    }

    private static double value(Measure measure, double[] grades, Ranking ranking) {
        double value = measure.evaluate(JudgedList.ofRanking(ranking, grades));
        return Double.isNaN(value) ? 0 : value;
    }

    private static <Y> ConditionTest<Y> conditions(RankingTarget<Y> target, int items) {
        if (target instanceof DisagreementScores<Y> disagreement) {
            return ConditionTest.ofPairs(items, disagreement);
        }
        boolean precision = target.condition().equals(Optional.of(NoiseCondition.REINFORCE));
        return precision ? ConditionTest.ofAveragePrecision(items, target) : ConditionTest.none(items);
    }

    private static int items(LabelSpace<double[]> labels) {
        return labels.labels().get(0).length;
    }

    private static boolean isOfTwoGrades(LabelSpace<double[]> labels) {
        return labels.labels().stream()
                .allMatch(label -> Arrays.stream(label).distinct().count() <= 2);
    }
}
