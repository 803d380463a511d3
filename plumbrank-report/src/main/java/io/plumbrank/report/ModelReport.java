package io.plumbrank.report;

import io.plumbrank.model.Model;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.Provenance;
import io.plumbrank.model.TaskKind;
import io.plumbrank.report.Plot.Series;
import io.plumbrank.report.ReportPage.Section;
import io.plumbrank.task.Trial;
import io.plumbrank.train.Training;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * What models do on labelled data, and what is promised of them, on one page for people. Several are compared with the first.
 *
 * <pre>{@code
 * Reported model = Reported.of("model.json", Predictor.read(path), source);
 * ReportPage page = ModelReport.of(List.of(model), ReportOptions.of(List.of(measure)));
 * page.write(Path.of("report.html"));
 * }</pre>
 */
public final class ModelReport {
    static final String DECODING = "Decoding and noise conditions";

    private ModelReport() {}

    /**
     * The page. Data are held in memory.
     *
     * @param models at least one, all of which predict the same from the same features
     * @throws IllegalArgumentException if they do not, or rankings are to be judged by no measure
     * @throws io.plumbrank.util.InputException if data are not as they should be
     */
    public static ReportPage of(List<Reported> models, ReportOptions options) {
        if (models.isEmpty()) {
            throw new IllegalArgumentException("a report needs at least one model");
        }
        Predictor first = models.get(0).predictor();
        for (Reported model : models) {
            if (!model.predictor().isComparableWith(first)) {
                throw new IllegalArgumentException(model.name() + " is "
                        + model.predictor().words() + ", and " + models.get(0).name() + " is " + first.words());
            }
        }
        List<Reported> held = models.stream().map(Reported::held).toList();
        ReportPage page = new ReportPage(
                models.size() == 1 ? "Report on " + models.get(0).name() : "Report on " + models.size() + " models",
                "On " + models.get(0).data().file().getFileName()
                        + ". Everything is in this file: it loads nothing from elsewhere.");
        if (!options.notes().isEmpty()) {
            page.section("Before you read on").list(options.notes());
        }
        Sections.of(held, options).fill(page);
        return page;
    }

    /** The trials of a training, for every kind of model. */
    static void trainingInto(List<Reported> models, Section section) {
        section.paragraph(
                "Training minimises a surrogate, and what it is chosen by is the measure. Both are shown for all that"
                        + " was tried, on data that were not fitted.");
        for (Reported model : models) {
            Training<?> training = model.training();
            if (training == null) {
                section.heading(model.name())
                        .paragraph(
                                "A model file keeps which kinds of models were compared, which plumbrank explain prints,"
                                        + " but not every candidate of each. A report that is written by training itself shows those.");
                continue;
            }
            String measure = TaskKind.of(training.model().task())
                    .headingOfTrials(training.model().task());
            section.heading(model.name());
            Map<String, List<Trial>> bySeries = new LinkedHashMap<>();
            boolean learners =
                    training.tried().stream().map(Trial::learner).distinct().count() > 1;
            for (Trial trial : training.tried()) {
                String name = trial.surrogate() + (learners ? ", " + trial.learner() : "");
                bySeries.computeIfAbsent(name, any -> new ArrayList<>()).add(trial);
            }
            ReportTable table = new ReportTable("surrogate", "learner", ">λ", ">" + measure, ">surrogate", "");
            for (Trial trial : training.tried()) {
                table.row(
                        trial.surrogate(),
                        trial.learner(),
                        Texts.brief(trial.lambda()),
                        Texts.fixed(trial.valid().measure()),
                        Texts.brief(trial.valid().surrogateRisk()),
                        trial.chosen() ? "chosen" : "");
            }
            boolean path = bySeries.values().stream()
                    .anyMatch(trials ->
                            trials.stream().filter(trial -> trial.lambda() > 0).count() > 1);
            if (!path) {
                section.table(table);
                continue;
            }
            Trial chosen = training.chosen();
            String where = training.folds() > 0 ? "over " + training.folds() + " folds" : "on the validation data";
            section.figure(
                    measure + " " + where + " by λ; " + chosen.surrogate() + " with λ = " + Texts.brief(chosen.lambda())
                            + " was chosen",
                    Plot.lines(
                            "λ",
                            measure,
                            true,
                            series(bySeries, trial -> trial.valid().measure())),
                    table);
            // each surrogate has units of its own
            bySeries.forEach((name, trials) -> section.figure(
                    "The surrogate " + name + " " + where + " by λ",
                    Plot.lines(
                            "λ",
                            "surrogate",
                            true,
                            series(Map.of(name, trials), trial -> trial.valid().surrogateRisk())),
                    table));
        }
    }

    private static List<Series> series(Map<String, List<Trial>> bySeries, ToDoubleFunction<Trial> value) {
        List<Series> series = new ArrayList<>();
        bySeries.forEach((name, trials) -> {
            List<Trial> shown =
                    trials.stream().filter(trial -> trial.lambda() > 0).toList();
            series.add(new Series(
                    name,
                    shown.stream().mapToDouble(Trial::lambda).toArray(),
                    shown.stream().mapToDouble(value).toArray()));
        });
        return series;
    }

    /** The guarantee of each model in words, and what is not promised. */
    static void guaranteesInto(List<Reported> models, ReportPage page) {
        Section section = page.section("What is promised, and what is not");
        for (Reported model : models) {
            section.heading(model.name());
            Optional<Model> own = model.predictor().model();
            if (own.isPresent()) {
                section.list(own.get().guarantee().sentences());
            } else {
                section.paragraph(
                        "Another tool trained it, and nothing is promised of it: its file does not tell what was"
                                + " minimised.");
            }
        }
    }

    /** How the decoder of each model decodes, as far as the options know. */
    static void decodingInto(List<Reported> models, ReportOptions options, ReportPage page) {
        Section section = page.section(DECODING);
        for (Reported model : models) {
            List<String> sentences = options.decoding().apply(model);
            section.heading(model.name());
            if (sentences.isEmpty()) {
                section.paragraph("Nothing is known of its decoder beyond what is promised above.");
            } else {
                section.list(sentences);
            }
        }
    }

    /** Where models and numbers come from. */
    static void provenanceInto(List<Reported> models, List<String> notes, ReportPage page) {
        Section section = page.section("Where this comes from");
        ReportTable table = new ReportTable("model", "for", "surrogate", ">λ", "trained on", ">rows", ">seed", "by");
        for (Reported model : models) {
            Optional<Model> own = model.predictor().model();
            if (own.isEmpty()) {
                table.row(model.name(), "–", "–", "–", "–", "–", "–", "another tool");
                continue;
            }
            Provenance provenance = own.get().provenance();
            table.row(
                    model.name(),
                    own.get().task().measureName(),
                    own.get().task().surrogate(),
                    Texts.brief(own.get().lambda()),
                    provenance.data().file() + " (" + provenance.data().checksum() + ")",
                    Long.toString(provenance.rows()),
                    Long.toString(provenance.seed()),
                    provenance.program());
        }
        section.table(table);
        if (!notes.isEmpty()) {
            section.list(notes);
        }
    }
}
