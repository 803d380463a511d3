/** The command {@code plumbrank}: a command is a class that parses, calls the library and prints. */
@NullMarked
package io.plumbrank.cli;

import org.jspecify.annotations.NullMarked;
