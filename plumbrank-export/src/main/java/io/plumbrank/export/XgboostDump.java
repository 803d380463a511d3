package io.plumbrank.export;

import io.plumbrank.learn.trees.TreeEnsemble;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The text of XGBoost's {@code dump_model(dump_format="json")}. Features without names are {@code f3}, as there. */
public record XgboostDump() implements ExportFormat {
    @Override
    public String name() {
        return "xgboost-dump";
    }

    @Override
    public Exported write(Exportable model, String fileName) {
        model.requireOneScore(name());
        TreeEnsemble ensemble = model.ensemble(name());
        List<String> notes = new ArrayList<>(XgboostFile.weighted(ensemble));
        if (ensemble.baseScores()[0] != 0) {
            notes.add("a dump has no base score; it is the leaf of the first tree");
        }
        return Exported.of(Documents.json(false, json -> DumpedTrees.write(ensemble, model::engineName, json)), notes);
    }

    @Override
    public Replay replay(Exported files, Exportable model) {
        Map<String, Integer> features = model.byEngineName();
        List<DumpedTrees.Node> trees =
                DumpedTrees.read(files.content(), name -> Objects.requireNonNull(features.get(name), name));
        return (x, u) -> {
            float sum = 0;
            for (DumpedTrees.Node tree : trees) {
                sum += tree.floatLeaf(x);
            }
            u[0] = sum;
        };
    }
}
