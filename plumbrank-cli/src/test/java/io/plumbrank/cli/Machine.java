package io.plumbrank.cli;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/** What the last digits of results depend on, beside the program. */
final class Machine {
    private Machine() {}

    /**
     * Whether the processor has fused multiply-add, and the JVM uses it. Sums are rounded less often where it does;
     * {@code -XX:-UseFMA} makes a machine with it behave as one without.
     */
    static boolean fuses() {
        return Boolean.parseBoolean(ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .getVMOption("UseFMA")
                .getValue());
    }
}
