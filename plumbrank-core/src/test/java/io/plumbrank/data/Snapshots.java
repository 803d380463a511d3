package io.plumbrank.data;

import java.util.ArrayList;
import java.util.List;

/** Queries as text that shows every bit, to compare them by. */
final class Snapshots {
    private Snapshots() {}

    /** Name, weight, and for each item its name, the bits of its label and of its features, and its weight if it has one. */
    static String of(Query query) {
        StringBuilder out = new StringBuilder(query.id()).append(" weight ").append(query.weight());
        for (int item = 0; item < query.size(); item++) {
            out.append("\n  ").append(query.hasItemId(item) ? query.itemId(item) : "-");
            out.append(' ').append(Long.toHexString(Double.doubleToRawLongBits(query.label(item))));
            query.forEachFeature(
                    item,
                    (feature, value) -> out.append(' ')
                            .append(feature)
                            .append(':')
                            .append(Integer.toHexString(Float.floatToRawIntBits(value))));
            if (query.hasItemWeights()) {
                out.append(" weight ").append(query.itemWeight(item));
            }
        }
        return out.toString();
    }

    static List<String> of(Dataset data) {
        return data.queries().stream().map(Snapshots::of).toList();
    }

    /** What a visitor sees. */
    static List<String> visited(QuerySource source) {
        List<String> seen = new ArrayList<>();
        source.visit(query -> seen.add(of(query)));
        return seen;
    }
}
