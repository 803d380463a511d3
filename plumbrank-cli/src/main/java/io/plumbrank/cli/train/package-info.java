/**
 * {@code plumbrank train} and {@code demo}. Each kind of task has a mixin of options, {@link io.plumbrank.cli.train.KindOptions}, which refuses
 * what it cannot do and makes the task; a new kind is one such class and a line in {@code TrainCommand}.
 */
@NullMarked
package io.plumbrank.cli.train;

import org.jspecify.annotations.NullMarked;
