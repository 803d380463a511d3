package io.plumbrank.cli.models;

import io.plumbrank.cli.models.ClassComparisonReport.Counted;
import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.data.QuerySource;
import io.plumbrank.evaluate.Evaluation.Resamples;
import io.plumbrank.kind.classes.evaluation.RowLosses;
import io.plumbrank.model.Model;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.TaskKind;
import io.plumbrank.task.Task;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Evaluates models of any kind by the measure or loss of their task, row by row. */
final class RowEvaluation implements KindEvaluation {
    private final EvalCommand command;
    private final CommonOptions common;
    private final List<Predictor> predictors;
    private final Path data;

    RowEvaluation(EvalCommand command, List<Predictor> predictors, Path data) {
        this.command = command;
        this.common = command.common;
        this.predictors = predictors;
        this.data = data;
    }

    @Override
    public void run() {
        Resamples how = command.resamples();
        if (predictors.size() > 1 && QuerySource.isReadOnce(data)) {
            throw common.usage("several models read their data one after another: give a file, not a pipe");
        }
        List<RowLosses> losses = new ArrayList<>();
        for (Predictor predictor : predictors) {
            QuerySource source = predictor.watching(
                    command.csv.stream(data, predictor.labelled(), predictor.featureNames(), common));
            predictor.requireFeaturesOf(source);
            Model.Judged judged = predictor.model().orElseThrow().judge(source);
            losses.add(new RowLosses(judged.values(), judged.weights()));
            common.noteSkipped(source);
        }
        List<String> names =
                new ArrayList<>(command.models.stream().map(Path::toString).toList());
        constants(predictors.get(0)).forEach((name, judged) -> {
            names.add(name);
            losses.add(new RowLosses(judged.values(), judged.weights()));
        });
        int baseline = command.baseline(names);
        Collections.rotate(names.subList(0, baseline + 1), 1);
        Collections.rotate(losses.subList(0, baseline + 1), 1);
        Model first = predictors.get(0).model().orElseThrow();
        Counted counted = new Counted(
                first.task().measureName(),
                TaskKind.of(first.task()).heading(first.task()),
                first.task().measureName(),
                first.task().largerIsBetter());
        new ClassComparisonReport(names, counted, losses, how).print(common.format, common.out());
    }

    private Map<String, Model.Judged> constants(Predictor predictor) {
        if (QuerySource.isReadOnce(data)) {
            return Map.of();
        }
        Task<?> task = predictor.model().orElseThrow().task();
        return TaskKind.of(task)
                .constants(task, command.csv.stream(data, predictor.labelled(), predictor.featureNames(), common));
    }
}
