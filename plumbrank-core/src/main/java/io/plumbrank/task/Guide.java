package io.plumbrank.task;

import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Instances;

/**
 * What chooses features and λ in the place of a task that takes too long to judge with all of them.
 *
 * @param quick the task that chooses
 * @param quickTrain the training data as it sees them
 * @param quickNumber of its variant among those of the task itself; −1 where that has no such
 * @param slow what is then judged with the chosen features and λ alone
 * @param slowTrain the training data as it sees them
 * @param slowNumber of its variant among those of the task itself
 */
public record Guide<I extends Instance>(
        Task<I> quick,
        Instances<I> quickTrain,
        int quickNumber,
        Task<I> slow,
        Instances<I> slowTrain,
        int slowNumber) {}
