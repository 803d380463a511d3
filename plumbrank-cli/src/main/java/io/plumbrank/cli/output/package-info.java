/** The form of what commands print: tables, JSON, plots, and the words for guarantees and choices. It knows no option. */
@NullMarked
package io.plumbrank.cli.output;

import org.jspecify.annotations.NullMarked;
