package io.plumbrank.cli.models;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.options.CsvOptions;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.cli.options.FeatureBaseOption;
import io.plumbrank.cli.options.FileOption;
import io.plumbrank.cli.options.PreferenceOption;
import io.plumbrank.data.Labels;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.Reading;
import io.plumbrank.data.preferences.Preferences;
import io.plumbrank.evaluate.Evaluation;
import io.plumbrank.evaluate.Evaluation.Resamples;
import io.plumbrank.evaluate.Evaluator;
import io.plumbrank.evaluate.QueryValues;
import io.plumbrank.measure.Compat;
import io.plumbrank.measure.Conventions;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.Ranker;
import io.plumbrank.runs.RunEvaluator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
            "  plumbrank eval --model model.json --run bm25.run --score 12 --data test.txt --measures ndcg@10",
            "  plumbrank eval --decisions a.tsv --decisions b.csv --data test.csv --loss-matrix costs.csv",
            "  plumbrank eval --data test.csv --score model_a --score model_b --measures 'err@10(max=4)'",
            "",
            "Measures: ndcg@10, dcg@5, p@5, recall@10, wta, success@5, map, rr, err@10, auc, spearman, kendall,",
            "  eru(v=3,w=5), pd, rprec, bpref, num_q, num_ret, num_rel, num_rel_ret; docs/measures.md has all."
        })
public final class EvalCommand implements Callable<Integer> {
    private static final double LEVEL = 0.95;
    static final String DEFAULT_MEASURES = "ndcg@10,map,p@10,rr";

    @Option(
            names = "--model",
            paramLabel = "MODEL",
            description =
                    "What plumbrank train wrote, or a ranker of XGBoost, LightGBM or RankLib, to be evaluated on --data. Several rankers"
                            + " are compared.")
    List<Path> models = List.of();

    @FileOption
    @Option(
            names = "--loss-matrix",
            paramLabel = "L",
            description =
                    "With a model of classes or --decisions: the loss to count; default the one that the model was trained for.")
    @Nullable
    String lossMatrix;

    @Option(
            names = "--decisions",
            paramLabel = "FILE",
            description =
                    "Decisions for the rows of --data, by predict, decide or another tool: CSV or TSV with a column prediction. Several, and"
                            + " models of classes, are compared.")
    List<Path> decisions = List.of();

    @Option(
            names = "--qrels",
            paramLabel = "FILE",
            description = "Judgements: query iteration docno grade (plain or .gz).")
    @Nullable
    Path qrels;

    @Option(
            names = "--run",
            paramLabel = "FILE",
            description =
                    "Run: query Q0 docno rank score tag (plain or .gz). Several are compared with the first, or with --baseline.")
    List<Path> runs = List.of();

    @Option(
            names = "--data",
            paramLabel = "FILE",
            description =
                    "Labelled items: CSV with a header (.csv, .csv.gz), else LETOR text (plain or .gz). Their labels"
                            + " judge models, scores and runs.")
    @Nullable
    Path data;

    @Mixin
    PreferenceOption preferences = new PreferenceOption();

    @Option(
            names = "--score",
            paramLabel = "COLUMN",
            description = "Score in --data: a CSV column, or a feature number of LETOR text. Several are compared.")
    List<String> scores = List.of();

    @Option(
            names = "--baseline",
            paramLabel = "NAME",
            description =
                    "Run, score, model or file of decisions that the others are compared with, by its name in the table or its file; default"
                            + " the first.")
    @Nullable
    String baseline;

