package io.plumbrank.export;

import io.plumbrank.util.internal.AtomicOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The files of an exported model.
 *
 * @param content of the main file
 * @param companions what belongs beside it
 * @param notes whole sentences on what to know before it is used
 */
public record Exported(byte[] content, List<Companion> companions, List<String> notes) {
    /**
     * A file beside the main one.
     *
     * @param ending what its name has in place of the main file's ending
     * @param content of it
     */
    public record Companion(String ending, byte[] content) {
        /** A file of text in UTF-8. */
        public static Companion of(String ending, String text) {
            return new Companion(ending, text.getBytes(StandardCharsets.UTF_8));
        }
    }

    public Exported {
        companions = List.copyOf(companions);
        notes = List.copyOf(notes);
    }

    /** One file. */
    public static Exported of(byte[] content, List<String> notes) {
        return new Exported(content, List.of(), notes);
    }

    /** The content of a companion. */
    public byte[] companion(String ending) {
        return companions.stream()
                .filter(companion -> companion.ending.equals(ending))
                .map(Companion::content)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no file that ends in " + ending));
    }

    /** All files that {@link #writeTo} writes, the main one first. */
    public List<Path> files(Path main) {
        List<Path> files = new ArrayList<>(List.of(main));
        for (Companion companion : companions) {
            files.add(main.resolveSibling(stem(String.valueOf(main.getFileName())) + companion.ending));
        }
        return files;
    }

    /** Writes all files, each whole or not at all. */
    public void writeTo(Path main) {
        List<Path> files = files(main);
        write(content, main);
        for (int i = 0; i < companions.size(); i++) {
            write(companions.get(i).content, files.get(1 + i));
        }
    }

    private static void write(byte[] content, Path file) {
        try (AtomicOutput out = AtomicOutput.create(file)) {
            out.stream().write(content);
            out.commit();
        } catch (IOException e) {
            throw AtomicOutput.fault(file, e);
        }
    }

    /** The name of a file without its ending. */
    public static String stem(String fileName) {
        int dot = fileName.lastIndexOf('.');
        return dot > 0 ? fileName.substring(0, dot) : fileName;
    }
}
