package io.plumbrank.cli;

import io.plumbrank.model.ModelChoice;
import io.plumbrank.model.ModelChoice.Rival;
import io.plumbrank.train.Search;
import io.plumbrank.train.Search.Attempt;
import io.plumbrank.train.Search.Group;
import io.plumbrank.train.Search.Rung;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Prints what a search tried. */
final class SearchReport {
    private static final int ROWS = 10;
    private static final int MOST_COLUMNS = 72;

    private final Search search;
    private final ModelChoice choice;
    private final String measure;

    SearchReport(Search search, ModelChoice choice, String measure) {
        this.search = search;
        this.choice = choice;
        this.measure = measure;
    }

    void print(PrintWriter print) {
        print.println();
        print.println("On all of the data, from simple to complex:");
        TextTable table = new TextTable("tried", "settings", measure, "behind the best", "");
        for (Rival rival : choice.rivals()) {
            table.row(
                    rival.name(),
                    rival.settings(),
                    ChoiceText.words(rival.value()),
                    rival.behind().mean() == 0 ? "" : ChoiceText.words(rival.behind()),
                    rival.chosen() ? "chosen" : "");
        }
        table.print(print);
        print.println();
        print.println(measure + " of all " + search.trials().size()
                + " trials in order; . on a quarter of the data, o on half, # on all:");
        plot().forEach(print::println);
        if (!search.groups().isEmpty()) {
            print.println();
            TextTable groups = new TextTable("without features", "costs, on half of the data", "");
            for (Group group : search.groups()) {
                groups.row(
                        group.name(), ChoiceText.words(group.cost()), group.leftOut() ? "left out of one setting" : "");
            }
            groups.print(print);
        }
        print.println();
        print.println(outlook());
        print.println();
    }

    private String outlook() {
        long settings = search.trials().stream()
                .filter(trial -> trial.rung() == Rung.FIRST
                        && !Double.isNaN(trial.value().mean()))
                .count();
        if (Double.isNaN(search.expectedGain())) {
            return "Too little was tried to say what a longer search would bring.";
        }
        return String.format(
                Locale.ROOT,
                "A search of twice as many settings is expected to be better by about %.4f: an estimate, from what the %d settings"
                        + " brought on a quarter of the data, less noise and less what they are behind the best.",
                search.expectedGain(),
                settings);
    }

    /** Values against the order of trials; where there are many, some share a column. */
    List<String> plot() {
        List<Attempt> shown = search.trials();
        double[] values = shown.stream()
                .mapToDouble(trial -> trial.value().mean())
                .filter(Double::isFinite)
                .toArray();
        double low = Arrays.stream(values).min().orElse(0);
        double high = Arrays.stream(values).max().orElse(0);
        int columns = Math.min(MOST_COLUMNS, shown.size());
        char[][] marks = new char[ROWS][columns];
        for (char[] row : marks) {
            Arrays.fill(row, ' ');
        }
        for (int i = 0; i < shown.size(); i++) {
            double value = shown.get(i).value().mean();
            if (Double.isFinite(value)) {
                int row = high > low ? (int) Math.round((high - value) / (high - low) * (ROWS - 1)) : 0;
                char mark = mark(shown.get(i).rung());
                int column = i * columns / shown.size();
                // of several at one place what was tried on most of the data is shown
                if (rank(mark) > rank(marks[row][column])) {
                    marks[row][column] = mark;
                }
            }
        }
        List<String> lines = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            String value = row == 0 ? Texts.fixed(high) : row == ROWS - 1 ? Texts.fixed(low) : "";
            lines.add(String.format(Locale.ROOT, "%10s | %s", value, new String(marks[row]))
                    .stripTrailing());
        }
        return lines;
    }

    private static char mark(Rung rung) {
        return switch (rung) {
            case FIRST -> '.';
            case SECOND -> 'o';
            case WHOLE -> '#';
        };
    }

    private static int rank(char mark) {
        return " .o#".indexOf(mark);
    }

    void json(Json json) throws IOException {
        json.array("trials", search.trials(), (fields, trial) -> {
            fields.field("name", trial.name())
                    .field("settings", trial.settings())
                    .field("data", trial.rung().text());
            ChoiceText.estimate("value", trial.value(), fields);
        });
        json.array("features", search.groups(), (fields, group) -> {
            fields.field("name", group.name());
            ChoiceText.estimate("cost", group.cost(), fields);
            fields.field("leftOut", group.leftOut());
        });
        json.field("expectedGain", search.expectedGain());
    }
}
