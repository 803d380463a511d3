package io.plumbrank.cli.options;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;

/**
 * Says what a command does with the file that an option names, for {@link FileGuard}. An option of type {@code Path} without
 * it is read; one of type {@code String} without it names no file.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface FileOption {
    /** Whether the file is written; else it is read, if there is one of that name. */
    boolean written() default false;

    /** Makes a path of a file that is read, where {@code -} is standard input. */
    final class Input implements ITypeConverter<Path> {
        @Override
        public Path convert(String name) {
            return name.equals("-") ? STANDARD_INPUT : Path.of(name);
        }
    }

    /** Makes a path of an output, where {@code -} is standard output. */
    final class Output implements ITypeConverter<Path> {
        @Override
        public Path convert(String name) {
            return name.equals("-") ? STANDARD_OUTPUT : Path.of(name);
        }
    }

    /** The name of standard input on this machine. */
    Path STANDARD_INPUT = Path.of("/dev/stdin");

    /** Where this machine keeps the name of standard output. */
    Path STANDARD_OUTPUT = Path.of("/dev/stdout");
}
