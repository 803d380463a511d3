package io.plumbrank.task;

/**
 * One candidate that validation judged.
 *
 * @param learner what fitted it, in words
 * @param surrogate what was minimised, in words
 * @param lambda the regularisation
 * @param valid how it did on instances that it was not fitted to
 * @param chosen whether the model was fitted with it
 */
public record Trial(String learner, String surrogate, double lambda, Result valid, boolean chosen) {
    /** A copy that is marked as chosen only if its learner was chosen. */
    public Trial chosenIf(boolean learnerChosen) {
        return new Trial(learner, surrogate, lambda, valid, chosen && learnerChosen);
    }
}
