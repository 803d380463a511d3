package io.plumbrank.train;

/** A kind of model that was tried: what fitted it, and its best candidate. */
record Attempt(TrainingRun<?> run, Choice choice) {}
