/** How good models, kinds of models and decoders are on real and on generated problems: the tables of docs/benchmarks.md. */
@NullMarked
package io.plumbrank.bench.studies;

import org.jspecify.annotations.NullMarked;
