package io.plumbrank.util.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.plumbrank.util.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicOutputTest {
    @TempDir
    Path folder;

    @Test
    void theFileAppearsWhenItIsCommittedAndNotBefore() throws IOException {
        Path file = Files.writeString(folder.resolve("out"), "old");
        try (AtomicOutput out = AtomicOutput.create(file)) {
            out.stream().write("new".getBytes(StandardCharsets.UTF_8));
            out.stream().flush();
            assertThat(file).hasContent("old");
            out.commit();
            assertThat(file).hasContent("new");
            assertThatThrownBy(out::commit).isInstanceOf(IllegalStateException.class);
        }
        assertThat(file).hasContent("new");
        assertThat(files()).containsExactly("out");
    }

    @Test
    void withoutACommitNothingIsLeftBehind() throws IOException {
        try (AtomicOutput out = AtomicOutput.create(folder.resolve("out"))) {
            out.stream().write(7);
        }
        assertThat(files()).isEmpty();
    }

    @Test
    void anOrdinaryFileHasTheRightsOfAnOrdinaryFile() throws IOException {
        Path usual = Files.writeString(folder.resolve("usual"), "x");
        try (AtomicOutput out = AtomicOutput.create(folder.resolve("out"))) {
            out.commit();
        }
        assertThat(Files.getPosixFilePermissions(folder.resolve("out")))
                .isEqualTo(Files.getPosixFilePermissions(usual));
    }

    @Test
    void aLinkStaysALink() throws IOException {
        Path target = Files.writeString(folder.resolve("target"), "old");
        Path link = Files.createSymbolicLink(folder.resolve("link"), target);
        try (AtomicOutput out = AtomicOutput.create(link)) {
            out.stream().write('n');
            out.commit();
        }
        assertThat(link).isSymbolicLink();
        assertThat(target).hasContent("n");
    }

    @Test
    void aLinkToNothingIsFollowedOrRefused() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("ahead"), Path.of("later"));
        write(link);
        assertThat(link).isSymbolicLink();
        assertThat(folder.resolve("later")).isRegularFile();
        Path nowhere = Files.createSymbolicLink(folder.resolve("nowhere"), Path.of("no/where"));
        assertThatThrownBy(() -> AtomicOutput.create(nowhere)).hasMessageContaining("found no directory");
        Path round = Files.createSymbolicLink(folder.resolve("round"), Path.of("round"));
        assertThatThrownBy(() -> AtomicOutput.create(round)).hasMessageContaining("a link that leads to no file");
        assertThat(nowhere).isSymbolicLink();
        assertThat(round).isSymbolicLink();
    }

    @Test
    void aPlaceThatCannotBeWrittenToIsNamed() {
        assertThatThrownBy(() -> AtomicOutput.create(folder))
                .isInstanceOf(InputException.class)
                .hasMessage(folder + ": found a directory, expected a file");
        Path nowhere = folder.resolve("no").resolve("out");
        assertThatThrownBy(() -> AtomicOutput.create(nowhere))
                .isInstanceOf(InputException.class)
                .hasMessage(nowhere + ": found no directory " + nowhere.getParent()
                        + ", expected a directory that exists: create it first");
    }

    private Stream<String> files() throws IOException {
        try (Stream<Path> list = Files.list(folder)) {
            return list.map(path -> path.getFileName().toString()).toList().stream();
        }
    }

    @Test
    void aDiskThatIsFullIsNoFaultOfTheInput() {
        Path full = Path.of("/dev/full");
        assumeThat(full).exists();
        assertThatThrownBy(() -> {
                    try (AtomicOutput out = AtomicOutput.create(full)) {
                        out.stream().write(1);
                        out.commit();
                    }
                })
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageStartingWith("/dev/full: ");
    }

    @Test
    void aFileThatIsReplacedKeepsItsRights() throws IOException {
        Path file = Files.writeString(folder.resolve("kept"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        write(file);
        assertThat(file).hasContent("new");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-r-----");
    }

    @Test
    void aNameMayBeAsLongAsNamesCanBe() throws IOException {
        Path file = folder.resolve("n".repeat(255));
        write(file);
        assertThat(file).hasContent("new");
    }

    /** No process has so large a number; one of the files may still be written to by another machine. */
    @Test
    void whatAKilledRunLeftIsRemovedByTheNext() throws IOException {
        Path left = Files.writeString(folder.resolve(".plumbrank-99999999999-1.tmp"), "half");
        Path fresh = Files.writeString(folder.resolve(".plumbrank-99999999999-2.tmp"), "half");
        Path others = Files.writeString(folder.resolve(".plumbrank-mine.tmp"), "mine");
        FileTime hourAgo = FileTime.from(Instant.now().minus(Duration.ofHours(1)));
        Files.setLastModifiedTime(left, hourAgo);
        Files.setLastModifiedTime(others, hourAgo);
        write(folder.resolve("file"));
        assertThat(left).doesNotExist();
        assertThat(fresh).exists();
        assertThat(others).exists();
    }

    private static void write(Path file) throws IOException {
        try (AtomicOutput out = AtomicOutput.create(file)) {
            out.stream().write("new".getBytes(StandardCharsets.UTF_8));
            out.commit();
        }
    }
}
