/** Options that commands share, as picocli mixins; the rules by which they are refused; and exit codes. */
@NullMarked
package io.plumbrank.cli.options;

import org.jspecify.annotations.NullMarked;
