package io.plumbrank.solvers;

import com.google.ortools.Loader;

/** OR-Tools' native library, loaded at most once, on first need: unpacking it takes a good part of a second. */
final class NativeLibrary {
    private NativeLibrary() {}

    private static final class Holder {
        static final boolean LOADED = load();

        private static boolean load() {
            try {
                Loader.loadNativeLibraries();
                return true;
            } catch (RuntimeException | LinkageError e) {
                // no library for this machine on the class path, or one that does not run here: core goes on without
                return false;
            }
        }
    }

    static boolean isLoaded() {
        return Holder.LOADED;
    }
}
