package io.plumbrank.spark;

import io.plumbrank.spark.FrameColumns.Role;
import java.util.EnumMap;
import java.util.Map;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;

/** What names the columns of a DataFrame. A column with an empty name is not there. */
public interface HasColumns extends Params {
    /** The parameters. */
    ColumnParams columns();

    /** The grade of an item, or the class of a row. */
    default Param<String> labelCol() {
        return columns().label();
    }

    /** The name or number of the query that a row belongs to. */
    default Param<String> queryCol() {
        return columns().query();
    }

    /** The name of an item within its query. */
    default Param<String> itemCol() {
        return columns().item();
    }

    /** A vector or an array of numbers; NaN is missing. */
    default Param<String> featuresCol() {
        return columns().features();
    }

    /** How much the query, or the row of a class, counts. */
    default Param<String> weightCol() {
        return columns().weight();
    }

    /** How much an item counts within its query. */
    default Param<String> itemWeightCol() {
        return columns().itemWeight();
    }

    /** What it means that a sparse vector leaves a value out. */
    default Param<String> absent() {
        return columns().absent();
    }

    /** The names of the columns by role; not for users. */
    default Map<Role, String> columnNames() {
        Map<Role, String> names = new EnumMap<>(Role.class);
        names.put(Role.LABEL, getOrDefault(labelCol()));
        names.put(Role.QUERY, getOrDefault(queryCol()));
        names.put(Role.ITEM, getOrDefault(itemCol()));
        names.put(Role.FEATURES, getOrDefault(featuresCol()));
        names.put(Role.WEIGHT, getOrDefault(weightCol()));
        names.put(Role.ITEM_WEIGHT, getOrDefault(itemWeightCol()));
        return names;
    }
}
