package io.plumbrank.cli.train;

import io.plumbrank.cli.options.OptionRules;
import io.plumbrank.task.Task;
import io.plumbrank.task.Variations.Scope;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The options of {@code train} for one kind of task, which also make the task. A new kind brings a subclass, and a field and an entry in
 * {@link TrainCommand}. Options that a kind neither has nor shares are refused.
 */
abstract class KindOptions {
    /** Said where no goal is given, or two. */
    static final String ONE_GOAL =
            "give --measure for a ranker, or --loss-matrix for classes, or --costs for costs in the rows: one of them";

    /** The options that ask for it, as messages name them. */
    abstract String name();

    /** Whether the command line asks for it. */
    abstract boolean isAsked(FitOptions fit);

    /** Options of other kinds that mean something to it. */
    List<String> shared() {
        return List.of();
    }

    /** Refuses what it cannot do. */
    abstract void refuse(FitOptions fit, OptionRules rules);

    /** Makes the task; an {@link IllegalArgumentException} is a mistake in the arguments. */
    abstract Task<?> task(FitOptions fit);

    /** The number of folds, unless the user gives another. */
    int folds() {
        return 5;
    }

    /** The settings that a choice among kinds of models may vary. */
    Scope scope() {
        return new Scope(true, true);
    }

    /** Why trees keep no checkpoints, and what to do; empty where they do. */
    Optional<String> noCheckpoints(FitOptions fit) {
        return Optional.empty();
    }

    /** All options that mean something to it, of those that kinds have. */
    final Stream<String> options(CommandSpec command) {
        return Stream.concat(
                command.mixins().values().stream()
                        .filter(mixin -> mixin.userObject() == this)
                        .flatMap(mixin -> mixin.options().stream())
                        .map(option -> option.longestName()),
                shared().stream());
    }
}
