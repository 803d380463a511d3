package io.plumbrank.task.checks;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.util.InputException;
import java.util.List;

/** Whether data have the features that a model was trained on. */
public final class FeatureCheck {
    private FeatureCheck() {}

    /**
     * @param names the features in training, empty where they go by their numbers
     * @throws InputException if the data name others
     */
    public static void requireNames(QuerySource source, List<String> names) {
        requireNames(source.file().toString(), source.featureNames(), names);
    }

    /** @param here the features of the data */
    public static void requireNames(String file, List<String> here, List<String> names) {
        if (here.equals(names)) {
            return;
        }
        if (names.isEmpty() || here.isEmpty()) {
            // numbered features begin at 0 or 1 and columns at 0: to guess would be to shift
            throw new InputException(
                    file,
                    1,
                    here.isEmpty() ? "features by number" : "features by column name",
                    here.isEmpty()
                            ? "a CSV file with the columns of the training data: " + String.join(", ", names)
                            : "SVMlight text, as in training");
        }
        int at = 0;
        while (at < here.size() && at < names.size() && here.get(at).equals(names.get(at))) {
            at++;
        }
        String found = at < here.size() ? "feature column " + InputException.quote(here.get(at)) : "no more columns";
        String expected = at < names.size()
                ? InputException.quote(names.get(at)) + " there, as in the training data"
                : "no more than the " + names.size() + " features of the training data";
        throw new InputException(
                file,
                1,
                found,
                expected + "; name the columns of label, query, weight and item if they are other than usual");
    }

    /**
     * Arrays have no numbers that could be compared, so that their width is all that tells whether they fit. Queries of files are
     * as wide as the largest number in them.
     *
     * @param inputs how many features there were in training
     * @param names of these, empty where they go by their numbers
     * @throws IllegalArgumentException if a query from arrays has another width than the model
     */
    public static void requireWidth(Query query, int inputs, List<String> names) {
        if (query.firstLine() == 0 && query.size() > 0 && query.featureCount() != inputs) {
            throw width("query '" + query.id() + "' has " + query.featureCount() + " features per item", inputs, names);
        }
    }

    /** Makes sure that a row has as many features as there were in training. */
    public static void requireWidth(int width, int inputs, List<String> names) {
        if (width != inputs) {
            throw width("a row of " + width + " features", inputs, names);
        }
    }

    private static IllegalArgumentException width(String found, int inputs, List<String> names) {
        return new IllegalArgumentException(found + ", and the model was trained on " + inputs
                + (names.isEmpty()
                        ? ", numbers 0 to " + (inputs - 1)
                                + ": features of LETOR text count from 1, and Query.countedFrom(1) puts the columns of an"
                                + " array there"
                        : ": " + String.join(", ", names)));
    }

    /**
     * Features that training never saw do not count in a row of a file: sparse text of other rows may well name more.
     *
     * @param inputs how many features there were in training; fewer are absent
     * @throws InputException if a row from an array has more
     */
    public static void requireCount(QuerySource source, Query query, int inputs) {
        if (query.firstLine() == 0 && query.featureCount() > inputs) {
            throw new InputException(
                    source.file().toString(),
                    0,
                    "a row of " + query.featureCount() + " features",
                    "at most " + inputs + ", as in the training data");
        }
    }
}
