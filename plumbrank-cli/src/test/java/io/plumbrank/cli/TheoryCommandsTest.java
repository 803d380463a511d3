package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.theory.OwnSurrogate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands {@code check} and {@code explain}, as scripts use them. */
class TheoryCommandsTest {
    /** A surrogate of one's own. */
    public static final class Squares implements OwnSurrogate {
        @Override
        public double gradientInto(double[] scores, double[] utilities, double[] gradient) {
            double sum = 0;
            for (int i = 0; i < scores.length; i++) {
                gradient[i] = 2 * (scores[i] - utilities[i]);
                sum += (scores[i] - utilities[i]) * (scores[i] - utilities[i]);
            }
            return sum;
        }
    }

    @TempDir
    Path folder;

    private static JsonNode json(CommandRun run, int exit) throws IOException {
        assertThat(run.exit()).as(run.err()).isEqualTo(exit);
        return new ObjectMapper().readTree(run.out());
    }

    private static CommandRun run(String command) {
        return CommandRun.of(command.split(" "));
    }

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("p.csv"), text).toString();
    }

    @Test
    void aCounterexampleHasTheContractsKeysAndIsOne() throws IOException {
        JsonNode json = json(run("check --measure map --items 3 --trials 1000 --format json"), Exit.NO);
        assertThat(json.get("outcome").asText()).isEqualTo("counterexample");
        assertThat(json.get("trials").asInt()).isEqualTo(1000);
        JsonNode found = json.get("counterexample");
        assertThat(found.get("labels").size())
                .isEqualTo(found.get("probabilities").size());
        double sum = 0;
        StringBuilder distribution = new StringBuilder();
        for (int y = 0; y < found.get("labels").size(); y++) {
            sum += found.get("probabilities").get(y).asDouble();
            distribution
                    .append(found.get("fractions").get(y).asText())
                    .append(',')
                    .append(found.get("labels").get(y).asText())
                    .append('\n');
        }
        assertThat(sum).isCloseTo(1, within(1e-12));
        assertThat(json.get("worstRegret").asDouble())
                .isGreaterThanOrEqualTo(found.get("regret").asDouble() - 1e-12);
        assertThat(json.get("bound").get("constant").isNull()).isTrue();
        // what it prints can be read back, and comes to the same
        JsonNode again = json(
                CommandRun.of(
                        "check",
                        "--measure",
                        "map",
                        "--distribution",
                        file(distribution.toString()),
                        "--format",
                        "json"),
                Exit.NO);
        for (String key : new String[] {"decoded", "optimal", "regret", "strict"}) {
            assertThat(again.get("counterexample").get(key)).isEqualTo(found.get(key));
        }
        assertThat(again.get("conditions").get("reinforce").asBoolean()).isFalse();
    }

    @Test
    void nothingFoundHasTheContractsKeysAndTheCalibrationFunction() throws IOException {
        JsonNode json = json(run("check --measure ndcg --items 3 --trials 1000 --format json"), Exit.DONE);
        assertThat(json.get("outcome").asText()).isEqualTo("none-found");
        assertThat(json.get("counterexample").isNull()).isTrue();
        assertThat(json.get("worstRegret").asDouble()).isLessThan(1e-9);
        assertThat(json.get("bound").get("constant").asDouble()).isGreaterThan(0);
        assertThat(json.get("bound").get("delta").size()).isEqualTo(4);
        for (JsonNode point : json.get("bound").get("delta")) {
            assertThat(point.get("observed").asDouble())
                    .isGreaterThanOrEqualTo(point.get("proven").asDouble() * (1 - 1e-9));
        }
    }

    /** Nine users: five put 1 first, two in three of whom do not tell of 2, and four 2. */
    @Test
    void aDistributionOfRankingsIsReadAndWhatIsKnownDecides() throws IOException {
        String lost = file("10/27,1>2>3 known 1 3\n5/27,1>2>3\n4/9,2>1>3\n");
        JsonNode json = json(
                CommandRun.of(
                        "check",
                        "--measure",
                        "kendall",
                        "--labels",
                        "rankings",
                        "--surrogate",
                        "pairs",
                        "--missing",
                        "random",
                        "--distribution",
                        lost,
                        "--format",
                        "json"),
                Exit.NO);
        JsonNode found = json.get("counterexample");
        assertThat(found.get("decoded").asText()).isEqualTo("2 ≻ 1 ≻ 3");
        assertThat(found.get("optimal").asText()).isEqualTo("1 ≻ 2 ≻ 3");
        // one pair of three is turned for 5/9 and not for 4/9 of the users, each time at 2/3
        assertThat(found.get("regret").asDouble()).isCloseTo(2.0 / 27, within(1e-12));
        assertThat(json.get("conditions").get("random").asBoolean()).isFalse();
        String command = "check --measure kendall --labels rankings --surrogate pairs --distribution ";
        assertThat(run(command + file("5/9,1>2>3\n4/9,2>1>3\n")).exit()).isEqualTo(Exit.DONE);
        assertThat(run(command + file("5/9,1>2>3\n4/9,2>1\n")).err())
                .contains("some rankings do not name all of the 3 labels: give --missing label");
        assertThat(run(command + file("5/9,1>2>3\n4/9,2>1\n") + " --missing label")
                        .exit())
                .isEqualTo(Exit.DONE);
        assertThat(run(command + file("5/9,1>2>3\n4/9,2>2\n")).err())
                .contains(":2: found the label '2>2', expected labels from 1 to 3, each at most once");
        assertThat(run(command + file("5/9,1>2>3\n4/9,2>1\n") + " --missing random")
                        .err())
                .contains(":2: found the label '2>1', expected a ranking of all 3 labels");
        CommandRun ties = run(command + file("47/100,1>2=3\n53/100,2>1>3\n") + " --missing random");
        assertThat(ties.exit()).isEqualTo(Exit.NO);
        assertThat(ties.out()).contains("'1>2=3' has ties");
        assertThat(run(command + file("5/9,1\n4/9,2>1\n") + " --items 3 --missing bottom")
                        .exit())
                .isEqualTo(Exit.DONE);
    }

    @Test
    void theSeedDecides() {
        String command = "check --measure ndcg --items 4 --surrogate listnet --trials 300 --seed ";
        assertThat(run(command + 1)).isEqualTo(run(command + 1));
        assertThat(run(command + 1)).isNotEqualTo(run(command + 2));
    }

    @ParameterizedTest
    @CsvSource({
        "--measure map --condition reinforce, 0",
        "--measure map --surrogate pairs --decoder exact, 0",
        "--measure map --items 4 --surrogate pairs --decoder diagonal, 1",
        "--measure pd, 1",
        "--measure pd --grades 1, 0",
        "--measure pd --condition scores, 0",
        "--measure pd --condition dag, 1",
        "--measure pd --condition low-noise, 0",
        "--measure pd --surrogate pairs --decoder algorithm1 --condition dag, 0",
        "--measure pd(weight=difference), 0",
        "--measure pd --labels graphs --surrogate ranksvm --condition low-noise, 1",
        "--measure pd --labels graphs --surrogate linear-value --condition low-noise, 0",
        "--measure err --items 4, 1",
        "--measure rr --items 4, 1",
        "--measure p@2 --surrogate ranknet, 1",
        "--measure kendall --labels rankings --surrogate pairs, 0",
        "--measure kendall --labels rankings --surrogate squared --missing label, 1",
        "--measure kendall --labels rankings --surrogate pairs --missing random, 1",
        "--measure kendall --labels rankings --surrogate pairs --missing random --condition random, 0",
        "--measure dcg --surrogate class=io.plumbrank.cli.TheoryCommandsTest$Squares, 0",
        "--loss-matrix ordinal(n=4), 0",
    })
    void theExitCodeAnswersTheQuestion(String arguments, int exit) {
        assertThat(run("check " + arguments + " --trials 1500").exit()).isEqualTo(exit);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            check --measure ndcg --condition dag               | condition 'dag' says nothing of this target
            check --measure map --condition noisy              | unknown condition 'noisy'; possible: low-noise, dag
            check --measure map --items 9                      | listed for 1 to 8 items
            check --measure ndcg --items 8                     | take fewer items or grades
            check --measure map --decoder exact                | decoder 'exact' is for surrogate 'pairs'
            check --measure map --labels graphs                | --labels graphs is for --measure pd
            check --measure map --labels trees                 | --labels must be grades, graphs or rankings
            check --measure ndcg --labels rankings             | rankings of labels are trained for kendall, spearman or pd
            check --measure kendall --labels rankings --surrogate auto | give surrogate pairs or squared
            check --measure kendall --labels rankings --surrogate ranknet | auto, pairs or squared
            check --measure kendall --labels rankings --decoder exact | decoder 'exact' is for surrogate 'pairs'
            check --measure kendall --labels rankings --items 7 | rankings of 2 to 6 labels are listed, got 7
            check --measure kendall --labels rankings --missing random --items 6 | rankings of 2 to 5 labels are listed, got 6
            check --measure kendall --labels rankings --missing auto | give label, random or bottom
            check --measure kendall --labels rankings --missing maybe | what is missing is label, random, bottom, auto
            check --measure pd(weight=difference) --labels rankings --missing random | needs a measure of the order of pairs
            check --measure kendall --labels rankings --condition random | condition 'random' says nothing of this target
            check --measure kendall --labels rankings --grades 2 | --grades has no meaning here
            check --measure pd --missing label                 | --missing has no meaning here
            check --measure dcg --surrogate class=No           | there is no class 'No' on the class path
            check --measure dcg --surrogate class=java.lang.String | does not implement io.plumbrank.theory.OwnSurrogate
            check --measure dcg --surrogate class=No --class-path none.jar | there is no folder or jar 'none.jar'
            check --measure dcg --class-path target            | --class-path has no meaning here
            check --loss-matrix zero-one(n=3) --surrogate class=No | the surrogate is squared, logistic or auto
            explain --measure kendall --missing random         | --missing has no meaning here
            explain --measure kendall --ranking --missing auto | give label, random or bottom
            explain --measure pd(weight=difference) --ranking --missing random | needs a measure of the order of pairs
            check --measure map --surrogate squard             | did you mean 'squared'?
            check --measure map --trials 0                     | at least one trial
            check --loss-matrix zero-one(n=3) --items 4        | --items has no meaning here
            check --measure map --margin 1                     | a margin is for ranksvm, ranknet and rankboost
            check --measure map --format csv                   | check prints table or json
            explain --measure err@10                           | train for 'ndcg@10'
            explain --measure rr                               | train for 'map'
            explain --measure ndcg --surrogate pairs           | is a surrogate of map, pd and kendall
            explain --measure ndcg --ranking                   | kendall, spearman or pd
            explain --measure kendall --ranking --surrogate logistic | auto, pairs or squared
            explain --measure kendall --ranking --surrogate squared --decoder exact | --decoder has no meaning here
            explain --loss-matrix zero-one(n=3) --ranking      | --ranking has no meaning here
            explain --measure ndcg --items 0                   | --items must be at least 1
            explain --measure ndcg --decoder exact             | --decoder has no meaning here
            explain --loss-matrix zero-one(n=3) --surrogate hinge | the surrogate is squared, logistic or auto
            """)
    void whatMakesNoSenseIsOneLineThatSaysWhatToDo(String command, String message) {
        CommandRun run = run(command.strip());
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err().strip()).contains(message).doesNotContain("\n");
        assertThat(run.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0.5,1 0\\n0.4,0 1    | : found probabilities that add up to 0.9
            0.5,1 0\\n0.5,0 1 1  | :2: found the label '0 1 1', expected 2 grades
            half,1 0             | :1: found 'half', expected a probability
            1                    | :1: found '1', expected a probability, a comma and a label
            """)
    void aBadDistributionIsReportedWithItsLine(String text, String message) throws IOException {
        CommandRun run = CommandRun.of("check", "--measure", "map", "--distribution", file(text.replace("\\n", "\n")));
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).contains(message);
        assertThat(CommandRun.of("check", "--measure", "map", "--distribution", folder + "/none.csv")
                        .err())
                .contains("no such file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dcg@5", "ndcg@10", "p@5", "wta", "recall@5", "auc", "spearman", "map", "pd", "kendall"})
    void explainHasTheContractsKeys(String measure) throws IOException {
        JsonNode json = json(run("explain --measure " + measure + " --format json"), Exit.DONE);
        assertThat(json.get("measure").asText()).startsWith(measure);
        assertThat(json.get("surrogate").asText()).isEqualTo("squared");
        assertThat(json.get("encodedSize").asInt()).isEqualTo(10);
        assertThat(json.get("decoder").asText()).isEqualTo("sort");
        assertThat(json.get("theorem").asText()).startsWith("RAT13, ");
        boolean always = json.get("calibrated").asText().equals("always");
        assertThat(json.get("condition").isNull()).isEqualTo(always);
        assertThat(json.get("regretConstant").isNumber()).isEqualTo(always);
        assertThat(json.get("dimension").asInt()).isEqualTo(always ? 9 : measure.equals("map") ? 53 : 45);
        // THEORY: a scorer of single items attains it only where E[α_i | query] depends on x_i alone
        assertThat(json.get("notPromised").toString()).contains("f(x_i)", "depends on x_i alone");
    }

    @Test
    void theConstantIsThatOfTheSurrogateAndTheNumberOfItems() throws IOException {
        // C_φ(2) of p@1 is 1
        JsonNode squared = json(run("explain --measure p@1 --items 7 --format json"), Exit.DONE);
        assertThat(squared.get("regretConstant").asDouble()).isCloseTo(Math.sqrt(2), within(1e-12));
        JsonNode hinge = json(run("explain --measure p@1 --surrogate squared-hinge(t=2) --format json"), Exit.DONE);
        assertThat(hinge.get("regretConstant").asDouble()).isCloseTo(Math.sqrt(2) / 2, within(1e-12));
        CommandRun unknown = run("explain --measure dcg --surrogate logistic");
        assertThat(unknown.out()).contains("depends on the largest utility").contains("logistic(eta=7)");
        JsonNode pairs = json(run("explain --measure pd --surrogate pairs --items 4 --format json"), Exit.DONE);
        assertThat(pairs.get("encodedSize").asInt()).isEqualTo(6);
        assertThat(pairs.get("regretConstant").asDouble()).isCloseTo(Math.sqrt(4 * 6) / 6, within(1e-12));
        JsonNode ranknet = json(run("explain --measure ndcg --surrogate ranknet --format json"), Exit.DONE);
        assertThat(ranknet.get("calibrated").asText()).isEqualTo("no");
    }

    @Test
    void theTablesAreJsonToo() throws IOException {
        JsonNode table = json(run("check --table --trials 300 --format json"), Exit.DONE);
        assertThat(table.get("entries").size()).isEqualTo(24);
        JsonNode tightness = json(run("check --tightness --trials 100 --format json"), Exit.DONE);
        assertThat(tightness.get("constants").size()).isEqualTo(11);
        assertThat(tightness.get("outside").get(1).get("ratios").get(0).asDouble())
                .isGreaterThan(1);
    }

    /** What {@code train --ranking} says of its model, before there is one. */
    @Test
    void explainSpeaksOfRankingsOfLabels() throws IOException {
        JsonNode pairs = json(run("explain --measure kendall --ranking --items 5 --format json"), Exit.DONE);
        assertThat(pairs.get("surrogate").asText()).isEqualTo("pairs");
        assertThat(pairs.get("dimension").asInt()).isEqualTo(10);
        assertThat(pairs.get("encodedSize").asInt()).isEqualTo(10);
        assertThat(pairs.get("decoder").asText()).isEqualTo("exact");
        assertThat(pairs.get("calibrated").asText()).isEqualTo("always");
        assertThat(pairs.get("regretConstant").asDouble()).isCloseTo(Math.sqrt(10), within(1e-12));
        assertThat(pairs.get("over").asText()).isEqualTo("all functions of the features");
        JsonNode many = json(run("explain --measure pd --ranking --items 30 --decoder auto --format json"), Exit.DONE);
        assertThat(many.get("decoder").asText()).isEqualTo("algorithm1");
        assertThat(many.get("calibrated").asText()).isEqualTo("under-condition");
        JsonNode scores = json(
                run("explain --measure spearman --ranking --items 5 --surrogate squared --format json"), Exit.DONE);
        assertThat(scores.get("dimension").asInt()).isEqualTo(4);
        assertThat(scores.get("encodedSize").asInt()).isEqualTo(5);
        assertThat(scores.get("decoder").asText()).isEqualTo("sort");
        assertThat(scores.get("calibrated").asText()).isEqualTo("always");
        assertThat(run("explain --measure spearman --ranking --surrogate squared")
                        .out())
                .contains("Where positions are unknown: calibrated (RAT13, Theorem 6) if the mean scores agree");
    }

    /** DMJ10, Theorem 11, with items 1 and 2 by each other's names. */
    @Test
    void checkSaysWhereLemma10Applies() throws IOException {
        String given = file("0.5,2>1:2 2>3:5\n0.5,1>3:0.1 3>2:2\n");
        String question = "check --measure pd --labels graphs --surrogate ranknet --distribution " + given;
        assertThat(run(question).out())
                .contains("By DMJ10's Lemma 10, condition 1 for the items in the order 2 ≻ 1 ≻ 3, no convex loss");
        JsonNode lemma = json(run(question + " --format json"), Exit.NO).get("lemma10");
        assertThat(lemma.get("items").asText()).isEqualTo("2 ≻ 1 ≻ 3");
        assertThat(lemma.get("condition1").asBoolean()).isTrue();
        assertThat(lemma.get("condition2").asBoolean()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--measure map --items 3 --trials 600",
                "--measure pd --items 3 --surrogate pairs --trials 600",
                "--measure map --items 3 --condition reinforce --trials 600",
                "--table --trials 150",
                "--tightness --trials 100"
            })
    void threadsChangeNothing(String question) {
        String check = "check " + question + " --format json --threads ";
        CommandRun one = run(check + 1);
        assertThat(one.out()).startsWith("{").isEqualTo(run(check + 2).out());
        assertThat(one.err()).isEmpty();
    }
}
