package io.plumbrank.cli.options;

import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Refuses a command that would replace what it reads, before it starts. Files are compared by what the file system keeps, so
 * that links and other spellings of a path do not hide that two names mean one file. Pipes and devices are not replaced by
 * writing to them, and pass.
 */
public final class FileGuard {
    private FileGuard() {}

    /** A file that an argument names. */
    private record Named(String option, Path file) {
        boolean isSameAs(Named other) {
            return isSame(file, other.file);
        }

        /** Whether both would be one file once they are written. */
        boolean becomes(Named other) {
            return isSameAs(other)
                    || (!Files.exists(file)
                            && !Files.exists(other.file)
                            && place(file).equals(place(other.file)));
        }

        /** Whether this is a directory that the other one lies in. */
        boolean holds(Named other) {
            Path parent = other.file.toAbsolutePath().getParent();
            return Files.isDirectory(file) && parent != null && Files.exists(other.file) && isSamePath(file, parent);
        }
    }

    /** @throws ParameterException if an output is an input, or two outputs are one file */
    public static void check(ParseResult parsed) {
        ParseResult command = parsed;
        while (command.hasSubcommand()) {
            command = command.subcommand();
        }
        List<Named> read = new ArrayList<>();
        List<Named> written = new ArrayList<>();
        for (OptionSpec option : command.matchedOptions()) {
            Optional<FileOption> use = use(option);
            List<Named> files = use.map(FileOption::written).orElse(false) ? written : read;
            values(option, use.isPresent()).forEach(file -> files.add(new Named(option.longestName(), file)));
        }
        CommandLine at = command.commandSpec().commandLine();
        if (read.stream()
                        .filter(in -> in.file.equals(FileOption.STANDARD_INPUT))
                        .count()
                > 1) {
            throw new ParameterException(at, "standard input can be read only once: give - for one file");
        }
        for (Named in : read) {
            for (Named out : written) {
                if (out.isSameAs(in)) {
                    throw new ParameterException(
                            at,
                            out.option + " " + out.file + " is the same file as " + in.option + " " + in.file
                                    + " and would replace it: write to another file");
                }
                if (out.holds(in)) {
                    throw new ParameterException(
                            at,
                            out.option + " " + out.file + " is the directory of " + in.option + " " + in.file
                                    + ", which could be replaced there: name another directory");
                }
            }
            if (isSame(FileOption.STANDARD_OUTPUT, in.file)) {
                throw new ParameterException(
                        at,
                        "standard output goes to " + in.file + ", which is read as " + in.option
                                + ": redirect it to another file");
            }
        }
        for (int i = 0; i < written.size(); i++) {
            for (Named other : written.subList(0, i)) {
                if (written.get(i).becomes(other)) {
                    throw new ParameterException(
                            at,
                            written.get(i).option + " and " + other.option + " are the same file, " + other.file
                                    + ": write to two files");
                }
            }
        }
    }

    /** The names of the options by which a command writes files. */
    public static Stream<String> writing(Object command) {
        return new CommandLine(command)
                .getCommandSpec().options().stream()
                        .filter(option -> use(option).map(FileOption::written).orElse(false))
                        .flatMap(option -> Arrays.stream(option.names()));
    }

    private static Optional<FileOption> use(OptionSpec option) {
        return option.userObject() instanceof AnnotatedElement field
                ? Optional.ofNullable(field.getAnnotation(FileOption.class))
                : Optional.empty();
    }

    private static List<Path> values(OptionSpec option, boolean texts) {
        Object value = option.getValue();
        Collection<?> all =
                value instanceof Collection<?> several ? several : value == null ? List.of() : List.of(value);
        List<Path> files = new ArrayList<>();
        for (Object one : all) {
            if (one instanceof Path file) {
                files.add(file);
            } else if (texts) {
                try {
                    files.add(new FileOption.Input().convert(one.toString()));
                } catch (InvalidPathException e) {
                    continue; // a text that can name no file
                }
            }
        }
        return files;
    }

    /** Where a file that is not there would be, past links in its path. */
    private static Path place(Path file) {
        Path whole = file.toAbsolutePath().normalize();
        Path parent = whole.getParent();
        try {
            return parent == null ? whole : parent.toRealPath().resolve(whole.getFileName());
        } catch (IOException e) {
            return whole; // writing will say that there is no such folder
        }
    }

    public static boolean isSame(Path one, Path other) {
        return Files.isRegularFile(one) && Files.isRegularFile(other) && isSamePath(one, other);
    }

    private static boolean isSamePath(Path one, Path other) {
        try {
            return Files.isSameFile(one, other);
        } catch (IOException e) {
            return false; // one of them went away or cannot be looked at: reading or writing it will say so
        }
    }
}
