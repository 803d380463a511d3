package io.plumbrank.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.plumbrank.target.LossMatrix.Dominated;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LossMatrixTest {
    private static final double[][] TRIAGE = {{0, 1, 3}, {5, 0, 1}};

    @TempDir
    Path directory;

    @Test
    void plainNumbersAreNumberedFromOne() throws IOException {
        LossMatrix matrix = read("0,1,3\n5,0,1\n");
        assertThat(matrix.toArray()).isDeepEqualTo(TRIAGE);
        assertThat(matrix.classNames()).containsExactly("1", "2");
        assertThat(matrix.predictionNames()).containsExactly("1", "2", "3");
        assertThat(matrix.notes()).isEmpty();
    }

    @Test
    void aFirstRowWithoutNumbersNamesThePredictions() throws IOException {
        LossMatrix matrix = read("home,ward,theatre\n0,1,3\n0,2,1\n");
        assertThat(matrix.toArray()).isDeepEqualTo(new double[][] {{0, 1, 3}, {0, 2, 1}});
        assertThat(matrix.classNames()).containsExactly("1", "2");
        assertThat(matrix.hasOwnClassNames()).isFalse();
        assertThat(matrix.predictionNames()).containsExactly("home", "ward", "theatre");
        assertThat(matrix.predictionOf("ward")).isEqualTo(1);
        assertThat(matrix.predictionOf("moon")).isEqualTo(-1);
    }

    @Test
    void aFirstColumnWithoutNumbersNamesTheClasses() throws IOException {
        LossMatrix matrix = read("mild,0,1,3\nsevere,5,0,1\n");
        assertThat(matrix.toArray()).isDeepEqualTo(TRIAGE);
        assertThat(matrix.classNames()).containsExactly("mild", "severe");
        assertThat(matrix.predictionNames()).containsExactly("1", "2", "3");
        assertThat(matrix.classOf("severe")).isEqualTo(1);
        assertThat(matrix.classOf("none")).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "class", "7", "\"\"", "true \\ predicted"})
    void withBothTheCornerMayBeAnything(String corner) throws IOException {
        LossMatrix matrix = read(corner + ",home,ward,theatre\nmild,0,1,3\nsevere,5,0,1\n");
        assertThat(matrix.toArray()).isDeepEqualTo(TRIAGE);
        assertThat(matrix.classNames()).containsExactly("mild", "severe");
        assertThat(matrix.predictionNames()).containsExactly("home", "ward", "theatre");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    # the usual labels, under a word: classes
                    'good_bad,approve,reject;1,0,1;0,5,0'       | 1,0     | approve,reject | 0,1,5,0
                    'class,home,ward,theatre;0,0,1,3;1,5,0,1'   | 0,1     | home,ward,theatre | 0,1,3,5,0,1
                    'y,a,b,c;2,0,1,2;1,5,0,1;3,7,8,0'           | 2,1,3   | a,b,c          | 0,1,2,5,0,1,7,8,0
                    # an empty corner says it of any number
                    ',approve,reject;10,0,1;20,5,0'             | 10,20   | approve,reject | 0,1,5,0
                    ',0,1;0,0,1;1,5,0'                          | 0,1     | 0,1            | 0,1,5,0
                    ',0,1;good,0,1;bad,5,0'                     | good,bad| 0,1            | 0,1,5,0
                    ',20,10,hold;20,0,5,1;10,1,0,2'             | 20,10   | 20,10,hold     | 0,5,1,1,0,2
                    ',hold,0,1;0,1,0,5;1,2,1,0'                 | 0,1     | hold,0,1       | 1,0,5,2,1,0
                    # numbers on both sides of a word cannot be costs of a class by that name
                    'class,0,1;0,0,1;1,5,0'                     | 0,1     | 0,1            | 0,1,5,0
                    """)
    void numbersMayNameClassesAndPredictions(String text, String classes, String predictions, String costs)
            throws IOException {
        LossMatrix matrix = read(text.replace(';', '\n'));
        assertThat(String.join(",", matrix.classNames())).isEqualTo(classes);
        assertThat(String.join(",", matrix.predictionNames())).isEqualTo(predictions);
        assertThat(Arrays.stream(matrix.toArray()).flatMapToDouble(Arrays::stream))
                .containsExactly(
                        Arrays.stream(costs.split(",")).map(Double::valueOf).toArray(Double[]::new));
        assertThat(matrix.hasOwnClassNames()).isTrue();
        boolean guessed = text.startsWith("good") || text.startsWith("class,home") || text.startsWith("y");
        assertThat(matrix.notes()).hasSize(guessed ? 1 : 0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    # square as costs, and the first column counts from 0
                    'a,b,c;0,1,2;1,0,1;2,1,0' | 2: found numbers below 'a', 0, 1, 2, which may name classes or be costs of predicting 'a'
                    'code,yes,no;10,0,1;20,5,0' | 2: found numbers below 'code', 10, 20, which may name classes
                    'a,0,1;b,5,0;c,2,2'       | 1: found the first row a,0,1, which may name predictions or be the costs of 'a'
                    """)
    void whatMayBeNamesOrCostsIsRefusedWithBothReadings(String text, String message) throws IOException {
        Path file = write(text.replace(';', '\n'));
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> LossMatrix.read(file))
                .withMessageStartingWith(file + ":" + message)
                .withMessageContaining("an empty first cell");
    }

    @Test
    void costsThatCountAreCostsWhereTheMatrixIsSquareWithThem() throws IOException {
        LossMatrix matrix = read("low,0,1,2\nmid,1,0,1\nhigh,2,1,0\n");
        assertThat(matrix.classNames()).containsExactly("low", "mid", "high");
        assertThat(matrix.toArray()).isDeepEqualTo(new double[][] {{0, 1, 2}, {1, 0, 1}, {2, 1, 0}});
    }

    @Test
    void aLonelyColumnOrRowIsAMatrixToo() throws IOException {
        assertThat(read("only\n0\n2\n").predictionNames()).containsExactly("only");
        assertThat(read("0\n2\n").toArray()).isDeepEqualTo(new double[][] {{0}, {2}});
        assertThat(read("a,0\n").classNames()).containsExactly("a");
        assertThat(read("4").toArray()).isDeepEqualTo(new double[][] {{4}});
        assertThat(read("x,y\na,4").toArray()).isDeepEqualTo(new double[][] {{4}});
    }

    @Test
    void bytesThatEditorsAddAndSpacesAreNoPartOfTheMatrix() throws IOException {
        LossMatrix matrix = read("\uFEFF , home,\"ward, main\"\r\n mild , 0 , 1e0\r\n\r\n\"severe\" , +5, .0\r\n");
        assertThat(matrix.predictionNames()).containsExactly("home", "ward, main");
        assertThat(matrix.classNames()).containsExactly("mild", "severe");
        assertThat(matrix.toArray()).isDeepEqualTo(new double[][] {{0, 1}, {5, 0}});
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    '0,1;1'          | 2: found 1 cell, expected 2 as in line 1
                    '0,1;1,0,2'      | 2: found 3 cells, expected 2 as in line 1
                    'a,b;0,1;1'      | 3: found 1 cell, expected 2 as in line 1
                    '0,1;;1,x'       | 3: found 'x' in column 2, expected a number of at most 1.0E150 (cells are separated by commas)
                    '0,1;1,NaN'      | 2: found 'NaN' in column 2, expected a number
                    '0,1;1,-Infinity'| 2: found '-Infinity' in column 2, expected a number
                    '0,1;1,inf'      | 2: found 'inf' in column 2, expected a number
                    '0,1;1,1e999'    | 2: found '1e999' in column 2, expected a number
                    '0,1;1,'         | 2: found an empty cell in column 2, expected a number
                    '0,1;,1'         | 2: found an empty cell in column 1, expected a number
                    '0,1;1,0x1p3'    | 2: found '0x1p3' in column 2, expected a number
                    '0,1,x;1,0,2'    | 1: found 'x' in column 3, expected numbers throughout the first row, or names
                    '0,x,1;1,0,2'    | 1: found 'x' in column 2, expected numbers throughout the first row, or names
                    'c,x,y,3;a,1,0,2'| 1: found '3' in column 4, expected numbers throughout the first row, or names
                    'NaN,NaN;1,2'    | 1: found 'NaN' in column 2, expected a number
                    'a,b,;1,2,3'     | 1: found an empty cell in column 3, expected numbers throughout the first row, or names
                    ',a,;1,2,3'      | 1: found an empty cell in column 3, expected the name of a prediction
                    ',a,NaN;1,2,3'   | 1: found 'NaN' in column 3, expected the name of a prediction
                    'a,b,c'          | 1: found names and no losses, expected a row of losses for each class
                    ',a,b;,1,2'      | 2: found an empty cell in column 1, expected the name of a class
                    ',0,0;a,1,2'     | 1: found the prediction '0' twice, expected names that differ
                    '3,a,b;0,1,2'    | 1: found '3', expected a prediction name that is not a number
                    'a,b,a;0,1,2'    | 1: found the prediction 'a' twice, expected names that differ
                    'a,0;b,1;a,2'    | 3: found the class 'a' again, expected a name other than that of line 1
                    'a,0,1;2,1,0'    | 2: found '2' in column 1, expected a class name that is not a number, as in line 1
                    """)
    void whatIsNoMatrixIsRefusedWithItsLine(String text, String message) throws IOException {
        Path file = write(text.replace(';', '\n'));
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> LossMatrix.read(file))
                .withMessageStartingWith(file + ":" + message);
    }

    @Test
    void brokenQuotesAreReportedWithTheirLine() throws IOException {
        Path file = write("0,1\n1,\"0\n");
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> LossMatrix.read(file))
                .withMessageStartingWith(file + ":2: found broken CSV");
    }

    @Test
    void aFileThatHoldsNothingOrIsNoneIsRefused() throws IOException {
        Path empty = write("\n\n");
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> LossMatrix.read(empty))
                .withMessage(empty + ": found no rows, expected a row of losses for each class");
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> LossMatrix.read(directory))
                .withMessage(directory + ": found a directory, expected a CSV file");
        Path missing = directory.resolve("none.csv");
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> LossMatrix.read(missing))
                .withMessage(missing + ": found no such file, expected a file that exists: check the path");
    }

    @Test
    void aRowWithANegativeEntryIsRaisedAndSaysSo() throws IOException {
        LossMatrix matrix = read("a,-2,1\nb,0,3\nc,-0.5,-1\n");
        assertThat(matrix.toArray()).isDeepEqualTo(new double[][] {{0, 3}, {0, 3}, {0.5, 0}});
        assertThat(matrix.raisedBy(0)).isEqualTo(2);
        assertThat(matrix.raisedBy(1)).isZero();
        assertThat(matrix.notes())
                .containsExactly("2 rows have a negative entry and were raised until their smallest entry is 0, which"
                        + " changes no best prediction: 'a' by 2.0, 'c' by 1.0.");
        assertThat(LossMatrix.of(new double[][] {{-1}}).notes())
                .containsExactly(
                        "1 row has a negative entry and was raised until its smallest entry is 0, which changes"
                                + " no best prediction: '1' by 1.0.");
        double[][] many = new double[7][];
        Arrays.fill(many, new double[] {-1, 0});
        assertThat(LossMatrix.of(many).notes().get(0)).endsWith("'5' by 1.0 and 2 more.");
    }

    @Test
    void arraysAreCheckedAndCopied() {
        double[][] losses = {{0, 1}, {2, 0}};
        LossMatrix matrix = LossMatrix.of(losses);
        losses[0][1] = 9;
        matrix.toArray()[1][0] = 9;
        assertThat(matrix.loss(0, 1)).isEqualTo(1);
        assertThat(matrix.loss(1, 0)).isEqualTo(2);
        List<String> two = List.of("a", "b");
        assertThatIllegalArgumentException().isThrownBy(() -> LossMatrix.of(new double[0][]));
        assertThatIllegalArgumentException().isThrownBy(() -> LossMatrix.of(new double[2][0]));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LossMatrix.of(new double[][] {{0, 1}, {0}}))
                .withMessage("row 1 has 1 entries, row 0 has 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LossMatrix.of(new double[][] {{0, Double.NaN}}))
                .withMessageContaining("row 0, column 1", "NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LossMatrix.of(losses, List.of("a", "a"), two))
                .withMessage("two classes are called 'a'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LossMatrix.of(losses, two, List.of("b", "b")))
                .withMessage("two predictions are called 'b'");
        assertThatIllegalArgumentException().isThrownBy(() -> LossMatrix.of(losses, two, List.of("b")));
    }

    @Test
    void equalAndDominatedPredictionsAreFound() {
        LossMatrix matrix = LossMatrix.of(new double[][] {{0, 1, 0, 2, 1, -0.0}, {3, 0, 3, 3, 0, 3}});
        assertThat(matrix.equalPredictions()).containsExactly(List.of(0, 2, 5), List.of(1, 4));
        assertThat(matrix.dominatedPredictions()).containsExactly(new Dominated(3, 0));
    }

    @Test
    void dominationAgreesWithItsDefinition() {
        Random random = new Random(4);
        for (int trial = 0; trial < 500; trial++) {
            int n = 1 + random.nextInt(5);
            int k = 1 + random.nextInt(8);
            double[][] losses = new double[n][k];
            for (double[] row : losses) {
                for (int t = 0; t < k; t++) {
                    row[t] = random.nextInt(3);
                }
            }
            List<Dominated> expected = new ArrayList<>();
            for (int t = 0; t < k; t++) {
                for (int by = 0; by < k; by++) {
                    boolean never = true;
                    boolean somewhere = false;
                    for (double[] row : losses) {
                        never &= row[t] >= row[by];
                        somewhere |= row[t] > row[by];
                    }
                    if (never && somewhere) {
                        expected.add(new Dominated(t, by));
                        break;
                    }
                }
            }
            assertThat(LossMatrix.of(losses).dominatedPredictions()).isEqualTo(expected);
        }
    }

    private LossMatrix read(String text) throws IOException {
        return LossMatrix.read(write(text));
    }

    private Path write(String text) throws IOException {
        return Files.writeString(directory.resolve("matrix.csv"), text);
    }
}
