package io.plumbrank.cli;

import io.plumbrank.data.Grouping;
import io.plumbrank.data.LabelRankings;
import io.plumbrank.data.Labels;
import io.plumbrank.data.Preferences;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.measure.Compat;
import io.plumbrank.measure.Conventions;
import io.plumbrank.measure.Evaluation;
import io.plumbrank.measure.Evaluation.Resamples;
import io.plumbrank.measure.Evaluator;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.ClassEvaluation;
import io.plumbrank.model.ClassLabels;
import io.plumbrank.model.ClassModel;
import io.plumbrank.model.LabelRankingModel;
import io.plumbrank.model.PairRankerModel;
import io.plumbrank.model.QueryScorer;
import io.plumbrank.model.RankerModel;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.MatrixLoss;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbrank eval}. */
@Command(
        name = "eval",
        description = "Evaluates runs against judgements, scores in a data file, or a model; compares several.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  plumbrank eval --qrels qrels.txt --run bm25.run --run mine.run --measures ndcg@10,map",
            "  plumbrank eval --qrels qrels.txt --run mine.run --measures ndcg_cut_10,P_5 --compat trec_eval",
            "  plumbrank eval --model model.json --data test.txt --measures ndcg@10,map",
            "  plumbrank eval --model model.json --data items.txt --preferences clicks.csv --measures pd",
            "  plumbrank eval --data test.csv --score model_a --score model_b --measures 'err@10(max=4)'",
            "",
            "Measures: ndcg@10, dcg@5, p@5, recall@10, wta, success@5, map, rr, err@10, auc, spearman, kendall,",
            "  eru(v=3,w=5), pd, rprec, bpref, num_q, num_ret, num_rel, num_rel_ret; docs/measures.md has all."
        })
final class EvalCommand implements Callable<Integer> {
    private static final double LEVEL = 0.95;
    private static final String DEFAULT_MEASURES = "ndcg@10,map,p@10,rr";

    @Option(
            names = "--model",
            paramLabel = "MODEL",
            description =
                    "What plumbrank train wrote, or a ranker of XGBoost or RankLib, to be evaluated on --data. Several rankers"
                            + " are compared.")
    List<Path> models = List.of();

    @Option(
            names = "--loss-matrix",
            paramLabel = "L",
            description = "With a model of classes: the loss to count, if not the one that it was trained for.")
    @Nullable
    String lossMatrix;

    @Option(
            names = "--qrels",
            paramLabel = "FILE",
            description = "Judgements: query iteration docno grade (plain or .gz).")
    @Nullable
    Path qrels;

    @Option(
            names = "--run",
            paramLabel = "FILE",
            description = "Run: query Q0 docno rank score tag (plain or .gz). Several are compared with the first.")
    List<Path> runs = List.of();

    @Option(
            names = "--data",
            paramLabel = "FILE",
            description = "Labelled items: CSV with a header (.csv, .csv.gz), else LETOR text (plain or .gz).")
    @Nullable
    Path data;

    @Mixin
    PreferenceOption preferences = new PreferenceOption();

    @Option(
            names = "--score",
            paramLabel = "COLUMN",
            description = "Score in --data: a CSV column, or a feature number of LETOR text. Several are compared.")
    List<String> scores = List.of();

    @Mixin
    CsvOptions csv = new CsvOptions();

    @Option(
            names = "--measures",
            paramLabel = "M,M…",
            description =
                    "Measures; default " + DEFAULT_MEASURES + ", and before them what a ranker was trained for; of a"
                            + " model that ranks labels, what it was trained for.")
    @Nullable
    String measures;

    @Option(names = "--per-query", description = "Values of single queries too.")
    boolean perQuery;

    @Option(
            names = "--complete",
            description = "Judged queries that a run lacks count as empty result lists (trec_eval -c).")
    boolean complete;

    @Option(
            names = "--level",
            paramLabel = "L",
            description = "Items with label L or more are relevant (trec_eval -l); graded measures ignore it.")
    @Nullable
    Double level;

    @Option(
            names = "--compat",
            paramLabel = "TOOL",
            description = "All conventions as one tool has them: trec_eval, xgboost, lightgbm, ranklib, sklearn.")
    @Nullable
    String compat;

