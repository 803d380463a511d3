package io.plumbrank.util.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What native libraries leave in the temporary folder. They unpack themselves there and remove that when the JVM ends, unless it is
 * killed. Linux keeps a mapped file alive without its name, so that the name can go as soon as a library is loaded.
 */
public final class UnpackedLibraries {
    /** From unpacking to loading takes less. */
    private static final Duration STALE = Duration.ofMinutes(1);

    private static final Path PROCESSES = Path.of("/proc");
    private static final String MAPS = "maps";

    private UnpackedLibraries() {}

    /**
     * Removes what this process has loaded, and what others of the same user have left that no process has. Nothing where the system does
     * not tell what is loaded.
     *
     * @param prefix how the names of files or folders begin, which the JVM follows by digits
     */
    public static void tidy(String prefix) {
        Path folder = Path.of(System.getProperty("java.io.tmpdir", "."));
        Path own = PROCESSES.resolve("self").resolve(MAPS);
        if (!Files.isReadable(own)) {
            return;
        }
        Pattern unpacked = Pattern.compile(Pattern.quote(prefix) + "\\d+(\\.so)?");
        try {
            List<Path> left = new ArrayList<>();
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, prefix + "*")) {
                for (Path entry : entries) {
                    if (unpacked.matcher(entry.getFileName().toString()).matches() && isOwn(entry)) {
                        left.add(entry.toRealPath(LinkOption.NOFOLLOW_LINKS));
                    }
                }
            }
            Set<Path> loadedHere = mapped(own, left);
            left.removeAll(loadedHere);
            for (Path entry : loadedHere) {
                remove(entry);
            }
            left.removeIf(entry -> !isStale(entry));
            if (!left.isEmpty()) {
                left.removeAll(mappedAnywhere(left));
            }
            for (Path entry : left) {
                remove(entry);
            }
        } catch (IOException | UncheckedIOException | DirectoryIteratorException e) {
            // litter is no reason not to work
            return;
        }
    }

    private static boolean isOwn(Path entry) throws IOException {
        return Files.getOwner(entry, LinkOption.NOFOLLOW_LINKS).getName().equals(System.getProperty("user.name"));
    }

    private static boolean isStale(Path entry) {
        try {
            return Files.getLastModifiedTime(entry, LinkOption.NOFOLLOW_LINKS)
                    .toInstant()
                    .isBefore(Instant.now().minus(STALE));
        } catch (IOException e) {
            return false;
        }
    }

    /** Those of the entries that a process whose memory may be looked at has in it; a process of another user cannot have unpacked them. */
    private static Set<Path> mappedAnywhere(List<Path> entries) throws IOException {
        Set<Path> mapped = new HashSet<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            for (Path process : processes) {
                mapped.addAll(mappedBy(process, entries));
            }
        }
        return mapped;
    }

    /** None where the process has ended, or is somebody else's. */
    private static Set<Path> mappedBy(Path process, List<Path> entries) {
        try {
            return mapped(process.resolve(MAPS), entries);
        } catch (IOException | UncheckedIOException e) {
            return Set.of();
        }
    }

    private static Set<Path> mapped(Path maps, List<Path> entries) throws IOException {
        Set<Path> mapped = new HashSet<>();
        // in Latin-1, as a path may be any bytes
        try (Stream<String> lines = Files.lines(maps, StandardCharsets.ISO_8859_1)) {
            lines.forEach(line -> entries.stream()
                    .filter(entry ->
                            line.endsWith("/" + entry.getFileName()) || line.contains("/" + entry.getFileName() + "/"))
                    .forEach(mapped::add));
        }
        return mapped;
    }

    private static void remove(Path entry) throws IOException {
        try (Stream<Path> within = Files.walk(entry)) {
            for (Path each : within.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
