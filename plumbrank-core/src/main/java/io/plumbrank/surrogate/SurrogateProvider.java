package io.plumbrank.surrogate;

import java.util.List;

/**
 * Brings surrogates that text can name. {@link java.util.ServiceLoader} finds it, so that a surrogate of your own is a class that has its
 * provider and a line {@code provides io.plumbrank.surrogate.SurrogateProvider with …}. Stateless and thread-safe.
 */
@FunctionalInterface
public interface SurrogateProvider {
    /** The surrogates, in the order in which messages list them. */
    List<SurrogateKind> kinds();
}
