package io.plumbrank.learn.instances;

import io.plumbrank.learn.InstanceScorer;
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
        IntFunction<List<String>> notes) {}
