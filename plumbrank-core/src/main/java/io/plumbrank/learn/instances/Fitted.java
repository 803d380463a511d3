package io.plumbrank.learn.instances;

import io.plumbrank.learn.InstanceScorer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * What a learner leaves behind.
 *
 * @param candidates what there is to choose from
 * @param heldOut the outputs of all of them for instances that they did not see
 * @param scorer one of them, fitted to all instances
 * @param notes what a user should know of one of them, whole sentences
 */
public record Fitted(
        List<Candidate> candidates,
        HeldOut heldOut,
        IntFunction<InstanceScorer> scorer,
        IntFunction<List<String>> notes) {

    /** The candidates of several, one after another; all held out the same. */
    public static Fitted joined(List<Fitted> parts) {
        if (parts.size() == 1) {
            return parts.get(0);
        }
        List<Candidate> candidates = new ArrayList<>();
        List<Fitted> partOf = new ArrayList<>();
        List<Integer> placeIn = new ArrayList<>();
        for (Fitted part : parts) {
            for (int c = 0; c < part.candidates.size(); c++) {
                candidates.add(part.candidates.get(c));
                partOf.add(part);
                placeIn.add(c);
            }
        }
        return new Fitted(
                candidates,
                HeldOut.sideBySide(parts.stream().map(Fitted::heldOut).toList()),
                c -> partOf.get(c).scorer.apply(placeIn.get(c)),
                c -> partOf.get(c).notes.apply(placeIn.get(c)));
    }
}
