package io.plumbrank.cli.train;

import io.plumbrank.export.ExportFormat;
import io.plumbrank.export.Exportable;
import io.plumbrank.model.Model;
import io.plumbrank.model.ModelChoice;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.Ranker;
import io.plumbrank.train.Trainer;
import io.plumbrank.util.InputException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The systems that run exported models, each with the formats that it takes. */
final class Systems {
    static final String ANY = "any";

    /** A name that all formats take. */
    private static final String FILE = "Model.java";

    /** In the names of kinds that see items in context. */
    private static final String IN_CONTEXT = " with ";

    private static final Map<String, List<String>> FORMATS = new LinkedHashMap<>();

    static {
        FORMATS.put("opensearch", List.of("opensearch"));
        FORMATS.put("solr", List.of("solr"));
        FORMATS.put("elasticsearch", List.of("opensearch"));
        FORMATS.put("vespa", List.of("vespa", "onnx"));
        FORMATS.put("onnx", List.of("onnx"));
        FORMATS.put("java", List.of("java"));
        FORMATS.put("ranklib", List.of("ranklib"));
        FORMATS.put(ANY, List.of());
    }

    private Systems() {}

    static List<String> names() {
        return List.copyOf(FORMATS.keySet());
    }

    /** A copy that tries what a system can run. */
    static Trainer<?> limited(Trainer<?> trainer, String system) {
        return system.equals(ANY) ? trainer : trainer.withTarget(system, predictor -> require(predictor, system));
    }

    /** @throws InputException if a system cannot run it */
    private static void require(Predictor predictor, String system) {
        InputException fault = null;
        for (String format : FORMATS.getOrDefault(system, List.of())) {
            try {
                ExportFormat.parse(format).write(Exportable.of(predictor, "the model"), FILE);
                return;
            } catch (InputException e) {
                fault = e;
            }
        }
        if (fault != null) {
            throw fault;
        }
    }

    /** A sentence on the search engines that cannot run a ranker; empty where all can, or it is none. */
    static Optional<String> note(Predictor predictor) {
        if (predictor.as(Ranker.class).isEmpty()) {
            return Optional.empty();
        }
        Map<String, String> obstacles = new LinkedHashMap<>();
        for (String system : List.of("opensearch", "elasticsearch", "solr", "vespa")) {
            try {
                require(predictor, system);
            } catch (InputException e) {
                obstacles.put(system, e.found());
            }
        }
        return obstacles.isEmpty()
                ? Optional.empty()
                : Optional.of(listed(List.copyOf(obstacles.keySet())) + " do not take "
                        + obstacles.values().iterator().next() + "; to export the best model that they take"
                        + best(predictor) + ", train with --for "
                        + obstacles.keySet().iterator().next());
    }

    private static String listed(List<String> systems) {
        int last = systems.size() - 1;
        return last == 0 ? systems.get(0) : String.join(", ", systems.subList(0, last)) + " and " + systems.get(last);
    }

    /** The best kind that was tried and that search engines run, in brackets; nothing where it is not known. */
    private static String best(Predictor predictor) {
        Model model = predictor.model().orElse(null);
        ModelChoice choice = model == null ? null : model.provenance().choice().orElse(null);
        if (model == null || choice == null) {
            return "";
        }
        boolean open = model.task().view().isPlain()
                || choice.rivals().stream().anyMatch(rival -> rival.name().contains(IN_CONTEXT));
        return choice.rivals().stream()
                .filter(rival -> open && rival.name().matches("linear|forest|trees.*"))
                .filter(rival -> !rival.name().contains(IN_CONTEXT))
                .min(Comparator.comparingDouble(rival -> rival.behind().mean()))
                .map(rival -> String.format(
                        Locale.ROOT,
                        " (%s, %s %.4f)",
                        rival.name(),
                        choice.criterion(),
                        rival.value().mean()))
                .orElse("");
    }
}
