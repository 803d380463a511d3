package io.plumbrank.cli.theory;

import io.plumbrank.cli.options.CommonOptions;
import io.plumbrank.cli.output.ChoiceText;
import io.plumbrank.cli.output.GuaranteeText;
import io.plumbrank.cli.output.Json;
import io.plumbrank.cli.output.TextTable;
import io.plumbrank.cli.output.Texts;
import io.plumbrank.learn.Scorer;
import io.plumbrank.model.Model;
import io.plumbrank.model.ModelChoice;
import io.plumbrank.model.Provenance;
import io.plumbrank.model.TaskKind;
import io.plumbrank.report.LinearWeights;
import io.plumbrank.report.ModelCard;
import io.plumbrank.report.ModelCard.Section;
import io.plumbrank.target.Guarantee;
import io.plumbrank.task.Task;
import java.io.IOException;
import java.util.List;

/** Prints what a model is. */
final class CardPrinter {
    private final Model model;
    private final CommonOptions common;

    CardPrinter(Model model, CommonOptions common) {
        this.model = model;
        this.common = common;
    }

    void print() {
        ModelCard card = ModelCard.of(model);
        switch (common.format) {
            case TABLE -> table(card);
            case JSON -> Json.print(common.out(), this::json);
            case MD -> common.out().print(card.markdown());
        }
    }

    private void table(ModelCard card) {
        common.out().println(Texts.printable(card.title()));
        for (Section section : card.sections()) {
            common.out().println();
            common.out().println(section.title());
            if (!section.table().isEmpty()) {
                List<String> header = section.table().get(0);
                TextTable table = new TextTable(header.toArray(String[]::new));
                section.table().stream().skip(1).forEach(row -> table.row(row.toArray(String[]::new)));
                table.print(common.out());
            }
            section.sentences().forEach(sentence -> common.out().println("- " + Texts.printable(sentence)));
        }
        common.out().println();
        GuaranteeText.papers(model.guarantee().sentences()).forEach(common.out()::println);
    }

    private void json(Json json) throws IOException {
        Provenance provenance = model.provenance();
        Guarantee guarantee = model.guarantee();
        TaskKind<Task<?>> kind = TaskKind.of(model.task());
        json.field("measure", model.task().measureName())
                .field("surrogate", model.task().surrogate())
                .field("dimension", kind.dimension(model.task()))
                .field(
                        "encodedSize",
                        model.predictor().rowScorer().map(Scorer::outputs).orElseGet(model.task()::outputs))
                .field("decoder", kind.decoder(model.task()))
                .field("lambda", model.lambda())
                .field("data", provenance.data().file())
                .field("checksum", provenance.data().checksum())
                .field("rows", provenance.rows())
                .field("seed", provenance.seed())
                .field("program", provenance.program())
                .field("featureNames", provenance.featureNames());
        GuaranteeText.fields(guarantee, json);
        json.field("over", guarantee.over());
        LinearWeights weights = LinearWeights.of(model);
        if (!weights.parts().isEmpty()) {
            json.array(
                    "parts",
                    weights.parts(),
                    (fields, part) -> fields.field("function", part.function()).field("weight", part.weight()));
        }
        if (!weights.features().isEmpty()) {
            json.array(
                    "weights",
                    weights.features(),
                    (fields, feature) -> fields.field("feature", feature.name())
                            .field(
                                    "weights",
                                    feature.weights().stream()
                                            .mapToDouble(each -> each)
                                            .toArray()));
        }
        ModelChoice choice = provenance.choice().orElse(null);
        if (choice != null) {
            json.object("choice", fields -> ChoiceText.fields(choice, fields));
        }
    }
}