    @Mixin
    FeatureBaseOption featureBase = new FeatureBaseOption();

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
        if (!decisions.isEmpty()) {
            requireDecisionsAlone();
        }
        if (!models.isEmpty()) {
            return evaluateModels();
        }
        if (!decisions.isEmpty()) {
            new ClassesEvaluation(this, List.of(), Objects.requireNonNull(data)).run();
            return Exit.DONE;
        }
        Resamples how = resamples();
        report(evaluate(new Evaluator(specs(DEFAULT_MEASURES), common.readOptions())), List.of(), how);
        return Exit.DONE;
    }

    private void requireDecisionsAlone() {
        if (data == null || (models.isEmpty() && lossMatrix == null)) {
            throw common.usage("--decisions needs --data and --loss-matrix, or --data and a --model of classes");
        }
        if (qrels != null
                || preferences.file != null
                || !runs.isEmpty()
                || !scores.isEmpty()
                || measures != null
                || perQuery
                || complete
                || level != null
                || compat != null) {
            throw common.usage("--decisions goes with --data, --loss-matrix and --model: decisions are judged by their"
                    + " losses, and rankings by --measures");
        }
    }

    void report(Evaluation evaluation, List<DecodingReport> decoding, Resamples how) {
        Evaluation ordered = evaluation.withBaseline(
                baseline(evaluation.runs().stream().map(QueryValues::run).toList()));
        ordered.notes().forEach(common::note);
        new EvalReport(ordered, decoding, how, perQuery).print(common.format, common.out());
    }

    /** The place of the baseline among what is compared; runs come last, and may be named by their files too. */
    int baseline(List<String> names) {
        String wanted = baseline;
        if (wanted == null) {
            return 0;
        }
        int place = names.indexOf(wanted);
        int file = runs.stream().map(Path::toString).toList().indexOf(wanted);
        if (place < 0 && file >= 0) {
            place = names.size() - runs.size() + file;
        }
        if (place < 0) {
            throw common.usage("--baseline is '" + wanted + "', and what is compared is " + String.join(", ", names));
        }
        if (names.size() == 1) {
            throw common.usage("--baseline needs something to compare with it: give another --run, --score or --model");
        }
        return place;
    }

    private Evaluation evaluate(Evaluator evaluator) {
        if (lossMatrix != null) {
            throw common.usage("--loss-matrix needs --model");
        }
        if (qrels != null && data == null) {
            if (runs.isEmpty()) {
                throw common.usage("--qrels needs at least one --run");
            }
            if (!scores.isEmpty() || csv.given()) {
                throw common.usage("--score and the names of CSV columns need --data; --qrels has neither");
            }
            return ofRuns(evaluator).runs(qrels, runs);
        }
        if (preferences.file != null && data == null && !runs.isEmpty()) {
            if (!scores.isEmpty() || csv.given()) {
                throw common.usage("--score and the names of CSV columns need --data; --run has neither");
            }
            return ofRuns(evaluator).runs(Preferences.read(preferences.file, common.readOptions()), runs);
        }
        if (data != null && qrels == null) {
            if (scores.isEmpty() && runs.isEmpty()) {
                throw common.usage("--data needs at least one --score, --run or --model");
            }
            requireRunForComplete();
            QuerySource source =
                    csv.stream(data, Reading.queries(Labels.numbers()), preferences.file, List.of(), common);
            return beside(evaluator, runs.isEmpty() ? source : source.loaded(), List.of(), List.of());
        }
        throw common.usage(
                "give --model and --data; or --qrels (or --preferences) and --run; or --data and --score or --run");
    }

    private RunEvaluator ofRuns(Evaluator evaluator) {
        return new RunEvaluator(evaluator, complete);
    }

    private void requireRunForComplete() {
        if (complete && runs.isEmpty()) {
            throw common.usage("--complete needs --run, since a data file holds all of its queries");
        }
    }

    /**
     * Rankers, columns of scores and runs side by side, on the same labels.
     *
     * @param source in memory where there are runs too
     */
    Evaluation beside(
            Evaluator evaluator, QuerySource source, List<String> names, List<Function<Query, double[]>> scoring) {
        List<String> allNames = new ArrayList<>(names);
        List<Function<Query, double[]>> all = new ArrayList<>(scoring);
        for (String score : scores) {
            allNames.add(score);
            all.add(Evaluator.column(source, score));
        }
        Evaluation evaluation = all.isEmpty() ? null : evaluator.rankers(source, allNames, all);
        if (runs.isEmpty()) {
            return Objects.requireNonNull(evaluation);
        }
        Path observed = preferences.file;
        Evaluation besides = observed == null
                ? ofRuns(evaluator).runs(source, runs)
                : ofRuns(evaluator).runs(Preferences.read(observed, common.readOptions()), runs);
        return evaluation == null ? besides : evaluation.with(besides);
    }

    private int evaluateModels() {
        if (data == null || qrels != null) {
            throw common.usage(
                    "a model is evaluated on labelled data: give --model and --data, whose labels also judge --run");
        }
        requireRunForComplete();
        List<Predictor> predictors = featureBase.fittedAll(
                models.stream().map(Predictor::read).toList(), models, csv.isCsv(data, common), common);
        Predictor first = predictors.get(0);
        for (int i = 0; i < predictors.size(); i++) {
            if (!predictors.get(i).isComparableWith(first)) {
                throw common.usage(models.get(i) + " is " + predictors.get(i).words() + ", and " + models.get(0)
                        + " is " + first.words()
                        + ": they are compared where they predict the same from the same features");
            }
        }
        boolean items = first.as(Ranker.class).isPresent();
        if (preferences.file != null && !items) {
            throw common.usage("--preferences are among the items of queries: give a model that ranks items");
        }
        if (!items && (!runs.isEmpty() || !scores.isEmpty())) {
            throw common.usage(
                    "--run and --score rank the items of queries, and " + models.get(0) + " is " + first.words());
        }
        if (!decisions.isEmpty() && !first.kind().equals("classes")) {
            throw common.usage("--decisions are classes, and " + models.get(0) + " is " + first.words());
        }
        KindEvaluation.of(this, predictors, data).run();
        return Exit.DONE;
    }

    Resamples resamples() {
        if (resamples < 1 || permutations < 1) {
            throw common.usage("--resamples and --permutations must be at least 1");
        }
        return new Resamples(resamples, permutations, LEVEL, common.seed, common.threads());
    }

    List<MeasureSpec> specs(String otherwise) {
        try {
            Conventions ofTool = compat == null
                    ? Conventions.plumbrank()
                    : Compat.parse(compat).conventions();
            Conventions conventions = complete ? ofTool.withAllQueries() : ofTool;
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
