/**
 * Parquet files as data.
 *
 * <p>Core finds {@link io.plumbrank.parquet.ParquetFormat} by {@link java.util.ServiceLoader} and never names it. Footers and pages
 * are found here, and decoded by Parquet's own libraries that need neither Hadoop nor native code.
 */
@NullMarked
package io.plumbrank.parquet;

import org.jspecify.annotations.NullMarked;
