package io.plumbrank.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.model.Predictor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.NodeList;

/** A report says what the other commands say, of models of all kinds, and is one file that a browser cannot be harmed by. */
class ReportCommandTest {
    private static final String EVIL_FEATURE = "<img src=x onerror=alert(1)>";
    private static final String EVIL_QUERY = "<script>alert(1)</script>";
    private static final String EVIL_ITEM = "\"><svg onload=alert(1)>'&amp;";

    @TempDir
    static Path data;

    @TempDir
    Path folder;

    @BeforeAll
    static void writeData() throws IOException {
        GeneratedData.write(data);
    }

    private static CommandRun done(String... args) {
        CommandRun run = CommandRun.of(args);
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        return run;
    }

    private String train(String name, String file, String... options) {
        Path model = folder.resolve(name);
        List<String> args = new ArrayList<>(List.of("train", "--quiet", "--out", model.toString()));
        if (!List.of(options).contains("forest")) {
            args.addAll(List.of("--folds", "2"));
        }
        args.addAll(List.of("--train", data.resolve(file).toString()));
        Arrays.stream(options)
                .map(word -> word.endsWith(".csv") ? data.resolve(word).toString() : word)
                .forEach(args::add);
        done(args.toArray(String[]::new));
        return model.toString();
    }

    /** XML, so that a name that was not escaped shows as a fault or as an element. */
    private static Document parse(Path report) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
            return factory.newDocumentBuilder().parse(new ByteArrayInputStream(Files.readAllBytes(report)));
        } catch (Exception e) {
            throw new AssertionError(report + ": " + e.getMessage(), e);
        }
    }

    private static List<Element> all(Document page, String tag) {
        NodeList found = page.getElementsByTagName(tag);
        return IntStream.range(0, found.getLength())
                .mapToObj(i -> (Element) found.item(i))
                .toList();
    }

    private static List<String> rows(Document page) {
        return all(page, "tr").stream()
                .map(row -> {
                    NodeList cells = row.getElementsByTagName("td");
                    List<String> texts = new ArrayList<>();
                    for (int i = 0; i < cells.getLength(); i++) {
                        texts.add(cells.item(i).getTextContent());
                    }
                    return String.join("|", texts);
                })
                .toList();
    }

    /** Of all elements of a picture. */
    private static List<String> attributes(Element picture) {
        NodeList parts = picture.getElementsByTagName("*");
        List<String> values = new ArrayList<>();
        for (int i = 0; i < parts.getLength(); i++) {
            NamedNodeMap attributes = parts.item(i).getAttributes();
            for (int a = 0; a < attributes.getLength(); a++) {
                values.add(attributes.item(a).getNodeValue());
            }
        }
        return values;
    }

    private static String name(String path) {
        return Path.of(path).getFileName().toString();
    }

    static Stream<Arguments> kinds() {
        return Stream.of(
                Arguments.of("queries.txt", "--measure ndcg@5 --surrogate squared"),
                Arguments.of("queries.txt", "--measure map --surrogate logistic"),
                Arguments.of("queries.txt", "--measure ndcg@5 --model fourier --features 20"),
                Arguments.of("queries.txt", "--measure ndcg@5 --model kernel --features 20"),
                Arguments.of("queries.txt", "--measure ndcg@5 --model trees --param num_round=4"),
                Arguments.of("queries.txt", "--measure pd --surrogate pairs"),
                Arguments.of("queries.txt", "--measure map --surrogate pairs"),
                Arguments.of("rows.csv", "--loss-matrix costs.csv"),
                Arguments.of("rows.txt", "--loss-matrix ordinal(n=5)"),
                Arguments.of("rows.csv", "--loss-matrix costs.csv --model trees --param num_round=3"),
                Arguments.of("rows.csv", "--loss-matrix costs.csv --surrogate logistic"),
                Arguments.of("rows.csv", "--loss-matrix costs.csv --surrogate logistic --model forest"),
                Arguments.of("rankings.csv", "--measure kendall --ranking by_ --model forest"),
                Arguments.of("rankings.csv", "--measure kendall --ranking by_"),
                Arguments.of("rankings.csv", "--measure kendall --ranking by_ --surrogate squared --model kernel"));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void everyKindOfModelHasAWholeReport(String file, String options) {
        String model = train("model.json", file, options.split(" "));
        Path report = folder.resolve("report.html");
        done("report", "--model", model, "--data", data.resolve(file).toString(), "--out", report.toString());
        Document page = parse(report);
        List<String> headings =
                all(page, "h2").stream().map(Element::getTextContent).toList();
        assertThat(headings)
                .contains(
                        "Measures",
                        "Training",
                        "Importance of features",
                        "What is promised, and what is not",
                        "Decoding and noise conditions",
                        "Where this comes from")
                .hasSize(file.startsWith("rows") ? 10 : 9);
        all(page, "section")
                .forEach(section -> assertThat(section.getTextContent().strip().length())
                        .as(section.getAttribute("id"))
                        .isGreaterThan(60));
        // a table behind every plot
        assertThat(all(page, "svg")).isNotEmpty().hasSameSizeAs(all(page, "details"));
        assertThat(all(page, "body").get(0).getTextContent()).doesNotContain("NaN", "null", "Infinity", "java.", "--");
        all(page, "svg")
                .forEach(svg -> assertThat(attributes(svg)).noneMatch(value -> value.matches("NaN|-?Infinity")));
    }

    @Test
    void itsFiguresAreThoseOfEvalAndImportanceAndItsPromiseTheModels() throws IOException {
        String one = train("one.json", "queries.txt", "--measure", "ndcg@5", "--surrogate", "squared");
        String two = train("two.json", "queries.txt", "--measure", "ndcg@5", "--surrogate", "ranknet");
        String file = data.resolve("queries.txt").toString();
        Path report = folder.resolve("report.html");
        done(
                "report",
                "--model",
                one,
                "--model",
                two,
                "--data",
                file,
                "--measures",
                "ndcg@5,map",
                "--out",
                report.toString());
        List<String> rows = rows(parse(report));
        JsonNode eval = new ObjectMapper()
                .readTree(done(
                                "eval",
                                "--model",
                                one,
                                "--model",
                                two,
                                "--data",
                                file,
                                "--measures",
                                "ndcg@5,map",
                                "--format",
                                "json")
                        .out());
        for (JsonNode measure : eval.get("measures")) {
            assertThat(rows)
                    .contains(String.format(
                            Locale.ROOT,
                            "%s|%s|%.4f|%.4f|%.4f|%d",
                            measure.get("measure").asText(),
                            name(measure.get("run").asText()),
                            measure.get("mean").asDouble(),
                            measure.get("low").asDouble(),
                            measure.get("high").asDouble(),
                            measure.get("queries").asInt()));
        }
        assertThat(eval.get("comparisons")).hasSize(2);
        for (JsonNode test : eval.get("comparisons")) {
            assertThat(rows)
                    .contains(String.format(
                            Locale.ROOT,
                            "%s|%s|%+.4f|%.4f|%.4f|%.4f|%.4f|%d",
                            test.get("measure").asText(),
                            name(test.get("run").asText()),
                            test.get("difference").asDouble(),
                            test.get("pRandomization").asDouble(),
                            test.get("pRandomizationHolm").asDouble(),
                            test.get("pT").asDouble(),
                            test.get("pTHolm").asDouble(),
                            test.get("queries").asInt()));
        }
        JsonNode importance = new ObjectMapper()
                .readTree(done("importance", "--model", two, "--data", file, "--format", "json")
                        .out());
        for (JsonNode feature : importance.get("features")) {
            assertThat(rows)
                    .contains(String.format(
                            Locale.ROOT,
                            "%s|%+.4f|%.4f",
                            feature.get("feature").asText(),
                            feature.get("drop").asDouble() + 0.0,
                            feature.get("standardError").asDouble()));
        }
        String text = parse(report).getDocumentElement().getTextContent();
        for (String sentence :
                Predictor.read(Path.of(two)).model().orElseThrow().guarantee().sentences()) {
            assertThat(text).contains(sentence);
        }
    }

    /** By least squares and by log-loss, whose outputs are not encodings of the loss. */
    @ParameterizedTest
    @ValueSource(strings = {"squared", "logistic"})
    void rowsArePredictedAndPricedAsPredictDoes(String surrogate) throws IOException {
        String model = train("model.json", "rows.csv", "--loss-matrix", "costs.csv", "--surrogate", surrogate);
        String file = data.resolve("rows.csv").toString();
        Path report = folder.resolve("report.html");
        done("report", "--model", model, "--data", file, "--out", report.toString());
        List<JsonNode> predicted = new ArrayList<>();
        for (String line : done("predict", "--model", model, "--data", file, "--output", "jsonl")
                .out()
                .lines()
                .toList()) {
            predicted.add(new ObjectMapper().readTree(line));
        }
        int seen = 0;
        for (String row : rows(parse(report))) {
            String[] cells = row.split("\\|", -1);
            if (!cells[0].equals("cheapest") && !cells[0].equals("dearest")) {
                continue;
            }
            seen++;
            // the file has a header
            JsonNode expected = predicted.get(Integer.parseInt(cells[1]) - 2);
            assertThat(cells[3]).isEqualTo(expected.get("prediction").asText());
            if (surrogate.equals("logistic")) {
                assertThat(Double.parseDouble(cells[5]))
                        .isCloseTo(
                                expected.get("runnerUpCost").asDouble()
                                        - expected.get("expectedCost").asDouble(),
                                Percentage.withPercentage(0.1));
            }
        }
        assertThat(seen).isEqualTo(10);
    }

    /** By pairs and by sums of them; where positions are missing at random, the outputs of both are pairs. */
    @ParameterizedTest
    @ValueSource(strings = {"pairs label", "pairs random", "squared label", "squared random"})
    void labelsAreExplainedAsTheOtherCommandsDoAndUnknownPairsAreNoneSeen(String options) throws IOException {
        String[] words = options.split(" ");
        String model = train(
                "model.json",
                "partial.csv",
                "--ranking",
                "by_",
                "--measure",
                "kendall",
                "--surrogate",
                words[0],
                "--missing",
                words[1]);
        String file = data.resolve("partial.csv").toString();
        Path report = folder.resolve("report.html");
        done("report", "--model", model, "--data", file, "--out", report.toString());
        Document page = parse(report);
        List<String> rows = rows(page);
        JsonNode importance = new ObjectMapper()
                .readTree(done("importance", "--model", model, "--data", file, "--format", "json")
                        .out());
        for (JsonNode feature : importance.get("features")) {
            assertThat(rows)
                    .contains(String.format(
                            Locale.ROOT,
                            "%s|%+.4f|%.4f",
                            feature.get("feature").asText(),
                            feature.get("drop").asDouble() + 0.0,
                            feature.get("standardError").asDouble()));
        }
        Matcher row = Pattern.compile("In row (\\d+), one of the best")
                .matcher(page.getDocumentElement().getTextContent());
        assertThat(row.find()).isTrue();
        JsonNode why = new ObjectMapper()
                .readTree(done("why", "--model", model, "--data", file, "--query", row.group(1), "--format", "json")
                        .out());
        assertThat(why.get("features")).hasSize(3);
        for (JsonNode feature : why.get("features")) {
            assertThat(rows)
                    .anyMatch(each -> each.startsWith(feature.get("feature").asText() + "|")
                            && each.endsWith(String.format(
                                    Locale.ROOT,
                                    "|%+.4f",
                                    feature.get("contribution").asDouble())));
        }
        if (words[1].equals("random")) {
            assertThat(reliable(page)).isEqualTo(knownPairs(Path.of(file)));
        }
    }

    /** The numbers that the last table of reliability counts. */
    private static int reliable(Document page) {
        return all(page, "table").stream()
                .filter(table -> table.getElementsByTagName("th").getLength() == 4
                        && table.getElementsByTagName("th")
                                .item(3)
                                .getTextContent()
                                .equals("how many"))
                .flatMap(table -> IntStream.range(
                                0, table.getElementsByTagName("tr").getLength())
                        .mapToObj(
                                i -> ((Element) table.getElementsByTagName("tr").item(i)).getElementsByTagName("td")))
                .filter(cells -> cells.getLength() == 4)
                .mapToInt(cells -> Integer.parseInt(cells.item(3).getTextContent()))
                .sum();
    }

    /** Pairs of labels whose positions are both given, in rows that weigh something, by plain splitting of lines. */
    private static int knownPairs(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        String[] header = lines.get(0).split(",");
        int pairs = 0;
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split(",", -1);
            if (Double.parseDouble(fields[List.of(header).indexOf("weight")]) == 0) {
                continue;
            }
            int known = (int) IntStream.range(0, header.length)
                    .filter(i -> header[i].startsWith("by_") && !fields[i].isEmpty())
                    .count();
            pairs += known * (known - 1) / 2;
        }
        return pairs;
    }

    @Test
    void allModelsAreCountedByTheLossOfTheFirst() throws IOException {
        String one = train("one.json", "rows.csv", "--loss-matrix", "costs.csv");
        Path other = folder.resolve("other.csv");
        List<String> costs = Files.readAllLines(data.resolve("costs.csv"));
        Files.writeString(other, costs.get(0) + "\n");
        for (String line : costs.subList(1, costs.size())) {
            String[] fields = line.split(",");
            for (int i = 1; i < fields.length; i++) {
                fields[i] = Double.toString(10 * Double.parseDouble(fields[i]) + i);
            }
            Files.writeString(other, String.join(",", fields) + "\n", StandardOpenOption.APPEND);
        }
        String two = train("two.json", "rows.csv", "--loss-matrix", other.toString());
        String file = data.resolve("rows.csv").toString();
        Path report = folder.resolve("report.html");
        done("report", "--model", one, "--model", two, "--data", file, "--out", report.toString());
        Document page = parse(report);
        assertThat(page.getDocumentElement().getTextContent())
                .contains("two.json was trained for other costs")
                .doesNotContain("one.json was trained for other costs");
        List<String> rows = rows(page);
        JsonNode eval = new ObjectMapper()
                .readTree(done(
                                "eval",
                                "--model",
                                two,
                                "--data",
                                file,
                                "--loss-matrix",
                                data.resolve("costs.csv").toString(),
                                "--format",
                                "json")
                        .out());
        for (JsonNode each : eval.get("classes")) {
            assertThat(rows)
                    .anyMatch(row -> row.startsWith(String.format(
                            Locale.ROOT,
                            "%s|%.0f|%.4f|",
                            each.get("label").asText(),
                            each.get("weight").asDouble(),
                            each.get("mean").asDouble())));
        }
    }

    @Test
    void classesAreComparedAsEvalComparesThem() throws IOException {
        String one = train("one.json", "rows.csv", "--loss-matrix", "costs.csv");
        String two = train("two.json", "rows.csv", "--loss-matrix", "costs.csv", "--lambda", "100");
        String file = data.resolve("rows.csv").toString();
        Path report = folder.resolve("report.html");
        done("report", "--model", one, "--model", two, "--data", file, "--out", report.toString());
        List<String> rows = rows(parse(report));
        JsonNode eval = new ObjectMapper()
                .readTree(done("eval", "--model", one, "--model", two, "--data", file, "--format", "json")
                        .out());
        for (JsonNode measure : eval.get("measures")) {
            assertThat(rows)
                    .contains(String.format(
                            Locale.ROOT,
                            "%s|%.4f|%.4f|%.4f|%d",
                            name(measure.get("run").asText()),
                            measure.get("mean").asDouble(),
                            measure.get("low").asDouble(),
                            measure.get("high").asDouble(),
                            measure.get("queries").asInt()));
        }
        JsonNode test = eval.get("comparisons").get(0);
        assertThat(rows)
                .contains(String.format(
                        Locale.ROOT,
                        "%s|%+.4f|%.4f|%.4f|%.4f|%.4f",
                        name(two),
                        test.get("difference").asDouble(),
                        test.get("pRandomization").asDouble(),
                        test.get("pRandomizationHolm").asDouble(),
                        test.get("pT").asDouble(),
                        test.get("pTHolm").asDouble()));
    }

    @Test
    void namesAreShownAsTheyAreAndNeverRun() throws IOException {
        Path file = folder.resolve("evil.csv");
        StringBuilder csv = new StringBuilder("label,query,docid," + EVIL_FEATURE + ",plain\n");
        Random random = new Random(3);
        for (int query = 0; query < 12; query++) {
            for (int item = 0; item < 5; item++) {
                double x = random.nextGaussian();
                csv.append(String.format(
                        Locale.ROOT,
                        "%d,%s%d,\"%s%d\",%.3f,%.3f%n",
                        x > 0.3 ? 1 : 0,
                        EVIL_QUERY,
                        query,
                        EVIL_ITEM.replace("\"", "\"\""),
                        item,
                        x + 0.3 * random.nextGaussian(),
                        random.nextGaussian()));
            }
        }
        Files.writeString(file, csv);
        Path model = folder.resolve("m.json");
        done(
                "train",
                "--quiet",
                "--folds",
                "2",
                "--measure",
                "ndcg@5",
                "--train",
                file.toString(),
                "--out",
                model.toString());
        Path report = folder.resolve("report.html");
        done("report", "--model", model.toString(), "--data", file.toString(), "--out", report.toString());
        Document page = parse(report);
        assertThat(all(page, "script")).isEmpty();
        assertThat(all(page, "img")).isEmpty();
        assertThat(all(page, "svg")).allMatch(svg -> !svg.hasAttribute("onload"));
        assertThat(rows(page)).anyMatch(row -> row.startsWith(EVIL_FEATURE + "|"));
        assertThat(rows(page)).anyMatch(row -> row.contains("|" + EVIL_QUERY));
        assertThat(page.getDocumentElement().getTextContent()).contains(EVIL_ITEM);
    }

    @Test
    void nothingIsLoadedFromElsewhere() throws IOException {
        String model = train("model.json", "queries.txt", "--measure", "ndcg@5");
        Path report = folder.resolve("report.html");
        done("report", "--model", model, "--data", data.resolve("queries.txt").toString(), "--out", report.toString());
        String html = Files.readString(report, UTF_8);
        assertThat(html.replace("xmlns=\"http://www.w3.org/2000/svg\"", "")).doesNotContain("http:", "https:", "url(");
        assertThat(html)
                .contains("Content-Security-Policy")
                .contains("prefers-color-scheme:dark")
                .contains("@media print");
    }

    @Test
    void trainingWritesOneThatShowsAllThatWasTried() throws IOException {
        Path report = folder.resolve("report.html");
        CommandRun run = done(
                "train",
                "--quiet",
                "--folds",
                "2",
                "--measure",
                "ndcg@5",
                "--train",
                data.resolve("queries.txt").toString(),
                "--out",
                folder.resolve("m.json").toString(),
                "--format",
                "json",
                "--report",
                report.toString());
        JsonNode tried = new ObjectMapper().readTree(run.out()).get("path");
        Document page = parse(report);
        List<String> rows = rows(page);
        assertThat(tried.size()).isGreaterThan(4);
        for (JsonNode trial : tried) {
            String surrogate = trial.get("surrogate").asText();
            String value =
                    String.format(Locale.ROOT, "|%.4f|", trial.get("measure").asDouble());
            assertThat(rows).anyMatch(row -> row.startsWith(surrogate + "|") && row.contains(value));
        }
        assertThat(page.getDocumentElement().getTextContent())
                .contains("The data of this report are the training data");
    }

    @Test
    void aFaultLeavesTheOldReport() throws IOException {
        Path report = folder.resolve("report.html");
        Files.writeString(report, "old");
        String model = train("model.json", "queries.txt", "--measure", "ndcg@5");
        Path broken = folder.resolve("broken.txt");
        Files.writeString(broken, "1 qid:1 1:x\n");
        CommandRun run =
                CommandRun.of("report", "--model", model, "--data", broken.toString(), "--out", report.toString());
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).contains("broken.txt:1:");
        assertThat(Files.readString(report)).isEqualTo("old");
        assertThat(CommandRun.of("report", "--model", model, "--data", broken.toString(), "--out", model)
                        .err())
                .contains("is the same file as --model");
    }

    @Test
    void modelsThatPredictDifferentThingsAreNotCompared() {
        String ranker = train("ranker.json", "queries.txt", "--measure", "ndcg@5");
        String classes = train("classes.json", "rows.csv", "--loss-matrix", "costs.csv");
        CommandRun run = CommandRun.of(
                "report",
                "--model",
                ranker,
                "--model",
                classes,
                "--data",
                data.resolve("queries.txt").toString(),
                "--out",
                folder.resolve("r.html").toString());
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).contains("a model of classes", "a ranker");
    }
}
