package io.plumbrank.cli.models;

import io.plumbrank.model.Predictor;
import io.plumbrank.model.RankingPredictor;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Evaluates models of one kind on labelled data, and prints what it finds. */
interface KindEvaluation {
    /** Makes one of the options of the command. */
    @FunctionalInterface
    interface Maker {
        KindEvaluation of(EvalCommand command, List<Predictor> predictors, Path data);
    }

    /** Kinds with an evaluation of their own, by name. */
    Map<String, Maker> OWN = Map.of("classes", ClassesEvaluation::new);

    void run();

    /** The kind's own; else by measures of rankings where the models rank, and by the task of the models for all other kinds. */
    static KindEvaluation of(EvalCommand command, List<Predictor> predictors, Path data) {
        Predictor first = predictors.get(0);
        boolean rankings = first.as(RankingPredictor.class).isPresent();
        if (!rankings
                && (command.measures != null || command.perQuery || command.level != null || command.compat != null)) {
            throw command.common.usage(
                    first.words() + " is evaluated by what it was trained for: give --model and --data alone");
        }
        Maker own = OWN.get(first.kind());
        if (own == null && command.lossMatrix != null) {
            throw command.common.usage("--loss-matrix needs a model of classes");
        }
        Maker any = rankings ? RankingEvaluation::new : RowEvaluation::new;
        return (own == null ? any : own).of(command, predictors, data);
    }
}
