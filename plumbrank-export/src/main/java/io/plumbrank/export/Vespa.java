package io.plumbrank.export;

import io.plumbrank.export.Exported.Companion;
import io.plumbrank.learn.trees.TreeEnsemble;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Trees for Vespa's {@code models} directory, with a rank profile that names their features as functions. Vespa makes an expression
 * of them, in double precision; the thresholds are written so that floats compare there as here. The form is XGBoost's dump: of
 * UBJSON, Vespa 8.670 moves every threshold down to the next float.
 */
public record Vespa() implements ExportFormat {
    private static final String PROFILE = "-profile.txt";

    @Override
    public String name() {
        return "vespa";
    }

    @Override
    public Exported write(Exportable model, String fileName) {
        model.requireOneScore(name());
        TreeEnsemble ensemble = model.ensemble(name());
        if (!fileName.endsWith(".json")) {
            throw model.refused(
                    "the file name " + fileName, "a name that ends in .json, by which Vespa knows the format");
        }
        List<String> functions = functions(model);
        byte[] content = Documents.json(false, json -> DumpedTrees.write(ensemble, functions::get, json));
        StringBuilder profile = new StringBuilder("rank-profile plumbrank {\n");
        for (int feature : model.usedFeatures()) {
            profile.append("    function ")
                    .append(functions.get(feature))
                    .append("() {\n        expression: attribute(")
                    .append(functions.get(feature))
                    .append(")\n    }\n");
        }
        profile.append("    first-phase {\n        expression: xgboost(\"")
                .append(fileName)
                .append("\")\n    }\n}\n");
        List<String> notes = new ArrayList<>(XgboostFile.weighted(ensemble));
        notes.add("Vespa adds in double precision, so scores differ from those here in the last digits of a float; an"
                + " attribute without a value must be NaN to count as missing");
        return new Exported(content, List.of(Companion.of(PROFILE, profile.toString())), notes);
    }

    /** Names that are names in Vespa too, and stay apart. */
    private static List<String> functions(Exportable model) {
        List<String> functions = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (int feature = 0; feature < model.inputs(); feature++) {
            String plain = model.engineName(feature).replaceAll("[^A-Za-z0-9_]", "_");
            String name = plain.matches("[A-Za-z_].*") ? plain : "f_" + plain;
            functions.add(taken.add(name) ? name : name + "_" + feature);
        }
        return functions;
    }

    @Override
    public Replay replay(Exported files, Exportable model) {
        Map<String, Integer> features = new HashMap<>();
        List<String> functions = functions(model);
        for (int feature = 0; feature < functions.size(); feature++) {
            features.put(functions.get(feature), feature);
        }
        List<DumpedTrees.Node> trees =
                DumpedTrees.read(files.content(), name -> Objects.requireNonNull(features.get(name), name));
        return (x, u) -> {
            u[0] = 0;
            for (DumpedTrees.Node tree : trees) {
                u[0] += tree.doubleLeaf(x);
            }
        };
    }
}
