package io.plumbrank.decode.algorithms;

import io.plumbrank.data.Ranking;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.decode.DecodeResult.Optimality;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Decodes a linear ordering component by component, small ones first, and puts the pieces together. */
final class ComponentDecoder {
    enum Effort {
        SEARCH,
        EXACT,
        AUTO
    }

    /** Components of up to this size are solved exactly whatever is asked for: it takes less than a millisecond. */
    private static final int TINY = 11;

    private final LinearOrdering problem;
    private final Effort effort;
    private final DecodeLimits limits;
    private final Set<String> methods = new LinkedHashSet<>();

    ComponentDecoder(LinearOrdering problem, Effort effort, DecodeLimits limits) {
        this.problem = problem;
        this.effort = effort;
        this.limits = limits;
    }

    /** A component's order and what is known of it; the bound does not count the sum of minima. */
    record Piece(Ranking order, double bound, Optimality optimality) {}

    DecodeResult decode() {
        long start = System.nanoTime();
        Deadline deadline = Deadline.of(limits);
        List<int[]> components = new DifferenceGraph(problem, 0).components();
        Piece[] pieces = new Piece[components.size()];
        int[] bySize = IntStream.range(0, pieces.length)
                .boxed()
                .sorted(Comparator.comparingInt(c -> components.get(c).length))
                .mapToInt(Integer::intValue)
                .toArray();
        for (int done = 0; done < bySize.length; done++) {
            int c = bySize[done];
            pieces[c] = piece(components.get(c), deadline.part(1.0 / (bySize.length - done)));
        }
        return assemble(components, pieces, start);
    }

    private DecodeResult assemble(List<int[]> components, Piece[] pieces, long start) {
        int[] items = new int[problem.size()];
        int next = 0;
        double bound = problem.sumOfMinima();
        Optimality optimality = Optimality.PROVEN;
        for (int c = 0; c < pieces.length; c++) {
            for (int position = 0; position < components.get(c).length; position++) {
                items[next++] = components.get(c)[pieces[c].order.itemAt(position)];
            }
            bound += pieces[c].bound;
            // the enum runs from the most to the least that can be said
            if (pieces[c].optimality.compareTo(optimality) > 0) {
                optimality = pieces[c].optimality;
            }
        }
        Ranking ranking = Ranking.ofItems(items);
        double value = problem.value(ranking);
        return new DecodeResult(
                ranking,
                value,
                optimality == Optimality.PROVEN ? value : Math.min(bound, value),
                optimality,
                methods.isEmpty() ? "topological-order" : String.join("+", methods),
                Duration.ofNanos(System.nanoTime() - start));
    }

    private Piece piece(int[] items, Deadline deadline) {
        if (items.length == 1) {
            return new Piece(Ranking.identity(1), 0, Optimality.PROVEN);
        }
        LinearOrdering component = problem.reducedTo(items);
        // so few sets are gone through before the deadline is first looked at
        int[] order = items.length <= TINY ? SubsetProgram.order(component, deadline) : null;
        if (order != null) {
            methods.add("subset-dp");
            Ranking ranking = Ranking.ofItems(order);
            return new Piece(ranking, component.value(ranking), Optimality.PROVEN);
        }
        LargeComponent large = new LargeComponent(component, effort, limits.seed(), deadline);
        Piece piece = large.decode();
        methods.add(large.method());
        return piece;
    }
}