    @Option(
            names = "--resamples",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Resamples of the bootstrap interval; default ${DEFAULT-VALUE}.")
    int resamples;

    @Option(
            names = "--permutations",
            paramLabel = "N",
            defaultValue = "10000",
            description = "Random sign patterns of the randomisation test; default ${DEFAULT-VALUE}.")
    int permutations;

    @Mixin
    CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        if (preferences.file != null) {
            if (qrels != null || lossMatrix != null || level != null || compat != null) {
                throw common.usage(
                        "--preferences takes the place of grades: without --qrels, --loss-matrix, --level, --compat");
            }
            measures = measures == null ? "pd" : measures;
        }
        if (!models.isEmpty()) {
            return evaluateModels();
        }
        Resamples how = resamples();
        return report(evaluate(new Evaluator(specs(DEFAULT_MEASURES), complete, common.readOptions())), List.of(), how);
    }

    private int report(Evaluation evaluation, List<DecodedQueries> decoding, Resamples how) {
        evaluation.notes().forEach(common::note);
        new EvalReport(evaluation, decoding, how, perQuery).print(common.format, common.out());
        return Exit.DONE;
    }

    private Evaluation evaluate(Evaluator evaluator) {
        if (lossMatrix != null) {
            throw common.usage("--loss-matrix goes with --model");
        }
        if (qrels != null && data == null) {
            if (runs.isEmpty()) {
                throw common.usage("--qrels needs at least one --run");
            }
            if (!scores.isEmpty() || csv.given()) {
                throw common.usage("--score and the names of CSV columns go with --data, not with --qrels");
            }
            return evaluator.runs(qrels, runs);
        }
        if (preferences.file != null && data == null && !runs.isEmpty()) {
            if (!scores.isEmpty() || csv.given()) {
                throw common.usage("--score and the names of CSV columns go with --data, not with --run");
            }
            return evaluator.runs(Preferences.read(preferences.file, common.readOptions()), runs);
        }
        if (data != null && qrels == null && runs.isEmpty()) {
            if (scores.isEmpty()) {
                throw common.usage("--data needs at least one --score");
            }
            if (complete) {
                throw common.usage("--complete goes with --qrels, since a data file holds all of its queries");
            }
            return evaluator.data(QueryData.stream(data, preferences.file, csv, common), scores);
        }
        throw common.usage("give either --qrels or --preferences and --run, or --data and --score");
    }

    private int evaluateModels() {
        if (data == null || qrels != null || !runs.isEmpty() || !scores.isEmpty() || complete) {
            throw common.usage("a model is evaluated on labelled data: give --model and --data");
        }
        List<Object> read = models.stream().map(Rankers::any).toList();
        if (preferences.file != null
                && read.stream().anyMatch(model -> model instanceof ClassModel || model instanceof LabelRankingModel)) {
            throw common.usage("--preferences are among the items of queries: give a model that ranks items");
        }
        if (read.size() == 1 && read.get(0) instanceof ClassModel classes) {
            return evaluateClasses(classes, data);
        }
        if (lossMatrix != null) {
            throw common.usage("--loss-matrix goes with a model of classes");
        }
        if (read.get(0) instanceof LabelRankingModel first) {
            return evaluateLabelRankings(first, read, data);
        }
        for (int i = 0; i < read.size(); i++) {
            if (!(read.get(i) instanceof QueryScorer || read.get(i) instanceof PairRankerModel)) {
                throw common.usage(models.get(i) + " is no ranker: models of different kinds are not compared");
            }
        }
        return evaluateRankers(read, data);
    }

