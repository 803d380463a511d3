/**
 * Fields of model files: {@link io.plumbrank.json.Fields} reads them by name and type and refuses what nobody asked for, and
 * {@link io.plumbrank.json.JsonArrays} writes arrays of them. Codecs of tasks, scorers and feature maps use both.
 *
 * <p>This room may touch {@code util} only, and every room may touch it.
 */
@NullMarked
package io.plumbrank.json;

import org.jspecify.annotations.NullMarked;
