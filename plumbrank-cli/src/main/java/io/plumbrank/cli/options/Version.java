package io.plumbrank.cli.options;

import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar. */
public final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {program() + ", Java " + Runtime.version()};
    }

    /** Name and version, as model files carry it. */
    public static String program() {
        String version = Version.class.getPackage().getImplementationVersion();
        return "plumbrank " + (version == null ? "(development)" : version);
    }
}
