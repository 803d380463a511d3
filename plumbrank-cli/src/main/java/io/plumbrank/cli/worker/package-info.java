/** The warm worker of the Python package: tables in memory, and predictions of arrays. */
@NullMarked
package io.plumbrank.cli.worker;

import org.jspecify.annotations.NullMarked;
