/**
 * Text files at the speed of the disk: chunks on several threads, decimals that are rounded right, UTF-8, bad lines.
 *
 * <p>What is in a line is the business of the readers in {@code data}. A part of that room, for modules of this project alone.
 */
@NullMarked
package io.plumbrank.data.text;

import org.jspecify.annotations.NullMarked;
