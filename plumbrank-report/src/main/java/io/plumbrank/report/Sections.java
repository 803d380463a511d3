package io.plumbrank.report;

import io.plumbrank.model.Predictor;
import io.plumbrank.model.RankingPredictor;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** The sections of a report on models of one kind. */
interface Sections {
    /** Kinds with sections of their own, by name. */
    Map<String, BiFunction<List<Reported>, ReportOptions, Sections>> OWN = Map.of("classes", ClassSections::new);

    void fill(ReportPage page);

    /** The kind's own sections; else those on rankings where the models rank, and those on rows for all other kinds. */
    static Sections of(List<Reported> models, ReportOptions options) {
        Predictor first = models.get(0).predictor();
        return OWN.getOrDefault(
                        first.kind(),
                        first.as(RankingPredictor.class).isPresent() ? RankingSections::new : RowSections::new)
                .apply(models, options);
    }
}
