package io.plumbrank.cli;

import io.plumbrank.measure.Conventions;
import io.plumbrank.measure.Evaluation;
import io.plumbrank.measure.Evaluation.Resamples;
import io.plumbrank.measure.Evaluator;
import io.plumbrank.measure.MeasureSpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code plumbrank demo}: compares two bundled runs. */
@Command(name = "demo", description = "Evaluates and compares two bundled, generated runs.", sortOptions = false)
final class DemoCommand implements Callable<Integer> {
    private static final List<String> FILES = List.of("qrels.txt", "keyword.run", "learned.run");

    @Mixin
    CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        try {
            Path folder = Files.createTempDirectory("plumbrank-demo");
            try {
                for (String name : FILES) {
                    try (InputStream in = Objects.requireNonNull(
                            DemoCommand.class.getResourceAsStream("examples/search/" + name), name)) {
                        Files.copy(in, folder.resolve(name));
                    }
                }
                return compare(folder);
            } finally {
                for (String name : FILES) {
                    Files.deleteIfExists(folder.resolve(name));
                }
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int compare(Path folder) {
        Evaluator evaluator = new Evaluator(
                MeasureSpec.parseList("ndcg@10,map,p@5,err@10(max=3),pd", Conventions.plumbrank()),
                false,
                common.readOptions());
        Evaluation evaluation = evaluator.runs(
                folder.resolve("qrels.txt"), List.of(folder.resolve("keyword.run"), folder.resolve("learned.run")));
        if (common.format == OutputFormat.TABLE) {
            common.out().println("Two ways to rank 25 documents for each of 40 generated queries, judged 0 to 3:");
            common.out().println();
        }
        Resamples how = Resamples.defaults(common.seed).withThreads(common.threads());
        new EvalReport(evaluation, how, false).print(common.format, common.out());
        if (common.format == OutputFormat.TABLE) {
            common.out().println();
            common.out().println("Your own runs: plumbrank eval --qrels QRELS --run A --run B --measures ndcg@10,map");
        }
        return Exit.DONE;
    }
}
