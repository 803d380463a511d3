package io.plumbrank.learn.ridge;

import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.RowScorer.Slice;
import io.plumbrank.learn.instances.Candidate;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.InstanceLoss;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Padding;
import io.plumbrank.learn.instances.Plan;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.learn.maps.FeatureSpec;
import java.util.List;
import java.util.stream.IntStream;

/** Least squares on the items of queries: one path per variant, about the means of queries or not. */
final class ItemRidgeFit<I extends Instance> extends RidgeFit.OfBlocks<GroupSums, I> {
    private final InstanceLoss.Squares squares;

    ItemRidgeFit(FeatureSpec spec, Instances<I> instances, Plan<I> plan) {
        super(spec, instances, plan);
        this.squares = squares(plan.variants().get(0));
    }

    private static InstanceLoss.Squares squares(Variant variant) {
        InstanceLoss.Squares squares = variant.loss().squares();
        if (squares == null) {
            throw new IllegalArgumentException(variant.loss().text() + " is no square");
        }
        return squares;
    }

    /**
     * 25 values from 10⁻⁸ to 10⁴, two per decade: the loss of a query is a sum over its items, so the grid reaches as far up
     * above {@link RidgePath#defaultLambdas} as queries have items.
     */
    @Override
    double[] grid() {
        return IntStream.rangeClosed(-16, 8)
                .mapToDouble(half -> StrictMath.pow(10, half / 2.0))
                .toArray();
    }

    @Override
    double weight(GroupSums sums) {
        return sums.total().weight();
    }

    @Override
    List<GroupSums> sums() {
        double factor = squares.targetFactor();
        Padding padding = instances.padding();
        return sums((workers, map) -> SumsPass.ofGroups(0, workers, padding, first -> map), (instance, pass) -> {
            pass.addGroup(instance, factor);
            return instance.rows();
        });
    }

    @Override
    List<RidgePath> solve(GroupSums sums) {
        return plan.variants().stream()
                .map(variant ->
                        path(squares(variant).centred() ? RidgeProblem.pairwise(sums) : RidgeProblem.pointwise(sums)))
                .toList();
    }

    @Override
    InstanceScorer stacked(List<RidgePath> paths, List<Candidate> candidates) {
        List<RidgePath> used = candidates.stream()
                .map(candidate -> paths.get(plan.variants().indexOf(candidate.variant())))
                .distinct()
                .toList();
        double[] lambdas = candidates.stream()
                .mapToDouble(candidate -> candidate.lambda() / squares.lossFactor())
                .distinct()
                .toArray();
        List<Slice> slices = IntStream.range(0, candidates.size())
                .mapToObj(c -> new Slice(c, 1))
                .toList();
        return new RowScorer(RidgePath.stackedScorer(used, lambdas), slices);
    }
}
