package io.plumbrank.cli;

import io.plumbrank.cli.experiments.ExperimentCommand;
import io.plumbrank.cli.models.DecideCommand;
import io.plumbrank.cli.models.DiagnoseCommand;
import io.plumbrank.cli.models.EvalCommand;
import io.plumbrank.cli.models.ExportCommand;
import io.plumbrank.cli.models.ImportanceCommand;
import io.plumbrank.cli.models.PredictCommand;
import io.plumbrank.cli.models.ReportCommand;
import io.plumbrank.cli.models.ServeCommand;
import io.plumbrank.cli.models.WhyCommand;
import io.plumbrank.cli.options.HelpTexts;
import io.plumbrank.cli.theory.CheckCommand;
import io.plumbrank.cli.theory.ConsistencyCommand;
import io.plumbrank.cli.theory.ExplainCommand;
import io.plumbrank.cli.theory.LabCommand;
import io.plumbrank.cli.theory.LossCommand;
import io.plumbrank.cli.train.DemoCommand;
import io.plumbrank.cli.train.TrainCommand;
import io.plumbrank.cli.votes.AggregateCommand;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;

/** The commands by name. Picocli takes longer to set up all of them than most commands take to run. */
final class Commands {
    static final List<String> NAMES = List.of(
            "demo",
            "train",
            "predict",
            "decide",
            "eval",
            "export",
            "explain",
            "consistency",
            "experiment",
            "check",
            "importance",
            "why",
            "diagnose",
            "report",
            "lab",
            "loss",
            "aggregate",
            "serve",
            "completion",
            "help");

    private Commands() {}

    /** The command line for these arguments: with one command if they begin with its name, else with all of them. */
    static CommandLine forArguments(String... args) {
        CommandLine main = new CommandLine(new Main());
        if (args.length == 1 && (args[0].equals("--version") || args[0].equals("-V"))) {
            return main;
        }
        String first = args.length > 0 ? args[0] : "";
        boolean one = (NAMES.contains(first) && !first.equals("help")) || first.equals("rank");
        for (String name : one ? List.of(first) : NAMES) {
            main.addSubcommand(type(name));
        }
        HelpTexts.prepare(main);
        return main;
    }

    /** A switch, because a table would load every class. */
    private static Class<?> type(String name) {
        return switch (name) {
            case "demo" -> DemoCommand.class;
            case "train" -> TrainCommand.class;
            case "predict", "rank" -> PredictCommand.class;
            case "decide" -> DecideCommand.class;
            case "eval" -> EvalCommand.class;
            case "export" -> ExportCommand.class;
            case "explain" -> ExplainCommand.class;
            case "consistency" -> ConsistencyCommand.class;
            case "experiment" -> ExperimentCommand.class;
            case "check" -> CheckCommand.class;
            case "importance" -> ImportanceCommand.class;
            case "why" -> WhyCommand.class;
            case "diagnose" -> DiagnoseCommand.class;
            case "report" -> ReportCommand.class;
            case "lab" -> LabCommand.class;
            case "loss" -> LossCommand.class;
            case "aggregate" -> AggregateCommand.class;
            case "serve" -> ServeCommand.class;
            case "completion" -> CompletionCommand.class;
            case "help" -> HelpCommand.class;
            default -> throw new IllegalArgumentException("no command " + name);
        };
    }
}
