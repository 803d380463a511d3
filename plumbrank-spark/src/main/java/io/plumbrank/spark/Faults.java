package io.plumbrank.spark;

import io.plumbrank.util.InputException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.ObjectStreamException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.mapred.InvalidInputException;
import org.apache.spark.sql.AnalysisException;
import org.jspecify.annotations.Nullable;

/** What goes wrong on another machine comes back wrapped in what Spark says of it; users want the line that says what to do. */
final class Faults {
    private Faults() {}

    /** The fault of the data that led to another, if there is one; else the other. Spark throws checked exceptions unchecked. */
    static RuntimeException ofUser(Exception thrown) {
        List<Throwable> causes = causes(thrown);
        for (Throwable cause : causes) {
            if (cause instanceof InputException fault) {
                return fault;
            }
        }
        return thrown instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(thrown);
    }

    private static List<Throwable> causes(Throwable thrown) {
        List<Throwable> causes = new ArrayList<>();
        @Nullable Throwable cause = thrown;
        while (cause != null && !causes.contains(cause)) {
            causes.add(cause);
            cause = cause.getCause();
        }
        return causes;
    }

    /** The one line for a user whose input, usage or paths are at fault; null where none of them is. */
    static @Nullable String line(Exception thrown) {
        for (Throwable cause : causes(thrown)) {
            if (cause instanceof InputException) {
                return cause.getMessage();
            }
        }
        for (Throwable cause : causes(thrown)) {
            if (cause instanceof AnalysisException
                    || cause instanceof FileNotFoundException
                    || cause instanceof FileAlreadyExistsException
                    || cause instanceof InvalidInputException
                    || cause instanceof org.apache.hadoop.mapreduce.lib.input.InvalidInputException) {
                return firstLine(cause);
            }
        }
        return thrown instanceof IllegalArgumentException ? firstLine(thrown) : null;
    }

    /** Whether something outside failed, such as a disk. */
    static boolean isOutside(Exception thrown) {
        return causes(thrown).stream()
                .anyMatch(cause -> cause instanceof IOException && !(cause instanceof ObjectStreamException));
    }

    /** Spark's own messages go on with plans. */
    static String firstLine(Throwable thrown) {
        String message = thrown.getMessage();
        return message == null || message.isBlank()
                ? thrown.getClass().getSimpleName()
                : message.strip().lines().findFirst().orElse("");
    }
}
