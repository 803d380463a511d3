package io.plumbrank.server;

import io.plumbrank.data.Absent;
import io.plumbrank.data.Query;
import io.plumbrank.learn.ExplainedScorer;
import io.plumbrank.model.FeatureSummary;
import io.plumbrank.model.Model;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.Ranker;
import io.plumbrank.server.ServiceException.Code;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.DidYouMean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where a model wants the features of a request. A model of CSV goes by names, and an array has one number per name, in order. A
 * model of LETOR text goes by numbers, and an array begins with feature 1, or with feature 0 if training saw that one. An unnamed
 * model of XGBoost, of which nobody said what it counts from, goes by the places of an array alone.
 *
 * @param width how many numbers the model reads
 * @param names of the features; empty where they go by numbers
 * @param first the number of the first entry of an array; those before it are missing
 * @param numbered whether features may be given by number
 * @param open whether features past the width are passed over, as the model does not say how many there were
 * @param absent what a feature is that a request does not name
 */
record FeatureLayout(int width, List<String> names, int first, boolean numbered, boolean open, Absent absent) {
    FeatureLayout {
        names = List.copyOf(names);
    }

    /** The features of a model of ours. */
    static FeatureLayout of(Predictor predictor, Model model) {
        int width = predictor.inputs();
        List<String> names = predictor.featureNames();
        FeatureSummary seen = model.provenance().features().seen();
        boolean zero = seen == null ? usesFirst(predictor) : seen.count() > 0 && seen.first() == 0;
        return names.isEmpty()
                ? new FeatureLayout(width, names, zero ? 0 : 1, true, false, predictor.absent())
                : new FeatureLayout(width, names, 0, false, false, predictor.absent());
    }

    /** A model of XGBoost by names, or by the places of an array. */
    static FeatureLayout inColumns(Ranker ranker) {
        return new FeatureLayout(ranker.inputs(), ranker.featureNames(), 0, false, false, ranker.absent());
    }

    /**
     * A model of another tool by the numbers of LETOR text.
     *
     * @param open whether the model does not say how many features there were
     */
    static FeatureLayout numbered(Ranker ranker, boolean open) {
        return new FeatureLayout(ranker.inputs(), List.of(), usesFirst(ranker) ? 0 : 1, true, open, ranker.absent());
    }

    private static boolean usesFirst(Predictor predictor) {
        return predictor
                .as(Ranker.class)
                .flatMap(Ranker::rowScorer)
                .map(scorer -> scorer instanceof ExplainedScorer explained && scorer.inputs() > 0 && explained.uses(0))
                .orElse(false);
    }

    /** How many numbers an array has. */
    int arrayLength() {
        return width - first;
    }

    /** Whether every request that fits another layout fits this one, and means the same. */
    boolean takesAll(FeatureLayout other) {
        boolean asLong = open ? arrayLength() <= other.arrayLength() : width == other.width;
        return names.equals(other.names)
                && first == other.first
                && absent == other.absent
                && asLong
                && (open || !other.open)
                && (numbered || !other.numbered);
    }

    /** The input that this layout expects, for people. */
    String words() {
        return arrayLength() + (open ? " or more" : "") + " features"
                + (names.isEmpty() ? numbered ? " by number, from " + first : " by place" : ", " + listed());
    }

    private String listed() {
        int most = 5;
        return String.join(", ", names.subList(0, Math.min(most, names.size()))) + (names.size() > most ? ", …" : "");
    }

    /** Puts rows where the model wants them, NaN where a feature is missing; one row at least has a value. */
    float[][] place(List<Row> rows) {
        Placing placing = new Placing();
        float[][] placed = new float[rows.size()][];
        for (int i = 0; i < placed.length; i++) {
            Row row = rows.get(i);
            List<String> given = row.names();
            placed[i] = given == null ? ofArray(row.values()) : placing.ofNames(given, row.values());
        }
        requireSome(rows);
        return placed;
    }

    private float[] ofArray(float[] values) {
        if (values.length != arrayLength() && !(open && values.length > arrayLength())) {
            throw new ServiceException(
                    Code.WRONG_WIDTH,
                    "an array of " + values.length + " numbers, expected " + arrayLength() + ": "
                            + (names.isEmpty()
                                    ? "features " + first + " to " + (width - 1) + " in order"
                                    : "one per name, in order")
                            + ", null where one is missing");
        }
        float[] row = new float[width];
        Arrays.fill(row, 0, first, absent.value());
        System.arraycopy(values, 0, row, first, arrayLength());
        return row;
    }

