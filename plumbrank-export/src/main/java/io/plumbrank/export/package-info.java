/**
 * Models that leave: each format that another system loads is one class, {@link io.plumbrank.export.ExportFormat} finds
 * them by {@link java.util.ServiceLoader}, and none knows a command.
 *
 * <p>A format takes an {@link io.plumbrank.export.Exportable}, which is a function of one row, gives the files, and reads them
 * back as the system would that they are for: by its rule at a threshold, its order of addition, its number of bits.
 * {@link io.plumbrank.export.Parity} compares the two on rows. The way back shares nothing with the way out, so a slip in
 * one shows.
 *
 * <p>Core knows nothing of it. It depends on core alone.
 */
@NullMarked
package io.plumbrank.export;

import org.jspecify.annotations.NullMarked;
