package org.example.extend.stock;

import io.plumbrank.target.LowRankLossContract;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The promise of the kind is that of its loss, and brute force over demands and stocks holds it. */
class StockTest extends LowRankLossContract<Integer, Integer> {
    @Override
    protected Stream<Case<Integer, Integer>> cases() {
        return Stream.of(new Stock(1, 1, 1), new Stock(5, 1, 6), new Stock(0.5, 2, 9))
                .map(loss -> {
                    List<Integer> all =
                            IntStream.rangeClosed(0, loss.most()).boxed().toList();
                    return new Case<>(loss, all, all);
                });
    }
}
