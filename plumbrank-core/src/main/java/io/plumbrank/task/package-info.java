/**
 * Tasks: what is to be predicted and how it is judged, apart from how it is fitted.
 *
 * <p>A {@link io.plumbrank.task.Task} encodes labels, decodes outputs, judges predictions and states the guarantee.
 * {@link io.plumbrank.task.Choosing} says how its candidates are chosen, {@link io.plumbrank.task.Variations} which versions of it are
 * worth trying. {@link io.plumbrank.task.QueryInstances} are the instances of all tasks on queries and rows. This room sees the
 * mathematics ({@code data}, {@code measure}, {@code decode}, {@code target}, {@code surrogate}, {@code learn}) and no model.
 *
 * <p>To add a task, write it with its kind in a package of its own; {@code io.plumbrank.kind.items} is the one to imitate.
 */
@NullMarked
package io.plumbrank.task;

import org.jspecify.annotations.NullMarked;
