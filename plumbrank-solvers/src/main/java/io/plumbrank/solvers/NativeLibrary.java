package io.plumbrank.solvers;

import com.google.ortools.Loader;
import io.plumbrank.decode.algorithms.Deadline;
import io.plumbrank.util.internal.UnpackedLibraries;
import java.time.Duration;

/**
 * OR-Tools' native library, loaded at most once, on first need: unpacking it takes a good part of a second.
 *
 * <p>Its loader does not always say that it failed, as where the temporary folder is missing, full or must not hold programs. So
 * the library counts as loaded once it has solved a problem of two items.
 */
final class NativeLibrary {
    private static final Duration LONGEST = Duration.ofSeconds(10);

    /** Empty until it was asked for, and where it works. */
    private static volatile String fault = "";

    private NativeLibrary() {}

    private static final class Holder {
        static final boolean LOADED = load();

        private static boolean load() {
            try {
                Loader.loadNativeLibraries();
                return turnsTwoItemsRound();
            } catch (RuntimeException | LinkageError e) {
                String said = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
                fault = "OR-Tools, which proves rankings best, does not work here (" + said
                        + "), and branch and bound took its place; it unpacks itself into the temporary folder "
                        + System.getProperty("java.io.tmpdir") + ", which must exist, have room and may hold programs";
                return false;
            } finally {
                UnpackedLibraries.tidy("ortools-java");
            }
        }

        /** To turn the pair round gains 1. */
        private static boolean turnsTwoItemsRound() {
            try (OrderingLp lp = new OrderingLp(2, new double[] {0, -1, 0, 0})) {
                if (lp.solve(Deadline.after(LONGEST)) && Math.abs(lp.bound() + 1) < 1e-6) {
                    return true;
                }
                throw new IllegalStateException("it does not solve a problem of two items");
            }
        }
    }

    static boolean isLoaded() {
        return Holder.LOADED;
    }

    /** Why it is not used; empty where it works, and where nobody has asked for it. */
    static String fault() {
        return fault;
    }
}