    /** Finds features by name; rows mostly have the same names in the same order, which are looked up once. */
    private final class Placing {
        private final Map<String, Integer> columns = new HashMap<>();
        private List<String> known = List.of();
        private int[] places = {};

        Placing() {
            for (int j = 0; j < names.size(); j++) {
                columns.put(names.get(j), j);
            }
        }

        float[] ofNames(List<String> given, float[] values) {
            if (!given.equals(known)) {
                places = places(given);
                known = given;
            }
            float[] row = new float[width];
            Arrays.fill(row, absent.value());
            for (int i = 0; i < values.length; i++) {
                if (places[i] >= 0) {
                    row[places[i]] = values[i];
                }
            }
            return row;
        }

        private int[] places(List<String> given) {
            if (names.isEmpty() && !numbered) {
                throw new ServiceException(
                        Code.UNKNOWN_FEATURE,
                        "the model has no names for its features and does not tell whether their numbers count from 0"
                                + " or 1: give arrays of " + arrayLength()
                                + " numbers in the order of its training data");
            }
            boolean[] taken = new boolean[width];
            int[] found = new int[given.size()];
            for (int i = 0; i < found.length; i++) {
                String name = given.get(i);
                int column = names.isEmpty() ? number(name) : columns.getOrDefault(name, -1);
                if (column < 0 || (column >= width && !open)) {
                    throw new ServiceException(
                            Code.UNKNOWN_FEATURE,
                            "the model has no feature " + InputException.quote(name)
                                    + (names.isEmpty()
                                            ? "; it knows the numbers " + first + " to " + (width - 1)
                                            : DidYouMean.hint(name, names)));
                }
                if (column < width) {
                    if (taken[column]) {
                        throw new ServiceException(
                                Code.UNKNOWN_FEATURE, "the feature " + InputException.quote(name) + " is given twice");
                    }
                    taken[column] = true;
                }
                found[i] = column < width ? column : -1;
            }
            return found;
        }

        /** A number without sign or leading zeros; −1 for anything else, and for those that come before the first. */
        private int number(String name) {
            if (name.isEmpty() || name.length() > 9 || (name.charAt(0) == '0' && name.length() > 1)) {
                return -1;
            }
            int number = 0;
            for (int i = 0; i < name.length(); i++) {
                int digit = name.charAt(i) - '0';
                if (digit < 0 || digit > 9) {
                    return -1;
                }
                number = 10 * number + digit;
            }
            return number < first ? -1 : number;
        }
    }

    /**
     * The query that rows make.
     *
     * @throws ServiceException if two items have one name, a row does not fit, or no item has any feature
     */
    Query query(String id, List<Row> rows) {
        float[][] placed = place(rows);
        if (rows.isEmpty()) {
            throw new ServiceException(Code.BAD_ITEM, "a query has at least one item, and this one has none");
        }
        Query query = Query.of(id, placed);
        return rows.stream().allMatch(row -> row.id() == null) ? query : query.withItemIds(itemIds(rows));
    }

    /** An item without a name goes by its number from 1 on, which no other item may be called. */
    private static List<String> itemIds(List<Row> rows) {
        List<String> ids = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (Row row : rows) {
            String given = row.id();
            if (given != null && given.isEmpty()) {
                throw new ServiceException(Code.BAD_ITEM, "an id has no character; leave it out where there is none");
            }
            String name = given == null ? Integer.toString(ids.size() + 1) : given;
            if (!taken.add(name)) {
                throw new ServiceException(
                        Code.BAD_ITEM,
                        "two items have the id " + InputException.quote(name)
                                + "; an item without one gets its number: give every item an id of its own");
            }
            ids.add(name);
        }
        return ids;
    }

    /** Rows without a single value would all be predicted alike, and nobody means that. */
    private static void requireSome(List<Row> rows) {
        for (Row row : rows) {
            for (float value : row.values()) {
                if (!Float.isNaN(value)) {
                    return;
                }
            }
        }
        if (!rows.isEmpty()) {
            throw new ServiceException(Code.UNKNOWN_FEATURE, "no row has a value of any feature that the model knows");
        }
    }
}
