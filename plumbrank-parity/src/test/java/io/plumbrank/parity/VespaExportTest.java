package io.plumbrank.parity;

import static org.assertj.core.api.Assertions.assertThat;

import ai.vespa.rankingexpression.importer.ImportedModel;
import ai.vespa.rankingexpression.importer.xgboost.XGBoostImporter;
import com.yahoo.searchlib.rankingexpression.RankingExpression;
import com.yahoo.searchlib.rankingexpression.evaluation.MapContext;
import io.plumbrank.export.ExportFormat;
import io.plumbrank.export.Exportable;
import io.plumbrank.export.Exported;
import io.plumbrank.export.Parity;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Vespa 8.670 imports what is exported, and evaluates the expression that it makes of it. */
@Tag("full")
class VespaExportTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void rankingsAreTheSame(long seed) {
        Exportable model = Samples.exported(Samples.trees(seed, 20, 1, Samples.Missing.BY_SPLIT));
        Exported files = ExportFormat.parse("vespa").write(model, "ranker.json");
        Path file = directory.resolve("ranker.json");
        files.writeTo(file);
        XGBoostImporter importer = new XGBoostImporter();
        assertThat(importer.canImport(file.toString())).isTrue();
        ImportedModel imported = importer.importModel("ranker", file.toString());
        RankingExpression expression =
                imported.expressions().values().iterator().next();
        Parity parity = Parity.of(
                model,
                (x, u) -> {
                    MapContext context = new MapContext();
                    for (int j = 0; j < x.length; j++) {
                        context.put("f" + j, x[j]);
                    }
                    u[0] = expression.evaluate(context).asDouble();
                },
                consumer -> consumer.accept(Samples.rows(model, seed)));
        assertThat(parity.rows()).isGreaterThan(100);
        assertThat(parity.changedRankings()).isZero();
        assertThat(parity.largestDifference()).isLessThan(1e-5);
        assertThat(new String(files.companions().get(0).content(), StandardCharsets.UTF_8))
                .contains("xgboost(\"ranker.json\")", "function f1() {");
    }
}
