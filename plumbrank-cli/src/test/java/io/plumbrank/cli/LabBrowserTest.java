package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.plumbrank.server.Address;
import io.plumbrank.server.lab.LabServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The experiments of the laboratory in a browser: each works, by keyboard too, on a narrow and on a dark screen. */
@Tag("full")
class LabBrowserTest {
    private static final String TAB = "\uE004";
    private static final String ENTER = "\uE007";
    private static final String RIGHT = "\uE014";

    /** By name, what stands on the page once it has drawn its first answer. */
    private static final Map<String, String> DRAWN = Map.of(
            "losses", "document.querySelector('.say .good, .say .bad') !== null",
            "counterexample", "document.querySelector('button').innerText.includes('Find')",
            "preferences", "document.querySelectorAll('svg line').length >= 3",
            "regrets", "document.querySelectorAll('svg circle').length > 50",
            "guide", "document.querySelectorAll('.card').length > 0",
            "votes", "document.querySelectorAll('table').length === 3");

    private static Browser browser;
    private static LabServer lab;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        browser = Browser.start();
        lab = LabServer.start(new Address(Address.LOOPBACK, 0));
    }

    @AfterAll
    static void stop() {
        if (lab != null) {
            lab.close();
        }
        if (browser != null) {
            browser.close();
        }
    }

    @AfterEach
    void nothingWasComplainedOf() {
        assertThat(browser.complaints()).isEmpty();
    }

    private static void open(String view) {
        browser.open(lab.url() + "#" + view);
        browser.await(Objects.requireNonNull(DRAWN.get(view.replaceFirst("\\?.*", ""))));
    }

    static Stream<String> views() {
        return DRAWN.keySet().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("views")
    void everyViewIsReadableWideNarrowAndDark(String view) {
        for (boolean dark : new boolean[] {true, false}) {
            for (int width : new int[] {1000, 400}) {
                browser.look(width, 900, dark);
                open(view);
                if (view.equals("counterexample")) { // which draws nothing until it is asked
                    browser.script("document.querySelector('button').click()");
                    browser.await("/counterexample/i.test(document.querySelector('.say').innerText)");
                }
                browser.requireFits();
                browser.requireReadable();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("views")
    void everythingIsReachedByTheTabulator(String view) {
        browser.look(1000, 900, false);
        open(view);
        int controls = browser.script(
                        "return document.querySelectorAll('a,input,select,textarea,button:not(:disabled)').length")
                .asInt();
        browser.script(
                "window.reached = new Set(); document.addEventListener('focusin', e => window.reached.add(e.target));"
                        + " document.activeElement?.blur()");
        for (int i = 0; i < controls + 1; i++) {
            browser.press(TAB);
        }
        JsonNode missed = browser.script("return [...document.querySelectorAll('a,input,select,textarea,"
                + "button:not(:disabled)')].filter(e => !window.reached.has(e)).map(e => e.outerHTML)");
        assertThat(missed).isEmpty();
    }

    @Test
    void aMenuIsWalkedByKeys() {
        browser.look(1000, 900, false);
        open("losses");
        browser.script("document.querySelector('nav a:nth-child(5)').focus()");
        browser.press(ENTER);
        browser.await("document.querySelector('h2').innerText.includes('train with')");
        assertThat(browser.script("return document.activeElement.tagName").asText())
                .isEqualTo("MAIN");
        assertThat(browser.text("nav [aria-current]")).isEqualTo("Guide");
    }

    /** Names that every object of JavaScript knows are no experiments. */
    @ParameterizedTest
    @ValueSource(strings = {"constructor", "toString", "__proto__?x=1", "nothing"})
    void anAddressThatNamesNoExperimentLeadsToTheFirst(String hash) {
        browser.look(1000, 900, false);
        browser.open(lab.url() + "#" + hash);
        browser.await(Objects.requireNonNull(DRAWN.get("losses")));
        assertThat(browser.text("nav [aria-current]")).isEqualTo("Costs");
    }

    /** What cannot be read is not passed over in silence. */
    @ParameterizedTest
    @ValueSource(strings = {"losses?losses=0,x", "preferences?weights=1,2", "guide?task=sums"})
    void anAddressThatCannotBeReadSaysSo(String address) {
        browser.look(1000, 900, false);
        open(address);
        assertThat(browser.text("[role=alert]")).contains("The address does not hold", "This is an example");
    }

    /** Roundings of 0.335, 0.335 and 0.33 would add up to 1.01. */
    @Test
    void probabilitiesThatArePrintedAddUpToOne() {
        browser.open(lab.url());
        JsonNode made = browser.script("return import('/page.js').then(page => ["
                + "page.hundredths([0.335, 0.335, 0.33]), page.hundredths([1, 0, 0]), page.hundredths([1/3, 1/3, 1/3]),"
                + " page.ticks(0.625, 4), page.ticks(12, 5)].map(String))");
        assertThat(made)
                .extracting(JsonNode::asText)
                .containsExactly("0.34,0.33,0.33", "1.00,0.00,0.00", "0.34,0.33,0.33", "0,0.2,0.4,0.6", "0,5,10");
    }

    /** The page finds without being asked, and a link to another search runs that. */
    @Test
    void aCounterexampleIsThereAtOnce() {
        browser.look(1000, 900, false);
        browser.open(lab.url() + "#counterexample");
        browser.await("document.querySelectorAll('.rank').length === 2");
        browser.script("document.querySelector('main a').click()");
        browser.await("document.querySelector('.say').innerText.includes('of ndcg')");
    }

    @Test
    void whatIsNoCostLeavesNothingDrawn() {
        browser.look(1000, 900, false);
        open("losses?losses=0,1,1;1,0,1;5,2,0&surrogate=squared");
        browser.script("const i = document.querySelector('input[type=number]'); i.value = '';"
                + " i.dispatchEvent(new Event('input', {bubbles: true}))");
        browser.await("document.querySelector('.say [role=alert]') !== null");
        assertThat(browser.script("const c = document.querySelectorAll('canvas')[1];"
                                + " return c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some(v => v)")
                        .asBoolean())
                .isFalse();
        assertThat(browser.script("return document.querySelectorAll('main ul').length")
                        .asInt())
                .isZero();
        browser.script("const i = document.querySelector('input[type=number]'); i.value = 0;"
                + " i.dispatchEvent(new Event('input', {bubbles: true}))");
        browser.await("document.querySelector('.say .good') !== null");
    }

    private static String triangle(int which) {
        return browser.script("return document.querySelectorAll('canvas')[" + which + "].toDataURL()")
                .asText();
    }

    @Test
    void bordersMoveWithTheCostsAndATruncatedSurrogateShowsItsMistakes() {
        browser.look(1000, 1250, false);
        open("losses?losses=0,1,1;1,0,1;5,2,0&surrogate=squared");
        String before = triangle(0);
        assertThat(triangle(1)).isEqualTo(before);
        browser.script(
                "window.before = arguments[0]; const i = document.querySelector('input[type=number]');"
                        + "i.value = 3; i.dispatchEvent(new Event('input', {bubbles: true}))",
                before);
        browser.await("document.querySelectorAll('canvas')[0].toDataURL() !== window.before");
        assertThat(triangle(1)).isEqualTo(triangle(0));
        open("losses?losses=0,1,1;1,0,1;5,2,0&surrogate=squared-1");
        browser.await("document.querySelector('.bad') !== null");
        assertThat(browser.text(".say")).contains("They differ on");
        browser.picture("lab-losses");
    }

    @Test
    void aCounterexampleIsFoundShownAndShared() {
        browser.look(1000, 1100, false);
        open("counterexample?measure=map&surrogate=squared&items=3");
        browser.script("document.querySelector('main button').focus()");
        browser.press(ENTER);
        browser.await("document.querySelectorAll('.rank').length === 2");
        assertThat(browser.text(".say")).contains("A counterexample");
        String found = browser.text("main");
        browser.picture("lab-counterexample");
        String link = browser.script("return location.href").asText();
        assertThat(link).contains("p=");
        browser.open(link);
        browser.await("document.querySelectorAll('.rank').length === 2");
        String ranks = "return [...document.querySelectorAll('.rank')].map(e => e.innerText).join()";
        assertThat(found).contains(browser.script(ranks).asText().split(",")[0]);
    }

    @Test
    void whereNothingIsBrokenNothingIsFound() {
        open("counterexample?measure=ndcg&surrogate=squared&items=2");
        browser.script("document.querySelector('main button').click()");
        browser.await("document.querySelector('.good') !== null");
        assertThat(browser.text(".say")).contains("No counterexample was found");
        assertThat(browser.text("main")).contains("5000");
    }

    @Test
    void aSliderBreaksTheCircle() {
        browser.look(1000, 1050, false);
        open("preferences?weights=0,6,1;1,0,6;5,1,0");
        browser.await("document.querySelector('.say .bad') !== null");
        assertThat(browser.text(".say")).contains("A circle");
        assertThat(browser.script("return document.querySelectorAll('svg line[stroke-dasharray]').length")
                        .asInt())
                .isEqualTo(1);
        browser.script("document.querySelectorAll('input[type=range]')[1].focus()");
        for (int i = 0; i < 6; i++) {
            browser.press(RIGHT);
        }
        browser.await("document.querySelector('.say .good') !== null");
        assertThat(browser.text(".say")).contains("No circle: Algorithm 1 is exact");
        open("preferences");
        browser.picture("lab-preferences");
    }

    @Test
    void noFitLiesAboveTheBound() {
        browser.look(1000, 1000, false);
        open("regrets?measure=ndcg&surrogate=squared&items=3");
        browser.await("document.querySelector('.say').innerText.includes('reaches')");
        double reached = browser.script(
                        "return parseFloat(document.querySelector('.say').innerText.match(/reaches ([\\d.]+)/)[1])")
                .asDouble();
        assertThat(reached).isBetween(50.0, 100.0);
        browser.picture("lab-regrets");
    }

    @Test
    void theGuideSaysWhatToTrainAndRefusesWhatHasNoSurrogate() {
        browser.look(1000, 950, false);
        open("guide?measure=map&items=10&surrogate=ranknet");
        assertThat(browser.text("main")).contains("pairs", "true to it, always", "not true to it", "plumbrank train");
        browser.picture("lab-guide");
        open("guide?task=classes&loss=ordinal(n=4)");
        assertThat(browser.text("main"))
                .contains(
                        "Fit 3 numbers per row",
                        "true to it, always",
                        "--loss-matrix 'ordinal(n=4)'",
                        "--costs PREFIX");
        open("guide?task=labels&measure=kendall&items=5");
        assertThat(browser.text("main")).contains("Fit 10 numbers per row, for 5 labels", "--ranking PREFIX");
        open("guide?measure=err@10");
        assertThat(browser.text(".card")).contains("No surrogate that sorts is true to it");
        open("guide?measure=ndcg");
        browser.script("const i = document.querySelector('main input');"
                + "i.value = 'ndgc@10'; i.dispatchEvent(new Event('input', {bubbles: true}))");
        browser.await("document.querySelector('[role=alert]') !== null");
        assertThat(browser.text("[role=alert]")).contains("did you mean 'ndcg'?");
        // the browser itself notes that an answer was a refusal
        assertThat(browser.complaints()).allMatch(line -> line.contains("400"));
    }

    @Test
    void votesOfAFileAreCountedAndNamesStayNames() throws IOException {
        browser.look(1000, 1150, false);
        open("votes");
        browser.picture("lab-votes");
        Path file = folder.resolve("evil.txt");
        Files.writeString(file, "3: <img onerror > b > c\n2: b > c > <img onerror\n");
        browser.choose("input[type=file]", file);
        browser.await("document.querySelector('main').innerText.includes('onerror')");
        assertThat(browser.script("return document.querySelectorAll('main img').length")
                        .asInt())
                .isZero();
        assertThat(browser.text("main")).contains("Kemeny", "Borda", "Copeland");
    }
}
