package io.plumbrank.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.data.Grouping;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.blocks.BlockRule;
import io.plumbrank.data.blocks.BlockedSource;
import io.plumbrank.data.blocks.QueryBlocks;
import io.plumbrank.learn.instances.Folds;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FoldSourceTest {
    private static final Folds FOLDS = new Folds(4, 3);

    private static QuerySource all() {
        return QuerySource.of(IntStream.range(0, 50)
                .mapToObj(q -> Query.of("q" + q, new double[] {q % 3, 1}, new float[][] {{q, 1}, {q, 2}}))
                .toList());
    }

    private static List<String> visited(QuerySource source) {
        List<String> ids = new ArrayList<>();
        source.visit(query -> ids.add(query.id()));
        return ids;
    }

    private static List<String> picked(List<String> all, int fold, boolean in) {
        return IntStream.of(FOLDS.numbers(all.size(), fold, in))
                .mapToObj(all::get)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFoldAndTheOthersAreAllQueriesInTheirOrder(boolean blocked) {
        QuerySource source = blocked ? BlockedSource.of(all(), new BlockRule(5, Grouping.QUERY), 2) : all();
        List<String> whole = visited(source);
        for (int fold = 0; fold < FOLDS.count(); fold++) {
            for (boolean in : new boolean[] {true, false}) {
                QuerySource part = new FoldSource(source, FOLDS, fold, in);
                assertThat(visited(part)).isEqualTo(picked(whole, fold, in));
                assertThat(part.load().queries()).extracting(Query::id).isEqualTo(picked(whole, fold, in));
            }
        }
    }

    /** Each block says which number its first query has among those that are taken, and has a memory of its own. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theBlocksOfAFoldHoldItsQueries(boolean in) {
        QuerySource source = BlockedSource.of(all(), new BlockRule(5, Grouping.QUERY), 2);
        List<String> expected = picked(visited(source), 2, in);
        QueryBlocks blocks =
                QueryBlocks.of(new FoldSource(source, FOLDS, 2, in)).orElseThrow();
        TreeMap<String, Integer> numbers = blocks.reduce(
                block -> {
                    TreeMap<String, Integer> own = new TreeMap<>();
                    block.queries().visit(query -> own.put(query.id(), (int) block.first() + own.size()));
                    block.memory().put("key", "of the fold");
                    return own;
                },
                (one, other) -> {
                    TreeMap<String, Integer> both = new TreeMap<>(one);
                    both.putAll(other);
                    return both;
                });
        assertThat(numbers).hasSameSizeAs(expected);
        numbers.forEach((id, number) -> assertThat(expected.get(number)).isEqualTo(id));
        String found = QueryBlocks.of(source)
                .orElseThrow()
                .reduce(block -> String.valueOf(block.memory().get("key")), (one, other) -> one);
        assertThat(found).isEqualTo("null");
    }
}
