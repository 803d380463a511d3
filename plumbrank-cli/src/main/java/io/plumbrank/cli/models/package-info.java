/** Commands that use a model: predict, decide, eval, diagnose, report, importance, why, export and serve. */
@NullMarked
package io.plumbrank.cli.models;

import org.jspecify.annotations.NullMarked;
