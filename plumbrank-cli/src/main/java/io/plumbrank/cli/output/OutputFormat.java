package io.plumbrank.cli.output;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The values of {@code --format}. */
public enum OutputFormat {
    /** Aligned, for people. */
    TABLE,
    /** One document. */
    JSON,
    /** For spreadsheets and scripts. */
    CSV,
    /** Markdown, of what has headings. */
    MD;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Reads a format in any case of letters. */
    public static final class Converter implements ITypeConverter<OutputFormat> {
        @Override
        public OutputFormat convert(String word) {
            for (OutputFormat format : values()) {
                if (format.name().equalsIgnoreCase(word)) {
                    return format;
                }
            }
            String known =
                    Stream.of(TABLE, JSON, CSV).map(OutputFormat::toString).collect(Collectors.joining(", "));
            throw new TypeConversionException("expected one of " + known + " but was '" + word + "'");
        }
    }
}
