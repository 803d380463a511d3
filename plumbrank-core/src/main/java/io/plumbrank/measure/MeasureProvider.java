package io.plumbrank.measure;

import java.util.List;

/**
 * Brings measures that text can name. {@link java.util.ServiceLoader} finds it, so that a measure of your own is a class that has its
 * provider and a line {@code provides io.plumbrank.measure.MeasureProvider with …}. Stateless and thread-safe.
 */
@FunctionalInterface
public interface MeasureProvider {
    /** The measures, in the order in which messages list them. */
    List<MeasureKind> kinds();
}
