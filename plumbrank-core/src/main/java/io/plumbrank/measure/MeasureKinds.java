package io.plumbrank.measure;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The measures that there are. */
final class MeasureKinds {
    /** A new measure is a class and a line here. Messages list them in this order. */
    private static final List<MeasureKind> OURS = List.of(
            Dcg.KIND,
            Ndcg.KIND,
            Precision.KIND,
            Recall.KIND,
            Precision.WINNER_TAKES_ALL,
            Success.KIND,
            AveragePrecision.KIND,
            ReciprocalRank.KIND,
            ExpectedReciprocalRank.KIND,
            AreaUnderCurve.KIND,
            Spearman.KIND,
            Kendall.KIND,
            ExpectedRankUtility.KIND,
            PairwiseDisagreement.KIND,
            RPrecision.KIND,
            BinaryPreference.KIND,
            Count.QUERIES,
            Count.RETRIEVED,
            Count.RELEVANT,
            Count.RELEVANT_RETRIEVED);

    /** Ours, then those of providers by the providers' names. */
    static final List<MeasureKind> ALL = Stream.concat(
                    OURS.stream(),
                    ServiceLoader.load(MeasureProvider.class, MeasureProvider.class.getClassLoader()).stream()
                            .sorted(Comparator.comparing(found -> found.type().getName()))
                            .flatMap(found -> found.get().kinds().stream()))
            .toList();

    private static final Map<String, MeasureKind> BY_WORD = new HashMap<>();

    static {
        ALL.forEach(kind -> kind.words().forEach(word -> BY_WORD.putIfAbsent(word, kind)));
    }

    private MeasureKinds() {}

    /** The measure of a word in lower case, or null. */
    static @Nullable MeasureKind ofWord(String word) {
        return BY_WORD.get(word.replace('-', '_').replace(' ', '_'));
    }

    /** Every word that {@link #ofWord} knows. */
    static Set<String> words() {
        return Collections.unmodifiableSet(BY_WORD.keySet());
    }
}
