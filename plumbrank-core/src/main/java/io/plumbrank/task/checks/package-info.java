/** What is checked of data before a task uses them. */
@NullMarked
package io.plumbrank.task.checks;

import org.jspecify.annotations.NullMarked;
