package io.plumbrank.votes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BallotsTest {
    private static final List<String> NAMES = List.of("apple", "pear", "fig", "red plum");

    @TempDir
    Path folder;

    private PairwiseWeights read(String name, String text, Unranked unranked) throws IOException {
        Path file = folder.resolve(name);
        Files.writeString(file, text);
        return VoteFile.read(file, unranked);
    }

    private static double weight(PairwiseWeights weights, String above, String below) {
        return weights.weight(weights.names().indexOf(above), weights.names().indexOf(below));
    }

    /** A square of positions would be taken for a matrix, but no matrix has a column of weights. */
    @Test
    void asManyWeightedBallotsAsColumnsArePositions() throws IOException {
        PairwiseWeights weights = read("square.csv", "weight,a,b\n2,1,2\n0.5,2,1\n1,1,1\n", Unranked.IGNORE);
        assertThat(weight(weights, "a", "b")).isEqualTo(2);
        assertThat(weight(weights, "b", "a")).isEqualTo(0.5);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    form.csv  | 'Timestamp,First choice,Second choice;2024/01/05 10:00:00,apple,pear;2024/01/06 11:00:00,pear,apple' | 2: found '2024/01/05 10:00:00' as an item
                    form.csv  | 'Name,First choice,Second choice;Ann,apple,pear;Bob,pear,apple'       | 1: found 'Name,First choice,Second choice', of which no other line names anything
                    form.csv  | 'ID,First,Second;1,apple,pear;2,pear,apple;3,apple,pear'               | 1: found 'ID,First,Second', of which no other line names anything
                    ids.txt   | 'Ann: apple > pear;Bob: pear > apple'                                | 1: found the item 'Ann: apple' beside 'apple'
                    ids.txt   | 'Ann: apple > pear;Bob: apple > fig'                                 | 2: found the item 'Bob: apple' beside 'Ann: apple'
                    mixed.txt | 'apple > pear;apple,pear,fig'                                        | 2: found 'apple,pear,fig' among orders, expected > or = between items
                    """)
    void whatIsNoBallotIsRefusedWithItsLine(String name, String text, String message) {
        assertThatThrownBy(() -> read(name, text.replace(';', '\n') + "\n", Unranked.IGNORE))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(folder.resolve(name) + ":" + message);
    }

    /** Names may hold colons, commas and comparisons. */
    @Test
    void signsInNamesAreNoSigns() throws IOException {
        assertThat(read("films.txt", "Star Wars: A New Hope > Alien\nAlien > Star Wars: A New Hope\n", Unranked.IGNORE)
                        .names())
                .containsExactly("Star Wars: A New Hope", "Alien");
        assertThat(read("people.txt", "Doe, Jane > Roe, Max\nRoe, Max\n", Unranked.IGNORE)
                        .names())
                .containsExactly("Doe, Jane", "Roe, Max");
        PairwiseWeights prices =
                read("prices.csv", "price<10,price>10,any\n1,2,3\n2,1,3\n1,2,3\n1,3,2\n", Unranked.IGNORE);
        assertThat(prices.names()).containsExactly("price<10", "price>10", "any");
        assertThat(weight(prices, "price<10", "price>10")).isEqualTo(3);
        PairwiseWeights names = read("names.csv", "price<10,price>10,any\nprice>10,any\n", Unranked.IGNORE);
        assertThat(weight(names, "price>10", "any")).isEqualTo(2);
    }

    /** As doubles, 0.1 + 0.2 is not 0.3, and seven times 0.1 is not 0.7. */
    @Test
    void decimalWeightsAddUpAsTheirDigits() throws IOException {
        PairwiseWeights weights = read(
                "tenths.txt", "0.1: a > b > c\n0.2: a > b\n0.3: b > a\n" + "0.1: c > b\n".repeat(7), Unranked.IGNORE);
        assertThat(weight(weights, "a", "b")).isEqualTo(0.3).isEqualTo(weight(weights, "b", "a"));
        assertThat(weight(weights, "c", "b")).isEqualTo(0.7);
        assertThat(0.1 + 0.2).isNotEqualTo(0.3);
    }

    /** The same random ballots in three forms, counted pair by pair from their positions. */
    @ParameterizedTest
    @EnumSource(Unranked.class)
    void allFormsGiveTheWeightsOfTheirPositions(Unranked unranked) throws IOException {
        Random random = new Random(5);
        StringBuilder orders = new StringBuilder("# fruit\n");
        StringBuilder positions = new StringBuilder("weight," + String.join(",", NAMES) + "\n");
        double[][] expected = new double[4][4];
        for (int ballot = 0; ballot < 50; ballot++) {
            int[] position = new int[4];
            double weight = (1 + random.nextInt(20)) / 4.0;
            boolean whole = ballot == 0;
            for (int item = 0; item < 4; item++) {
                position[item] = whole ? item + 1 : random.nextInt(4);
            }
            position[random.nextInt(4)] = 1; // 0 is not ranked
            StringBuilder order = new StringBuilder();
            for (int place = 1; place <= 4; place++) {
                String between = order.length() == 0 ? "" : random.nextBoolean() ? ">" : " > ";
                for (int item = 0; item < 4; item++) {
                    if (position[item] == place) {
                        order.append(between).append(NAMES.get(item));
                        between = " = ";
                    }
                }
            }
            orders.append(weight).append(": ").append(order).append('\n');
            positions.append(weight);
            for (int item = 0; item < 4; item++) {
                positions.append(',').append(position[item] == 0 ? "" : position[item]);
                for (int other = 0; other < 4; other++) {
                    boolean above = position[item] > 0
                            && (position[other] > position[item]
                                    || (position[other] == 0 && unranked == Unranked.BOTTOM));
                    expected[item][other] += above ? weight : 0;
                }
            }
            positions.append('\n');
        }
        PairwiseWeights fromOrders = read("ballots.txt", orders.toString(), unranked);
        PairwiseWeights fromPositions = read("positions.csv", positions.toString(), unranked);
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                if (i != j) {
                    assertThat(weight(fromOrders, NAMES.get(i), NAMES.get(j))).isEqualTo(expected[i][j]);
                    assertThat(weight(fromPositions, NAMES.get(i), NAMES.get(j)))
                            .isEqualTo(expected[i][j]);
                }
            }
        }
    }

    @Test
    void namesAreOrdersFromTheBest() throws IOException {
        PairwiseWeights plain = read("a.csv", "apple,pear,fig\nfig,apple\n", Unranked.IGNORE);
        assertThat(weight(plain, "apple", "pear")).isEqualTo(1);
        assertThat(weight(plain, "apple", "fig")).isEqualTo(1);
        assertThat(weight(plain, "fig", "apple")).isEqualTo(1);
        assertThat(weight(plain, "fig", "pear")).isZero();
        PairwiseWeights weighted =
                read("b.csv", "weight,first,second\n2.5,apple,pear\n0.5,pear,apple\n", Unranked.IGNORE);
        assertThat(weighted.names()).containsExactly("apple", "pear");
        assertThat(weight(weighted, "apple", "pear")).isEqualTo(2.5);
    }

    @Test
    void aSignOfOrderIsNoPartOfAName() throws IOException {
        PairwiseWeights weights = read("one.txt", "apple>pear>fig\n", Unranked.IGNORE);
        assertThat(weights.names()).containsExactly("apple", "pear", "fig");
        assertThat(weight(weights, "apple", "fig")).isEqualTo(1);
    }

    /** They were taken for names of their own, '2: apple = pear' among them. */
    @Test
    void tiesAndSingleItemsMayStandFirst() throws IOException {
        for (String first : List.of("2: apple = pear\n", "apple\n", "fig = apple\n\n3: fig\n")) {
            PairwiseWeights weights = read("ties.txt", first + "1: fig > pear > apple\n", Unranked.IGNORE);
            assertThat(weights.names()).containsExactlyInAnyOrder("apple", "pear", "fig");
            assertThat(weight(weights, "fig", "apple")).isEqualTo(1);
        }
        // names with the sign of a tie in them are names where commas stand between them
        assertThat(read("names.csv", "a=1,b\nb,a=1\n", Unranked.IGNORE).names()).containsExactly("a=1", "b");
    }

    @Test
    void aMatrixOfWeightsStaysOne() throws IOException {
        PairwiseWeights named = read("m.csv", ",a,b\na,,3\nb,1,\n", Unranked.IGNORE);
        assertThat(weight(named, "a", "b")).isEqualTo(3);
        PairwiseWeights header = read("h.csv", "a,b\n0,3\n1,0\n", Unranked.IGNORE);
        assertThat(weight(header, "a", "b")).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "a > b > a | 'a' twice | each item once",
                "a > > b | a place without an item | apple > pear = fig",
                "-1: a > b | weight '-1' | a positive number",
                "a > b;0: b > a | weight '0' | a positive number",
                "a,b;1,2;2,1 | positions or pairwise weights | a column named weight"
            })
    void faultsNameTheForm(String text, String found, String expected) {
        assertThatThrownBy(() -> read("x.csv", text.replace(';', '\n') + "\n", Unranked.IGNORE))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(found)
                .hasMessageContaining(expected);
    }

    /** Items that later ballots name first: earlier ballots left them out too, and lines are longer than any buffer. */
    @ParameterizedTest
    @EnumSource(Unranked.class)
    void itemsThatComeLateCountAsLeftOutBefore(Unranked unranked) throws IOException {
        SplittableRandom random = new SplittableRandom(9);
        int items = 40;
        String padding = "x".repeat(3000);
        StringBuilder orders = new StringBuilder();
        StringBuilder names = new StringBuilder();
        double[][] expected = new double[items][items];
        for (int ballot = 0; ballot < 60; ballot++) {
            int known = 2 + ballot * (items - 2) / 59;
            int[] order = random.ints(0, known)
                    .distinct()
                    .limit(ballot % 59 == 0 ? known : 1 + random.nextInt(known))
                    .toArray();
            double weight = ballot % 3 + 0.1;
            String[] called =
                    Arrays.stream(order).mapToObj(i -> "i" + i + padding).toArray(String[]::new);
            orders.append(weight)
                    .append(": ")
                    .append(String.join(" > ", called))
                    .append("\r\n");
            names.append(weight).append(',').append(String.join(",", called)).append('\n');
            boolean[] above = new boolean[items];
            for (int item : order) {
                above[item] = true;
                for (int other = 0; other < items; other++) {
                    boolean ranked = Arrays.stream(order).anyMatch(Integer.valueOf(other)::equals);
                    if (!above[other] && (ranked || unranked == Unranked.BOTTOM)) {
                        expected[item][other] += 10 * (ballot % 3) + 1; // in tenths, whose sums are exact
                    }
                }
            }
        }
        for (PairwiseWeights weights :
                List.of(read("late.txt", orders.toString(), unranked), read("late.csv", names.toString(), unranked))) {
            assertThat(weights.size()).isEqualTo(items);
            for (int i = 0; i < items; i++) {
                for (int j = 0; j < items; j++) {
                    assertThat(weight(weights, "i" + i + padding, "i" + j + padding))
                            .isEqualTo(expected[i][j] / 10);
                }
            }
        }
    }

    @Test
    void aLateLineInLatin1DecidesHowAllNamesAreRead() throws IOException {
        Path file = folder.resolve("latin.txt");
        Files.write(file, "cr\u00e8me > fig\nfig > cr\u00e8me\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(VoteFile.read(file, Unranked.IGNORE).names()).containsExactly("cr\u00e8me", "fig");
        Files.write(file, "\ufeffcr\u00e8me > fig\nfig > cr\u00e8me\n".getBytes(StandardCharsets.UTF_8));
        assertThat(VoteFile.read(file, Unranked.IGNORE).names()).containsExactly("cr\u00e8me", "fig");
    }
}
