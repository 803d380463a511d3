package io.plumbrank.train;

import io.plumbrank.data.Dataset;
import io.plumbrank.data.Query;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Features that are left out together: those whose names begin alike, up to the first {@code _}, {@code .}, {@code -} or space, where
 * that makes a few groups; else neighbours, as many in each.
 */
final class FeatureGroups {
    /** A group costs a fit, and fits are few. */
    private static final int MOST_GROUPS = 6;

    /** Features are counted in so many queries. */
    private static final int LOOKED_AT = 1000;

    private FeatureGroups() {}

    /** The groups by their names, in order; none where there are not two features. */
    static Map<String, BitSet> of(Dataset data) {
        int[] present = present(data);
        Map<String, BitSet> groups = data.featureNames().isEmpty() ? Map.of() : byNames(present, data.featureNames());
        if (groups.size() >= 2 && groups.size() <= MOST_GROUPS) {
            return groups;
        }
        return present.length < 2 ? Map.of() : neighbours(present, data.featureNames());
    }

    private static int[] present(Dataset data) {
        BitSet present = new BitSet();
        for (Query query :
                data.queries().subList(0, Math.min(LOOKED_AT, data.queries().size()))) {
            for (int item = 0; item < query.size(); item++) {
                query.forEachFeature(item, (feature, value) -> present.set(feature));
            }
        }
        return present.stream().toArray();
    }

    private static Map<String, BitSet> byNames(int[] present, List<String> names) {
        Map<String, BitSet> groups = new LinkedHashMap<>();
        for (int feature : present) {
            String beginning = names.get(feature).split("[_. -]", 2)[0];
            groups.computeIfAbsent(beginning, key -> new BitSet()).set(feature);
        }
        return groups;
    }

    private static Map<String, BitSet> neighbours(int[] present, List<String> names) {
        int count = Math.min(MOST_GROUPS, present.length);
        Map<String, BitSet> groups = new LinkedHashMap<>();
        for (int group = 0; group < count; group++) {
            int from = group * present.length / count;
            int to = (group + 1) * present.length / count;
            BitSet features = new BitSet();
            List<String> ends = new ArrayList<>();
            for (int i = from; i < to; i++) {
                features.set(present[i]);
                if (i == from || i == to - 1) {
                    ends.add(names.isEmpty() ? Integer.toString(present[i]) : names.get(present[i]));
                }
            }
            groups.put(String.join(" to ", ends), features);
        }
        return groups;
    }
}