    private int evaluateRankers(List<Object> rankers, Path file) {
        Resamples how = resamples();
        StringBuilder trainedFor = new StringBuilder();
        for (Object ranker : rankers) {
            if (ranker instanceof RankerModel scores) {
                trainedFor.append(scores.measure().typed()).append(',');
            } else if (ranker instanceof PairRankerModel pairs) {
                trainedFor.append(pairs.measure().typed()).append(',');
            }
        }
        Map<String, MeasureSpec> distinct = new LinkedHashMap<>();
        specs(trainedFor + DEFAULT_MEASURES).forEach(spec -> distinct.putIfAbsent(spec.text(), spec));
        Evaluator evaluator = new Evaluator(List.copyOf(distinct.values()), complete, common.readOptions());
        QuerySource source = QueryData.stream(file, preferences.file, csv, common);
        List<Function<Query, double[]>> scoring = new ArrayList<>();
        List<DecodedQueries> decoding = new ArrayList<>();
        for (int i = 0; i < rankers.size(); i++) {
            if (rankers.get(i) instanceof PairRankerModel pairs) {
                DecodedQueries decoded = new DecodedQueries(models.get(i).toString(), pairs, source, common.threads());
                scoring.add(decoded);
                decoding.add(decoded);
            } else {
                QueryScorer ranker = (QueryScorer) rankers.get(i);
                ranker.requireFeaturesOf(source);
                scoring.add(ranker::scores);
            }
        }
        Evaluation evaluation =
                evaluator.rankers(source, models.stream().map(Path::toString).toList(), scoring);
        List<String> notes =
                new ArrayList<>(decoding.stream().map(DecodedQueries::sentence).toList());
        notes.addAll(evaluation.notes());
        return report(new Evaluation(evaluation.runs(), notes), decoding, how);
    }

    private int evaluateLabelRankings(LabelRankingModel first, List<Object> read, Path file) {
        List<Function<Query, double[]>> scoring = new ArrayList<>();
        QuerySource source = csv.openRanking(file, first.beginning(), common);
        LabelRankings rows = first.labelled(source);
        for (int i = 0; i < read.size(); i++) {
            if (!(read.get(i) instanceof LabelRankingModel model) || !model.ranksTheSameAs(first)) {
                throw common.usage(models.get(i) + " does not rank the labels of " + models.get(0)
                        + " by the same features: such models are not compared");
            }
            scoring.add(model::scores);
        }
        Evaluator evaluator = new Evaluator(specs(first.target().measure().typed()), complete, common.readOptions());
        return report(
                evaluator.rankers(
                        rows.asQueries(), models.stream().map(Path::toString).toList(), scoring),
                List.of(),
                resamples());
    }

    private int evaluateClasses(ClassModel classes, Path file) {
        if (measures != null || perQuery || level != null || compat != null) {
            throw common.usage("a model of classes is evaluated by its loss: give --model and --data alone");
        }
        common.refuse("--resamples", "--permutations");
        Labels labels = ClassLabels.of(classes.loss().toMatrix());
        QuerySource source = csv.open(file, Grouping.ROW, labels, common);
        ClassEvaluation evaluation = ClassEvaluation.of(classes, source, common.threads(), rows -> {});
        common.noteSkipped(source);
        MatrixLoss loss = classes.loss();
        if (lossMatrix != null) {
            LossMatrix other = ClassLabels.countedAs(LossOptions.matrix(lossMatrix, common), loss.toMatrix());
            try {
                evaluation = evaluation.under(loss, other);
            } catch (IllegalArgumentException e) {
                throw common.usage("" + e.getMessage());
            }
            loss = MatrixLoss.of(other);
        }
        new ClassReport(models.get(0).toString(), loss, evaluation).print(common.format, common.out());
        return Exit.DONE;
    }

    private Resamples resamples() {
        if (resamples < 1 || permutations < 1) {
            throw common.usage("--resamples and --permutations must be at least 1");
        }
        return new Resamples(resamples, permutations, LEVEL, common.seed, common.threads());
    }

    private List<MeasureSpec> specs(String otherwise) {
        try {
            Conventions conventions = compat == null
                    ? Conventions.plumbrank()
                    : Compat.parse(compat).conventions();
            return MeasureSpec.parseList(
                            measures == null ? otherwise : measures,
                            level == null ? conventions : conventions.withRelevanceLevel(level))
                    .stream()
                    .map(spec -> preferences.measure(spec, common))
                    .toList();
        } catch (IllegalArgumentException e) {
            throw common.usage("" + e.getMessage());
        }
    }
}
