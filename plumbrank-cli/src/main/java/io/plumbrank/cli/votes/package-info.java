/** {@code plumbrank aggregate}: one ranking out of votes or runs. */
@NullMarked
package io.plumbrank.cli.votes;

import org.jspecify.annotations.NullMarked;
