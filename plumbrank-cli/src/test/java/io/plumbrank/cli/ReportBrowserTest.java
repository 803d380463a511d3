package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A report in a browser: readable on a narrow, a dark and a printed page, and harmless. */
@Tag("full")
class ReportBrowserTest {
    private static Browser browser;

    @TempDir
    static Path folder;

    @BeforeAll
    static void start() throws IOException {
        browser = Browser.start();
        GeneratedData.write(folder);
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
    }

    private static String report(String file, String... models) {
        List<String> args = new ArrayList<>(List.of("report", "--data", file(file), "--out", file("report.html")));
        for (int i = 0; i < models.length; i++) {
            List<String> train = new ArrayList<>(List.of("train", "--quiet", "--folds", "2", "--train", file(file)));
            train.addAll(List.of("--out", file(i + ".json")));
            for (String word : models[i].split(" ")) {
                train.add(word.endsWith(".csv") ? file(word) : word);
            }
            assertThat(CommandRun.of(train.toArray(String[]::new)).exit()).isZero();
            args.addAll(List.of("--model", file(i + ".json")));
        }
        CommandRun run = CommandRun.of(args.toArray(String[]::new));
        assertThat(run.exit()).as(run.err()).isZero();
        return Path.of(file("report.html")).toUri().toString();
    }

    private static String file(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void rankersAreReadableWideNarrowDarkAndPrinted() {
        String page = report(
                "many-queries.txt",
                "--measure ndcg@5 --surrogate squared",
                "--measure ndcg@5 --surrogate ranknet",
                "--measure ndcg@5 --model trees --param num_round=12");
        for (boolean dark : new boolean[] {true, false}) {
            for (int width : new int[] {400, 900}) {
                browser.look(width, 1000, dark);
                browser.open(page);
                browser.requireFits();
                browser.requireReadable();
            }
        }
        browser.picture("report");
        browser.script("document.querySelector('#why-one-item-stands-above-another').scrollIntoView()");
        browser.picture("report-why");
        browser.script("document.querySelector('#are-scores-what-they-say').scrollIntoView()");
        browser.picture("report-reliability");
        // closed tables are printed too
        browser.print();
        assertThat(browser.script("return [...document.querySelectorAll('details table')]"
                                + ".every(e => e.getBoundingClientRect().height > 0)")
                        .asBoolean())
                .isTrue();
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void classesAreReadableToo() {
        String page = report("rows.csv", "--loss-matrix costs.csv");
        for (boolean dark : new boolean[] {true, false}) {
            browser.look(400, 900, dark);
            browser.open(page);
            browser.requireFits();
            browser.requireReadable();
        }
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void tablesBehindPlotsOpenByKeyboard() {
        browser.look(900, 900, false);
        browser.open(report("queries.txt", "--measure map"));
        browser.script("document.querySelector('summary').focus()");
        browser.press("\uE007");
        assertThat(browser.script("return document.querySelector('details').open")
                        .asBoolean())
                .isTrue();
    }
}
