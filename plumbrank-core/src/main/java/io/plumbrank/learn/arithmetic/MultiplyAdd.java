package io.plumbrank.learn.arithmetic;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/**
 * a·b + c: fused, and so rounded once, where the processor can do that in one instruction, else in two steps. Without the
 * instruction {@link Math#fma} goes through BigDecimal and takes a thousand times as long; virtual machines often hide it.
 *
 * <p>The choice is the machine's, never the program's, so threads and runs agree to the last bit, and so do machines that
 * have the instruction: x86-64 since 2013, and every 64-bit ARM.
 */
public final class MultiplyAdd {
    /** A constant to the JIT compiler. */
    private static final boolean FUSED = hasInstruction();

    private MultiplyAdd() {}

    public static double of(double a, double b, double c) {
        return FUSED ? Math.fma(a, b, c) : a * b + c;
    }

    /** Whether sums on this machine are rounded once. */
    public static boolean isFused() {
        return FUSED;
    }

    private static boolean hasInstruction() {
        try {
            @Nullable
            HotSpotDiagnosticMXBean hotSpot = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            return hotSpot != null
                    && Boolean.parseBoolean(hotSpot.getVMOption("UseFMA").getValue());
        } catch (IllegalArgumentException | LinkageError e) {
            // Another kind of JVM, or one without its management module: two steps are always right.
            return false;
        }
    }
}
