package io.plumbrank.server;

import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * A model to serve.
 *
 * @param name what clients call it: letters, digits, point, dash and underscore, not a point first
 * @param file what training wrote, or a model of another tool
 */
public record ModelSource(String name, Path file) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}");

    /** @throws IllegalArgumentException if the name could not stand in a path */
    public ModelSource {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("a model's name is at most 100 letters, digits, '.', '-' and '_', not '"
                    + name + "': give it one, as in NAME=" + file);
        }
    }

    /** {@code NAME=FILE}, or a file that goes by its name without its ending. */
    public static ModelSource parse(String text) {
        int at = text.indexOf('=');
        if (at > 0 && NAME.matcher(text.substring(0, at)).matches()) {
            return new ModelSource(text.substring(0, at), Path.of(text.substring(at + 1)));
        }
        Path file = Path.of(text);
        Path last = file.getFileName();
        String name = last == null ? "" : last.toString();
        int dot = name.indexOf('.', 1);
        return new ModelSource(dot < 0 ? name : name.substring(0, dot), file);
    }
}
