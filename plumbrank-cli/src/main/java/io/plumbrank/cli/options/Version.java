package io.plumbrank.cli.options;

import io.plumbrank.learn.Settings;
import picocli.CommandLine.IVersionProvider;

/** The line that {@code --version} prints. */
public final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {program() + ", Java " + Runtime.version()};
    }

    /** Name and version, as model files carry it. */
    public static String program() {
        return "plumbrank " + Settings.version();
    }
}
