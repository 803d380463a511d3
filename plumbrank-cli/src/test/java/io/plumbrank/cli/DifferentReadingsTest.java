package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.cli.options.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that two sides read in different ways: labels and the names of a loss matrix, and what rows of text leave out. */
class DifferentReadingsTest {
    @TempDir
    Path folder;

    private CommandRun train(String out, String... options) {
        List<String> args = new ArrayList<>(List.of("train", "--model", "linear", "--quiet", "--folds", "2"));
        args.addAll(List.of("--out", folder.resolve(out).toString()));
        args.addAll(List.of(options));
        return CommandRun.of(args.toArray(String[]::new));
    }

    private CommandRun classes(String out, String matrix, String none, String some) throws IOException {
        Path data = Files.writeString(
                folder.resolve("data.csv"),
                "label,a,b\n" + (none + ",1,5\n" + some + ",2,3\n" + none + ",0,4\n" + some + ",4,4\n").repeat(10));
        Path costs = Files.writeString(folder.resolve("costs.csv"), matrix.replace(";", "\n") + "\n");
        return train(out, "--train", data.toString(), "--loss-matrix", costs.toString());
    }

    /** The names differ and nothing else, so the weights are those of labels that are written as the matrix has them. */
    @ParameterizedTest
    @CsvSource({"5, 10", "5.0, 10", "5.00, 10.0", "+5, 1e1"})
    void aWholeNumberMayBeWrittenInAnyWayOnBothSides(String none, String some) throws IOException {
        assertThat(classes("same.json", ",5.0,10.0;5.0,0,1;10.0,3,0", "5.0", "10.0")
                        .exit())
                .isEqualTo(Exit.DONE);
        CommandRun run = classes("other.json", ",5.0,10.0;5.0,0,1;10.0,3,0", none, some);
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        assertThat(scorer("other.json")).isEqualTo(scorer("same.json"));
    }

    private String scorer(String model) throws IOException {
        String text = Files.readString(folder.resolve(model));
        return text.substring(text.indexOf("\"scorer\""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "False|True|,false,true;false,0,1;true,3,0|found 'False'|write 'false', or name the class 'False'",
                "False|True|,0,1;0,0,1;1,3,0|found 'False'|write '0', or name the class 'False' in the loss matrix",
                "0|1|,no,true;no,0,1;true,3,0|found '0'|one of the classes no, true as the label",
                "no|1|,no,true;no,0,1;true,3,0|found '1'|write 'true', or name the class '1' in the loss matrix",
            })
    void truthValuesOfTwoKindsGetAnAdvice(String none, String some, String matrix, String found, String advice)
            throws IOException {
        CommandRun run = classes("m.json", matrix, none, some);
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).contains(found).contains(advice);
    }

    @Test
    void modelsThatReadTextInDifferentWaysAreComparedByARun() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 120; i++) {
            text.append(i % 3 + " qid:" + i / 6 + " 1:" + (i % 3 + i % 7) + (i % 2 == 0 ? " 2:" + i % 5 : "") + "\n");
        }
        String data = Files.writeString(folder.resolve("data.txt"), text).toString();
        for (String absent : List.of("zero", "missing")) {
            CommandRun run = train(absent + ".json", "--train", data, "--measure", "ndcg@5", "--absent", absent);
            assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        }
        String zero = folder.resolve("zero.json").toString();
        String missing = folder.resolve("missing.json").toString();
        CommandRun both = CommandRun.of("eval", "--model", zero, "--model", missing, "--data", data);
        assertThat(both.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(both.err())
                .hasLineCount(1)
                .contains("is zero for " + zero + " and missing for " + missing)
                .contains("compare it by --run");
        // the advice works
        String run = folder.resolve("missing.run").toString();
        assertThat(CommandRun.of("predict", "--model", missing, "--data", data, "--out", run)
                        .exit())
                .isEqualTo(Exit.DONE);
        CommandRun compared = CommandRun.of("eval", "--model", zero, "--run", run, "--data", data);
        assertThat(compared.exit()).as(compared.err()).isEqualTo(Exit.DONE);
        String alone = CommandRun.of("eval", "--model", missing, "--data", data, "--measures", "ndcg@5")
                .out();
        String mean = alone.lines().skip(1).findFirst().orElseThrow().split(" +")[2];
        assertThat(compared.out().lines().skip(2).findFirst().orElseThrow().strip())
                .matches("plumbrank +" + mean + " .*");
    }
}
