/** Queries in blocks by a hash of the rows, so that what is made of them does not depend on their order in the file, or on the cluster that holds them. */
@NullMarked
package io.plumbrank.data.blocks;

import org.jspecify.annotations.NullMarked;
