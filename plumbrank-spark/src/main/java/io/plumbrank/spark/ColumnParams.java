package io.plumbrank.spark;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;

/** The parameters of {@link HasColumns}; Spark finds them by the methods there. */
public record ColumnParams(
        Param<String> label,
        Param<String> query,
        Param<String> item,
        Param<String> features,
        Param<String> weight,
        Param<String> itemWeight,
        Param<String> absent)
        implements Serializable {
    private static final long serialVersionUID = 1;

    /** Of a stage, with defaults: label, query, features, and no column else. */
    static ColumnParams of(Params stage, String query) {
        ColumnParams params = new ColumnParams(
                Texts.param(stage, "labelCol", "column of labels: grades of items, or classes of rows"),
                Texts.param(stage, "queryCol", "column that says which query a row belongs to"),
                Texts.param(stage, "itemCol", "column that names items within their query; empty for none"),
                Texts.param(stage, "featuresCol", "column of features: vectors, or arrays of numbers; NaN is missing"),
                Texts.param(
                        stage, "weightCol", "column of weights of queries, or of rows with classes; empty for none"),
                Texts.param(stage, "itemWeightCol", "column of weights of items within their query; empty for none"),
                Texts.oneOf(
                        stage,
                        "absent",
                        "what a sparse vector leaves out: zero, missing, or auto for what the column's metadata says,"
                                + " else zero",
                        List.of("auto", "zero", "missing")));
        stage.setDefault(params.label, "label");
        stage.setDefault(params.query, query);
        stage.setDefault(params.item, "");
        stage.setDefault(params.features, "features");
        stage.setDefault(params.weight, "");
        stage.setDefault(params.itemWeight, "");
        stage.setDefault(params.absent, "auto");
        return params;
    }
}
