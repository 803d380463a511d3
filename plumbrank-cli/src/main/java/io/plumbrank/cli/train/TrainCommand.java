package io.plumbrank.cli.train;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.options.CsvOptions;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.cli.options.HelpGroups;
import io.plumbrank.cli.options.Interruption;
import io.plumbrank.cli.options.OptionRules;
import io.plumbrank.cli.options.Refused;
import io.plumbrank.cli.options.TerminalProgress;
import io.plumbrank.cli.output.ChoiceText;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.Checkpoints;
import io.plumbrank.task.Task;
import io.plumbrank.task.checks.DataNotes;
import io.plumbrank.train.Trainer;
import io.plumbrank.train.Training;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbrank train}. */
@Refused(csv = true)
@Command(
        name = "train",
        customSynopsis = {
            "plumbrank train --train=FILE --measure=M [--ranking=PREFIX] --out=MODEL [OPTIONS]",
            "       plumbrank train --train=FILE --loss-matrix=L --out=MODEL [OPTIONS]",
            "       plumbrank train --train=FILE --costs=PREFIX --out=MODEL [OPTIONS]"
        },
        description =
                "Trains a ranker for a measure, a classifier for a table of costs, or a ranker of a fixed set of labels.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  plumbrank train --measure ndcg@10 --train train.txt --valid valid.txt --out model.json",
            "  plumbrank train --measure ndcg@10 --for solr --train train.txt --out model.json",
            "  plumbrank train --loss-matrix costs.csv --train train.csv --out model.json",
            "  plumbrank train --costs cost_ --train train.csv --out model.json",
            "  plumbrank train --measure kendall --ranking by_ --train train.csv --out model.json",
            "  plumbrank train --measure pd --surrogate pairs --train items.txt --preferences clicks.csv --out m"
        })
public final class TrainCommand implements Callable<Integer> {
    private final CommonOptions shared = new CommonOptions();
    private final CsvOptions columns = new CsvOptions();

    @Mixin
    FitOptions fit = new FitOptions(shared, columns);

    @Mixin
    ItemOptions items = new ItemOptions();

    @Mixin
    PairOptions pairs = new PairOptions(items);

    @Mixin
    ClassOptions classes = new ClassOptions();

    @Mixin
    CostOptions costs = new CostOptions();

    @Mixin
    LabelOptions labels = new LabelOptions(items, pairs);

    @Mixin
    TrainOutput output = new TrainOutput();

    @Mixin
    CsvOptions csv = columns;

    @Mixin
    CommonOptions common = shared;

    @Option(names = HelpGroups.ALL, help = true, description = "Show all options, in groups, and exit.")
    boolean helpAll;

    /** The first that is asked for is trained. */
    private List<KindOptions> kinds() {
        return List.of(labels, costs, classes, pairs, items);
    }

    @Override
    public Integer call() throws IOException {
        KindOptions kind =
                kinds().stream().filter(each -> each.isAsked(fit)).findFirst().orElseThrow();
        OptionRules rules = common.rules().goesWith(table(), kind.name());
        kind.refuse(fit, rules);
        fit.refuse(rules);
        output.probe(fit);
        Checkpoints kept = fit.learner.checkpoints(kind.noCheckpoints(fit), fit, output.out);
        Task<?> task = common.checked(() -> kind.task(fit));
        rules.wrong(
                fit.folds != null && fit.learner.is("forest") && task.choosing().isByMeasure(),
                "a forest is judged by the trees that did not see a row or query: leave out --folds");
        Trainer<?> trainer = common.checked(
                () -> fit.learner.trainer(task, kind.scope(), fit, kept).withSettings(fit.settings(kind.folds())));
        QuerySource train = fit.open(fit.train, task, items.preferences.file, items.columns());
        QuerySource valid =
                fit.valid == null ? null : fit.open(fit.valid, task, items.validPreferences, fit.features(train, task));
        if (!common.quiet) {
            Set<String> features = Set.copyOf(fit.features(train, task));
            DataNotes.of(train, valid, features::contains).forEach(common::note);
        }
        try (Interruption interruption = fit.learner.isAuto() ? new Interruption() : null) {
            Training<?> training;
            try (TerminalProgress progress = new TerminalProgress(common, interruption)) {
                AtomicBoolean stop = interruption == null ? new AtomicBoolean() : interruption.stop();
                training = trainer.train(train, valid, progress, stop);
            }
            note(training, train, valid);
            output.write(training, valid == null ? train : valid, fit, items.preferences);
            fit.learner.done(kept, common);
            output.print(training, common);
            items.noteLoss(training, valid, fit);
        }
        return Exit.DONE;
    }

    /** The kinds of which each of their options needs one. */
    private Map<String, List<String>> table() {
        Map<String, List<String>> table = new TreeMap<>();
        for (KindOptions kind : kinds()) {
            kind.options(common.spec)
                    .forEach(option -> table.computeIfAbsent(option, none -> new ArrayList<>())
                            .add(kind.name()));
        }
        return table;
    }

    private void note(Training<?> training, QuerySource train, @Nullable QuerySource valid) throws IOException {
        common.noteSkipped(train);
        if (valid != null) {
            common.noteSkipped(valid);
        }
        training.notes().forEach(common::note);
        training.model()
                .provenance()
                .choice()
                .ifPresent(choice -> ChoiceText.leftOut(choice).forEach(common::note));
        if (fit.learner.isAuto() && fit.learner.system == null) {
            Systems.note(training.predictor()).ifPresent(common::note);
        }
        noteSameData();
    }

    private void noteSameData() throws IOException {
        Path train = fit.train;
        Path valid = fit.valid;
        if (valid != null
                && Files.isRegularFile(valid)
                && Files.isRegularFile(train)
                && Files.size(valid) == Files.size(train)
                && Files.mismatch(valid, train) < 0) {
            common.note(
                    "--valid holds the same rows as --train: what is chosen on them is chosen on what was fitted, and its"
                            + " measure says nothing of other data");
        }
    }
}
